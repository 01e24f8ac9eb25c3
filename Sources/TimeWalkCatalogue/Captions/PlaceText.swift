internal import TimeWalkArchive

/// A place in one text: `40.7, -74`, `40° 42' N 74° 0' W`, `POINT (-74 40.7)`, or a {{Location}}
/// template of Wikimedia Commons.
///
/// The template has decimal degrees (`{{Location|40.7|-74|heading:NE}}`) or degrees, minutes and
/// seconds (`{{Location|40|42|51|N|74|0|21|W|heading:45}}`), and names the heading in degrees or by
/// its compass point.
package struct PlaceText {
  /// Degrees north.
  package private(set) var latitude = 0.0
  /// Degrees east.
  package private(set) var longitude = 0.0
  /// Degrees from north; `nil` when unknown.
  package private(set) var heading: Double?

  /// Reads a text; `nil` when it doesn't hold just one place.
  package init?(_ text: String) {
    if let at = text.range(of: "heading", caseInsensitive: true) {
      let value = text[at...].dropFirst("heading".count).drop { ":= ".contains($0) }
        .prefix { !"|}_ ".contains($0) }
      heading = DecimalText.parse(String(value).utf8) ?? CompassWord.degrees(of: String(value))
    }
    var numbers: [Double] = []
    var angles: [Double] = []
    func close(_ sign: Double) -> Bool {
      guard let degrees = numbers.first, numbers.count <= 3 else { return false }
      let parts = (numbers + [0, 0]).prefix(3)
      guard parts.dropFirst().allSatisfy({ (0..<60).contains($0) }) else { return false }
      let minutes = parts[1] / 60 + parts[2] / 3600
      angles.append(sign * (abs(degrees) + minutes) * (degrees < 0 ? -1 : 1))
      numbers = []
      return true
    }
    let head = text.range(of: "heading", caseInsensitive: true).map { text[..<$0] } ?? text[...]
    for token in PlaceText.tokens(head) {
      if let number = DecimalText.parse(token.utf8) {
        numbers.append(number)
      } else if let sign = PlaceText.signs[token.lowercased()] {
        guard close(sign) else { return nil }
      }
    }
    if angles.isEmpty, numbers.count == 2 { angles = numbers }
    guard angles.count == 2 else { return nil }
    // Well-known text, as databases write it, has x before y.
    let isWellKnownText = text.uppercased().contains("POINT")
    (latitude, longitude) = isWellKnownText ? (angles[1], angles[0]) : (angles[0], angles[1])
  }

  private static let signs: [String: Double] = ["n": 1, "s": -1, "e": 1, "w": -1]

  /// The numbers and letters, without the characters between them.
  private static func tokens(_ text: Substring) -> [String] {
    var tokens: [String] = []
    var token = ""
    func isNumeric(_ character: Character) -> Bool {
      character.isASCII && (character.isNumber || "+-.".contains(character))
    }
    for character in text {
      let fits = isNumeric(character) || character.isLetter
      let continues = token.last.map { isNumeric($0) == isNumeric(character) } ?? true
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
  /// One number of the place in a text.
  ///
  /// A text that begins like a place but is invalid is returned unchanged, for a finding; `nil` for
  /// other words.
  package static func value(of text: String, _ part: (PlaceText) -> Double) -> String? {
    let plain = PlainNumber.of(text)
    if let place = PlaceText(plain) { return DecimalText.write(part(place)) }
    let isMeant = plain.first.map { "0123456789+-{".contains($0) } ?? false
    return isMeant || plain.uppercased().hasPrefix("POINT") ? text : nil
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
