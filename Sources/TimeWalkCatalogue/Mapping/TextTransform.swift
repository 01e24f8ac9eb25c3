import TimeWalkArchive
import TimeWalkCore

/// The text transformations of presets, by name.
enum TextTransform: String, CaseIterable, Hashable, Sendable {
  /// The first non-empty line, without the numbers `(1)` of several pictures on one scan.
  case firstLine = "first line"
  /// The first web address in the text.
  case firstURL = "first URL"
  /// The text after the last comma, as in `Hay Street, Perth, ca. 1940`, when it reads as a date.
  case trailingDate = "trailing date"
  /// A time stamp's day, without the statement for Wikidata that Commons adds; other texts stay.
  case day
  /// A time stamp's day, or its year for the first moment of a year, which viewers write for a
  /// year.
  case navigationDate = "navigation date"
  /// `1982` for `1982.0`.
  case wholeNumber = "whole number"
  /// The number with the other sign.
  case negate
  /// Feet as metres.
  case feet
  /// Degrees for `NE`, `northeast` or a number.
  case compass
  /// The latitude in `40.7, -74` or in a {{Location}} template; a number alone stays.
  case latitudeOfPlace = "latitude of place"
  /// The longitude in `40.7, -74` or in a {{Location}} template; a number alone stays.
  case longitudeOfPlace = "longitude of place"
  /// The degrees of `heading:NE` in a {{Location}} template, or of a compass point alone; a number
  /// alone stays.
  case headingOfPlace = "heading of place"
  /// The name in `relators:pht:person:Mark Jordan`, of the first where `|` separates several.
  case agentName = "agent name"
  /// `camera`, or `subject` for an {{Object location}} template.
  case camera

  /// True if an empty result needs a warning, for instance a file instead of an address.
  var isMissed: Bool { self == .firstURL }

  /// True if a long text would take seconds.
  private var isSlow: Bool {
    [.trailingDate, .compass, .latitudeOfPlace, .longitudeOfPlace, .headingOfPlace].contains(self)
  }

  /// The text afterwards; `nil` for nothing.
  ///
  /// A text beyond the limit of a field stays, and is refused as a value.
  func text(_ text: String) -> String? {
    if isSlow, text.utf8.count > ArchiveLimits.longestText { return text }
    switch self {
    case .firstLine:
      return text.split(whereSeparator: \.isNewline).map(\.trimmed).first {
        !$0.isEmpty && !($0.hasPrefix("(") && $0.hasSuffix(")") && $0.count <= 4)
      }
    case .firstURL:
      return text.split { $0.isWhitespace || ";|\"<>".contains($0) }.map(String.init)
        .first(where: WebAddress.isWeb)
    case .trailingDate: return TrailingDate.find(in: text)
    case .day:
      let said = text.firstRange(of: "date QS:").map { text[..<$0.lowerBound].trimmed } ?? text
      let day = said.prefix { $0 != "T" && $0 != " " }
      let isStamp =
        day.count == 10 && said.dropFirst(11).first?.isNumber == true
        && said.dropFirst(11).contains(":") && (try? CaptureDate(edtf: String(day))) != nil
      return isStamp ? String(day) : said
    case .navigationDate:
      guard let day = TextTransform.day.text(text), day != text else { return text }
      let isFirst = day.hasSuffix("-01-01") && text.dropFirst(day.count + 1).hasPrefix("00:00:00")
      return isFirst ? String(day.dropLast(6)) : day
    case .wholeNumber:
      guard let number = DecimalText.parse(text.utf8), number == number.rounded() else {
        return text
      }
      return DecimalText.write(number)
    case .negate:
      guard let number = DecimalText.parse(text.utf8) else { return text }
      return DecimalText.write(number == 0 ? 0 : -number)
    case .feet:
      guard let number = DecimalText.parse(text.utf8) else { return text }
      return DecimalText.write(((number * 0.3048) * 1000).rounded() / 1000)
    case .compass: return CompassWord.degrees(of: text).map(DecimalText.write) ?? text
    case .latitudeOfPlace:
      if DecimalText.parse(text.utf8) != nil { return text }
      return PlaceText.value(of: text) { $0.latitude }
    case .longitudeOfPlace:
      if DecimalText.parse(text.utf8) != nil { return text }
      return PlaceText.value(of: text) { $0.longitude }
    case .headingOfPlace:
      if DecimalText.parse(text.utf8) != nil { return text }
      return (CompassWord.degrees(of: text) ?? PlaceText(text)?.heading).map(DecimalText.write)
    case .agentName:
      let parts = (text.split(separator: "|").first ?? "").split(separator: ":")
      // The role in a vocabulary, then perhaps the kind of agent, then the name.
      let kinds: Set<Substring> = ["person", "corporate_body", "family"]
      let isRole = parts.first == "relators" && parts.count > 2
      let rest = isRole ? parts.dropFirst(2) : parts[...]
      let name = rest.count > 1 && kinds.contains(rest.first ?? "") ? rest.dropFirst() : rest
      return name.joined(separator: ":")
    case .camera:
      return text.lowercased().contains("object location") ? "subject" : "camera"
    }
  }
}
