/// A note for a curator about the reading of a date's text.
package enum DateNote: Hashable, Sendable, CustomStringConvertible {
  /// `5/12/1905` may be in May or in December; May was taken.
  case dayAndMonthMayBeSwapped
  /// `25/12/1905` can't be read in the order that was given; the other was taken.
  case orderDiffers
  /// `1900-05` may be a month or a range of years; the month was taken.
  case monthMayBeRange
  /// `1910-30` may be a range of years; EDTF's code for a part of the year was taken.
  case seasonMayBeRange
  /// `1900s` may be ten years or a hundred.
  case decadeOrCentury
  /// The text names no year.
  case noYear
  /// The year has three digits only, as written.
  case shortYear(String)
  /// A range's end is missing; it is taken as unknown.
  case endIsMissing
  /// `early`, `mid` or `late` is not in the EDTF text, which is wider.
  case partIsLost(String)
  /// `early`, `mid` or `late` was taken as a third of the time.
  case partIsThird(String)
  /// A month's name is misspelt.
  case misspelt(String)
  /// `Jun-05` may be the fifth of June, or June of a year 05.
  case dayOrYear
  /// `1905 [i.e. 1906]`: the second date was taken.
  case corrected
  /// A word has two meanings; the date covers both.
  case twoMeanings
  /// There is another date beside the first, and their relation is unknown.
  case apart(String)
  /// Words or numbers that were passed over.
  case passedOver(String)

  /// The note as a sentence without a full stop.
  package var description: String {
    switch self {
    case .dayAndMonthMayBeSwapped: "day and month may be swapped; read with the month first"
    case .orderDiffers: "day and month are in the other order"
    case .monthMayBeRange: "may be a range of years; read as a month"
    case .seasonMayBeRange: "may be a range of years; read as EDTF's code for a season"
    case .decadeOrCentury: "may be ten years or a hundred"
    case .noYear: "has no year"
    case .shortYear(let year): "year \(year) has three digits; one may be missing"
    case .endIsMissing: "the end is missing; read as unknown"
    case .partIsLost(let part): "lost \"\(part)\", so the date is wider"
    case .partIsThird(let part): "\"\(part)\" was read as about a third"
    case .misspelt(let month): "\"\(month)\" was read as a misspelt month"
    case .dayOrYear: "may be a day or a year of two digits"
    case .corrected: "read as corrected"
    case .twoMeanings: "has two meanings; the date covers both"
    case .apart(let date): "\(date) is given too; the date covers both"
    case .passedOver(let words): "ignored: \(words)"
    }
  }
}
