/// A decade or a century on the way through time, to show one image of each.
///
/// Periods are ordered by their first year; a century comes before the decade that starts with it.
package struct Period: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The length of a period.
  package enum Length: Int, Hashable, Sendable, CaseIterable {
    /// Ten years.
    case decade = 10
    /// A hundred years.
    case century = 100
  }

  /// The longest span that is given a decade, in days: twenty years.
  ///
  /// The middle of such a span is off by ten years at most, the length of the period.
  package static let longestInDecade = 7305

  /// The length: a decade or a century.
  package let length: Length
  /// Its first year: 1890 for the 1890s, 1800 for the 19th century; -199 for the 2nd century BCE.
  package let firstYear: Int

  /// The period of a span; `nil` when neither end is known.
  ///
  /// The decade of the span's middle if the span is at most `longestInDecade` days long, else the
  /// middle's century. A half-open span gets the decade of its known end. Centuries follow EDTF:
  /// the 19th is `18XX`, 1800 to 1899. Year 0, which is 1 BCE, and those before have only
  /// centuries.
  /// 1899. Year 0, which is 1 BCE, and those before have only centuries.
  package init?(of span: DateSpan) {
    guard let year = span.middle?.year else { return nil }
    let isShort = span.length.map { $0 <= Period.longestInDecade } ?? true
    length = isShort && year > 0 ? .decade : .century
    let offset = year % length.rawValue
    firstYear = year > 0 ? year - offset : year - offset - (length.rawValue - 1)
  }

  /// Its last year.
  package var lastYear: Int { firstYear + length.rawValue - 1 }

  /// Its days.
  package var span: DateSpan? {
    DateSpan(earliest: Day.first(ofYear: firstYear), latest: Day.last(ofYear: lastYear))
  }

  /// The usual name: `1890s`, `19th century`, `2nd century BCE`.
  package var description: String {
    if length == .decade { return "\(firstYear)s" }
    let isBeforeCommonEra = firstYear < 0
    let number = (isBeforeCommonEra ? -lastYear : firstYear) / Length.century.rawValue + 1
    return "\(number)\(Period.ordinalEnding(number)) century\(isBeforeCommonEra ? " BCE" : "")"
  }

  /// Orders by first year, then the longer first.
  package static func < (a: Period, b: Period) -> Bool {
    if a.firstYear != b.firstYear { return a.firstYear < b.firstYear }
    return a.length.rawValue > b.length.rawValue
  }

  private static func ordinalEnding(_ number: Int) -> String {
    if (11...13).contains(number % 100) { return "th" }
    switch number % 10 {
    case 1: return "st"
    case 2: return "nd"
    case 3: return "rd"
    default: return "th"
    }
  }
}
