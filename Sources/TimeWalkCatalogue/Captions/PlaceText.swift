internal import TimeWalkArchive

/// A place in one text.
///
/// - Two numbers with signs, degree marks, N, S, E, W and separators: `40.7, -74`, `N40.7 W74`,
///   `40° 42' N 74° 0' W`. A letter O is east in German and west in French, and is no direction.
/// - Well-known text with or without its system, which has x first: `SRID=4326;POINT(-74 40.7)`.
/// - A URI: `geo:40.7,-74`.
/// - A {{Location}} template of Wikimedia Commons, with decimal degrees
///   (`{{Location|40.7|-74|heading:NE}}`) or degrees, minutes and seconds
///   (`{{Location|40|42|51|N|74|0|21|W|heading:45}}`). It names the heading in degrees or by its
///   compass point.
///
/// Any other text is no place, also if it has two numbers: `Box 7, Folder 24`.
package struct PlaceText {
  /// Degrees north.
  package private(set) var latitude = 0.0
  /// Degrees east.
  package private(set) var longitude = 0.0
  /// Degrees from north; `nil` when unknown.
  package private(set) var heading: Double?

  /// The longest text of one place, bytes.
  private static let longest = 1000

  /// Reads a text; `nil` when it doesn't hold just one place.
  package init?(_ text: String) {
    guard text.utf8.count <= PlaceText.longest else { return nil }
    let plain = PlainNumber.of(text).trimmed
    let folded = plain.lowercased()
    if plain.hasPrefix("{{") {
      self.init(template: plain)
    } else if folded.hasPrefix("srid=") || folded.hasPrefix("point") {
      self.init(wellKnown: folded)
    } else if folded.hasPrefix("geo:") {
      self.init(uri: folded.dropFirst(4))
    } else {
      self.init(numbers: PlaceText.withPoints(folded))
    }
  }

  /// A text with decimal commas, such as `40,7128; -74,006` or `40,75N 73,98W`, with points.
  private static func withPoints(_ text: String) -> String {
    // Most places have points.
    guard text.contains(","), !text.contains(".") else { return text }
    let numbers = text.split { !($0 == "," || $0.isASCII && $0.isNumber) }
    // 40,45,30 has minutes and seconds.
    guard numbers.allSatisfy({ $0.split(separator: ",").count <= 2 }) else { return text }
    // In 40,45' N the comma is behind the degrees.
    let isMarked =
      text.contains(where: degreeMarks.contains)
      || !text.contains(where: minuteMarks.contains)
        && text.contains { signs[String($0)] != nil }
    let words = text.split { $0 == ";" || $0.isWhitespace }
    let isPair =
      words.count == 2
      && words.allSatisfy { $0.wholeMatch(of: #/[+-]?[0-9]{1,3},[0-9]{2,}/#) != nil }
    guard isMarked || isPair else { return text }
    return text.replacing(#/([0-9]),([0-9])/#) { "\($0.1).\($0.2)" }
  }

  private init?(template text: String) {
    let heading = text.range(of: "heading", caseInsensitive: true)
    let head = heading.map { text[..<$0] } ?? text[...]
    var values: [Substring] = []
    for part in head.dropFirst(2).split(whereSeparator: { "|}".contains($0) }).dropFirst() {
      let part = part.drop(while: \.isWhitespace)
      let isValue = part.first.map { "+-.0123456789".contains($0) } ?? false
      let isSign = PlaceText.signs[part.trimmed.lowercased()] != nil
      if isValue || isSign { values.append(part) }
    }
    self.init(numbers: values.joined(separator: " ").lowercased())
    guard let heading else { return }
    let value = text[heading...].dropFirst("heading".count).drop { ":= ".contains($0) }
      .prefix { !"|}_ ".contains($0) }
    self.heading = DecimalText.parse(String(value).utf8) ?? CompassWord.degrees(of: String(value))
  }

  private init?(wellKnown text: String) {
    var rest = text[...]
    if rest.hasPrefix("srid=") {
      guard rest.hasPrefix("srid=4326;") else { return nil }
      rest = rest.dropFirst("srid=4326;".count)
    }
    guard rest.hasPrefix("point"), rest.hasSuffix(")"), let open = rest.firstIndex(of: "("),
      ["", "z", "m", "zm"].contains(rest[..<open].dropFirst(5).trimmed)
    else { return nil }
    let words = rest[rest.index(after: open)...].dropLast().split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { DecimalText.parse($0.utf8) }
    guard numbers.count == words.count, (2...4).contains(numbers.count) else { return nil }
    (longitude, latitude) = (numbers[0], numbers[1])
  }

  private init?(uri text: Substring) {
    // Maps add their zoom behind a question mark.
    let parts = text.prefix { $0 != "?" }.split(separator: ";")
    guard let place = parts.first,
      !parts.contains(where: { $0.hasPrefix("crs=") && $0 != "crs=wgs84" })
    else { return nil }
    let words = place.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { DecimalText.parse($0.utf8) }
    guard numbers.count == words.count, (2...3).contains(numbers.count) else { return nil }
    (latitude, longitude) = (numbers[0], numbers[1])
  }

  private init?(numbers text: String) {
    guard let tokens = PlaceText.tokens(text) else { return nil }
    // The letters all stand before their numbers, or all behind them.
    var angles: [(degrees: Double, letter: String?)] = []
    var numbers: [Double] = []
    var letter: String?
    let isLetterFirst = tokens.first.map { PlaceText.signs[$0] != nil } ?? false
    for token in tokens {
      if let number = DecimalText.parse(token.utf8) {
        numbers.append(number)
        continue
      }
      guard PlaceText.signs[token] != nil else { return nil }
      if isLetterFirst {
        if letter != nil || !numbers.isEmpty {
          guard let degrees = PlaceText.degrees(numbers, letter) else { return nil }
          angles.append((degrees, letter))
        }
        letter = token
      } else {
        guard let degrees = PlaceText.degrees(numbers, token) else { return nil }
        angles.append((degrees, token))
      }
      numbers = []
    }
    if let last = letter {
      guard let degrees = PlaceText.degrees(numbers, last) else { return nil }
      angles.append((degrees, last))
      numbers = []
    }
    if angles.isEmpty, numbers.count == 2 {
      (latitude, longitude) = (numbers[0], numbers[1])
      return
    }
    guard angles.count == 2, numbers.isEmpty else { return nil }
    for (degrees, letter) in angles {
      if letter == "n" || letter == "s" { latitude = degrees } else { longitude = degrees }
    }
    let norths = angles.count { $0.letter == "n" || $0.letter == "s" }
    guard norths == 1 else { return nil }
  }

  /// Degrees, minutes and seconds in the direction of a letter; `nil` for a minus beside it, and
  /// for decimals of any but the last.
  private static func degrees(_ numbers: [Double], _ letter: String?) -> Double? {
    guard let sign = letter.flatMap({ signs[$0] }), let degrees = numbers.first,
      numbers.count <= 3, degrees >= 0, numbers.dropLast().allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    let parts = (numbers + [0, 0]).prefix(3)
    guard parts.dropFirst().allSatisfy({ (0..<60).contains($0) }) else { return nil }
    let minutes = parts[1] / 60 + parts[2] / 3600
    return sign * (degrees + minutes)
  }

  private static let signs: [String: Double] = ["n": 1, "s": -1, "e": 1, "w": -1]
  private static let degreeMarks: Set<Character> = ["°", "º", "˚"]
  private static let minuteMarks = Set("'′’´\"″”“")
  private static let separators =
    Set(" \t\u{A0}\u{2009}\u{202F},;/()[]").union(degreeMarks).union(minuteMarks)

  /// The numbers and letters; `nil` for a text with any other character than those between them.
  private static func tokens(_ text: String) -> [String]? {
    var tokens: [String] = []
    var token = ""
    func isNumeric(_ character: Character) -> Bool {
      character.isASCII && (character.isNumber || "+-.".contains(character))
    }
    for character in text {
      let fits = isNumeric(character) || signs[String(character)] != nil
      guard fits || separators.contains(character) else { return nil }
      let continues = token.last.map { isNumeric($0) && isNumeric(character) } ?? true
      if (!fits || !continues), !token.isEmpty {
        tokens.append(token)
        token = ""
      }
      if fits { token.append(character) }
    }
    return token.isEmpty ? tokens : tokens + [token]
  }
}

extension PlaceText {
  /// The place in a text, or the first of several with `|`, `;` or line breaks between them.
  package static func first(in text: String) -> (place: PlaceText, isOneOfSeveral: Bool)? {
    if let place = PlaceText(text) { return (place, false) }
    guard !text.contains("{{") else { return nil }
    for separator in ["|", "\n", ";"] as [Character] {
      let parts = text.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
      // POINT has none after its system; several places are whole ones.
      guard parts.count > 1, let place = parts.first.flatMap({ PlaceText($0) }) else { continue }
      return (place, true)
    }
    return nil
  }

  /// One number of the place in a text.
  ///
  /// A text that begins like a place but is invalid is returned unchanged, for a finding; `nil` for
  /// other words.
  package static func value(of text: String, _ part: (PlaceText) -> Double) -> String? {
    if let (place, _) = first(in: text) { return DecimalText.write(part(place)) }
    return isMeant(PlainNumber.of(text)) ? text : nil
  }

  /// Returns true if a text begins with a number and no letter, or as well-known text or a
  /// template does.
  private static func isMeant(_ text: String) -> Bool {
    let folded = text.lowercased()
    if ["point", "srid=", "geo:", "{"].contains(where: folded.hasPrefix) { return true }
    let number = folded.prefix { "0123456789+-.".contains($0) }
    guard !number.isEmpty else { return false }
    // 42nd Street, 87G7QX62+2X.
    return folded.dropFirst(number.count).first.map { !$0.isLetter } ?? true
  }
}

extension String {
  /// The position of an ASCII word, in any case of letters.
  fileprivate func range(of word: String, caseInsensitive: Bool) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].prefix(word.count).lowercased() == word { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
