internal import TimeWalkArchive

/// Reads one latitude or longitude as maps and atlases write it: `40°45'30" N`, `73° 59.5' W`,
/// `40.75 N`, `-73°59'`.
///
/// Bare numbers are not read, and two numbers need a mark between them.
package enum AngleText {
  private static let marks: Set<Character> = [
    "°", "º", "˚", "'", "′", "’", "´", "\"", "″", "”", " ", "\u{A0}", "\u{2009}", "\u{202F}",
  ]
  private static let degreeMarks: Set<Character> = ["°", "º", "˚"]

  /// Degrees, those of the `negative` hemisphere below zero; `nil` unless it is certainly one angle
  /// of the two hemispheres.
  ///
  /// Minutes and seconds must be below 60, and only the last number may have decimals.
  /// `hasDecimalCommas` means that `,` is a point.
  package static func degrees(
    of text: String, positive: Character, negative: Character, hasDecimalCommas: Bool = false
  ) -> Double? {
    var rest = text.uppercased()[...]
    var hemisphere: Character?
    for isLast in [true, false] where hemisphere == nil {
      guard let letter = isLast ? rest.last : rest.first, letter.isLetter, letter != "º" else {
        continue
      }
      guard letter == positive || letter == negative else { return nil }
      hemisphere = letter
      rest = isLast ? rest.dropLast() : rest.dropFirst()
    }
    guard hemisphere != nil || rest.contains(where: degreeMarks.contains) else { return nil }
    var numbers: [Double] = []
    let words = rest.split(whereSeparator: marks.contains)
    for (index, word) in words.enumerated() {
      let plain = hasDecimalCommas ? word.map { $0 == "," ? "." : $0 } : Array(word)
      guard let number = DecimalText.parse(String(plain).utf8),
        index == 0 || (number < 60 && plain.first != "-" && plain.first != "+"),
        index == words.count - 1 || number == number.rounded()
      else { return nil }
      numbers.append(number)
    }
    guard let whole = numbers.first, numbers.count <= 3 else { return nil }
    // -0°30' is half a degree south, which the number alone doesn't show.
    let isBelow = words.first?.first == "-"
    guard !isBelow || hemisphere == nil else { return nil }
    let parts = numbers + [0, 0]
    let size = abs(whole) + parts[1] / 60 + parts[2] / 3600
    return isBelow || hemisphere == negative ? -size : size
  }
}
