/// On which side of a date the time lies.
enum DateSide: Hashable, Sendable {
  /// It ends with the date.
  case before
  /// It starts with the date.
  case after
  /// It starts with the date, if no other date ends it: `from 1905`.
  case from

  /// The other side.
  var reversed: DateSide { self == .before ? .after : .before }
}

/// An end of a range that isn't a date, as EDTF writes it.
enum DateEnd: String, Hashable, Sendable {
  /// There is one, but it isn't known.
  case unknown = ""
  /// There is none.
  case open = ".."
}

/// A part of a decade or century: thirds are `early`, `mid` and `late`; halves, quarters and the
/// decades of a century are exact.
struct DatePart: Hashable, Sendable {
  /// Its first of these, from 0.
  let first: Int
  /// Its last of these.
  let last: Int
  /// The number of parts.
  let count: Int
  /// As it was written.
  let name: String

  /// The years of this part, as an EDTF interval; the inner ends of a third are approximate.
  func edtf(from year: Int, length: Int, qualifier: EDTFQualifier) -> String {
    let isThird = count == 3
    let isLast = last == count - 1
    let firstYear = year + length * first / count
    let lastYear = year + (isLast ? length : length * (last + 1) / count + (isThird ? 1 : 0)) - 1
    let start = qualifier.union(isThird && first > 0 ? .approximate : []).sign
    let end = qualifier.union(isThird && !isLast ? .approximate : []).sign
    return "\(DateTerm.fourDigits(firstYear))\(start)/\(DateTerm.fourDigits(lastYear))\(end)"
  }
}

/// One date as it was found in a text, perhaps without its year.
struct DateTerm: Hashable, Sendable {
  /// Four digits, with a minus before year 0: `1905`, `192X`, `-01XX`; `nil` without a year.
  var year: String?
  /// The first of ten years when `year` is a century such as `19XX` that may also be that decade.
  var maybeDecade: String?
  /// True if a word before it makes it a decade, and also the next year: `années 1920 et 1930`.
  var isSpokenDecade = false
  /// True if a word before it makes it a century, and also the next number: `siglos XIX y XX`.
  var isWordFirst = false
  /// The month, or a season's code.
  var month: Int?
  /// The day.
  var day: Int?
  /// The last day, when days of one month are given: `10-14`.
  var lastDay: Int?
  /// The last month, when a winter's second year is given: `1905-06`.
  var lastMonth: Int?
  /// The last year, when it is written short: `1945-52`.
  var lastYear: String?
  /// The end of the range that starts here, when it is open or unknown: `1948-?`.
  var openEnd: DateEnd?
  /// The start of the range that ends here, when it is open or unknown: `?-1905`.
  var openStart: DateEnd?
  /// True if a dash precedes it.
  var isDashed = false
  /// Unspecified parts to write after the year and month: `-XX` for each.
  var unspecified = 0
  /// The certainty of the date.
  var qualifier: EDTFQualifier = []
  /// The qualifiers in front of it, which apply to a whole range.
  var leadingQualifier: EDTFQualifier = []
  /// The side of the date on which the time lies.
  var side: DateSide?
  /// True if the side follows the date: `1905 or later`.
  var isSideBehind = false
  /// The part that is meant.
  var part: DatePart?

  /// The date's first end in EDTF.
  var start: String { edtf(year: year, month: month, day: day) }

  /// The date's last end in EDTF.
  var end: String { edtf(year: lastYear ?? year, month: lastMonth ?? month, day: lastDay ?? day) }

  /// True if it is a range in itself.
  var isRange: Bool { lastDay != nil || lastYear != nil || openStart != nil || openEnd != nil }

  /// True if it is a decade, which can't be a century.
  var isDecade: Bool { month == nil && maybeDecade == nil && unspecifiedDigits == 1 }

  /// True if it is a century.
  var isCentury: Bool { month == nil && unspecifiedDigits == 2 }

  private var unspecifiedDigits: Int {
    (year ?? "").reversed().prefix { $0 == "X" }.count
  }

  /// The date in EDTF, without its part.
  var edtf: String {
    guard isRange || side != nil else { return start }
    let first = side == .before ? "" : openStart?.rawValue ?? start
    let last = side == .after || side == .from ? "" : openEnd?.rawValue ?? end
    return "\(first)/\(last)"
  }

  /// The years of its part; `nil` unless it is a decade or century with a part.
  var partEDTF: String? {
    guard let part, let year, month == nil, !isRange, side == nil,
      let known = Int(year.prefix { $0 != "X" }), !year.hasPrefix("-")
    else { return nil }
    switch unspecifiedDigits {
    case 1 where part.count < 10:
      return part.edtf(from: known * 10, length: 10, qualifier: qualifier)
    case 2:
      if part.count == 10 {
        return DateTerm.twoDigits(known) + "\(part.first)X" + qualifier.sign
      }
      return part.edtf(from: known * 100, length: 100, qualifier: qualifier)
    default: return nil
    }
  }

  private func edtf(year: String?, month: Int?, day: Int?) -> String {
    var text = year ?? "XXXX"
    if let month { text += "-" + DateTerm.twoDigits(month) }
    if let day { text += "-" + DateTerm.twoDigits(day) }
    // A season has no days in EDTF.
    let most = (month ?? 0) > 12 ? 0 : (month == nil ? 2 : 1) - (day == nil ? 0 : 1)
    text += String(repeating: "-XX", count: max(0, min(unspecified, most)))
    return text + qualifier.sign
  }

  /// A number with two digits at least.
  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A year with four digits at least.
  static func fourDigits(_ year: Int) -> String {
    let digits = String(year.magnitude)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return (year < 0 ? "-" : "") + zeros + digits
  }
}

extension EDTFQualifier {
  /// The sign in EDTF; empty for none.
  var sign: String {
    switch self {
    case []: ""
    case .uncertain: "?"
    case .approximate: "~"
    default: "%"
    }
  }
}
