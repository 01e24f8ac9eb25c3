internal import Foundation
internal import TimeWalkCore
internal import TimeWalkBase

/// Dates of Wikibase, the software of Wikidata and of Commons' structured data, as EDTF.
///
/// By the documentation of its data model: a time such as `+1890-00-00T00:00:00Z` is valid only to
/// its precision. Precision 11 is a day, 10 a month, 9 a year, 8 a decade, 7 a century. Rougher
/// ones are ignored here.
enum WikibaseDate {
  /// The Julian calendar's item.
  private static let julian = "Q1985786"
  private static let earliest = "P1319"
  private static let latest = "P1326"
  private static let circumstances = "P1480"
  /// The item "circa".
  private static let circa = "Q5727902"

  /// A time with its precision; `nil` for anything but a date.
  static func edtf(time: some StringProtocol, precision: Int, isJulian: Bool = false) -> String? {
    guard let sign = time.first, sign == "+" || sign == "-" else { return nil }
    let parts = time.dropFirst().prefix { $0 != "T" }.split(separator: "-")
    guard parts.count == 3, let year = Int(parts[0]), year > 0, year <= 9999,
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    // In the years before 1, EDTF counts from 0.
    let edtfYear = sign == "-" ? 1 - year : year
    let text = padded(edtfYear)
    switch precision {
    // The day of another calendar is some days off, which may be another year's.
    case 11 where isJulian: return text
    case 11 where (1...12).contains(month) && (1...31).contains(day):
      return "\(text)-\(two(month))-\(two(day))"
    case 10 where (1...12).contains(month), 11 where (1...12).contains(month):
      return "\(text)-\(two(month))"
    case 9, 10, 11: return text
    case 8 where sign == "+": return "\(text.dropLast())X"
    case 7 where sign == "+":
      // 1850 and 1900 stand for the nineteenth century, 1801 to 1900.
      let last = (year + 99) / 100 * 100
      return "\(padded(last - 99))/\(padded(last))"
    default: return nil
    }
  }

  /// The date of a statement of structured data with its qualifiers; `nil` for none.
  static func edtf(statement: JSONValue) -> String? {
    guard let snak = statement.members?["mainsnak"] else { return nil }
    let qualifiers = statement.members?["qualifiers"]?.members ?? [:]
    func first(_ property: String) -> String? {
      qualifiers[property]?.elements?.first.flatMap(date)
    }
    let isAbout = qualifiers[circumstances]?.elements?.contains { snak in
      snak.members?["datavalue"]?.members?["value"]?.members?["id"]?.string == circa
    }
    return combined(
      date(snak), from: first(earliest), to: first(latest), isAbout: isAbout ?? false)
  }

  /// The date in the machine-readable text of Commons' templates, such as
  /// `date QS:P571,+1905-00-00T00:00:00Z/9,P1480,Q5727902`; `nil` for none.
  static func edtf(quickStatement text: String) -> String? {
    guard let start = text.range(of: "date QS:")?.upperBound else { return nil }
    let words = text[start...].prefix { !$0.isWhitespace && $0 != "<" }.split(separator: ",")
    guard words.count >= 2, words[0] == "P571" || words[0] == "P" else { return nil }
    func date(_ word: Substring) -> String? {
      let parts = word.split(separator: "/")
      guard parts.count == 2, let precision = Int(parts[1]) else { return nil }
      return edtf(time: parts[0], precision: precision)
    }
    var values: [Substring: Substring] = [:]
    for index in stride(from: 2, to: words.count - 1, by: 2) {
      values[words[index]] = words[index + 1]
    }
    return combined(
      date(words[1]), from: values["P1319"].flatMap(date), to: values["P1326"].flatMap(date),
      isAbout: values["P1480"] == "Q5727902")
  }

  private static func combined(
    _ date: String?, from: String?, to: String?, isAbout: Bool
  ) -> String? {
    func end(_ text: String) -> Substring? { text.split(separator: "/").last }
    func start(_ text: String) -> Substring? { text.split(separator: "/").first }
    let text: String?
    switch (from, to) {
    case (let from?, let to?): text = "\(start(from) ?? "")/\(end(to) ?? "")"
    case (let from?, nil): text = date ?? "\(start(from) ?? "")/.."
    case (nil, let to?): text = date ?? "../\(end(to) ?? "")"
    case (nil, nil): text = date
    }
    guard var text else { return nil }
    if isAbout, !text.contains("/"), !text.contains("X") { text += "~" }
    // Ends in the wrong order, a thirtieth of February.
    return (try? CaptureDate(edtf: text)) == nil ? nil : text
  }

  private static func date(_ snak: JSONValue) -> String? {
    guard let value = snak.members?["datavalue"]?.members?["value"]?.members,
      let time = value["time"]?.string, case .number(let digits)? = value["precision"],
      let precision = Int(digits)
    else { return nil }
    let isJulian = value["calendarmodel"]?.string?.hasSuffix("/\(julian)") ?? false
    return edtf(time: time, precision: precision, isJulian: isJulian)
  }

  private static func padded(_ year: Int) -> String {
    let digits = String(abs(year))
    return (year < 0 ? "-" : "") + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
