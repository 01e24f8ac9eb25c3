/// A latitude or longitude as programs write it as text, into XMP and some into Exif.
///
/// XMP's own form is `40,26,46N` or `40,26.77N` (ISO 16684-2, `GPSCoordinate`). Apple writes plain
/// degrees with EXIF's letter apart, others signed degrees, or exiftool's `40 deg 26' 46" N`.
struct WrittenDegrees {
  /// The measured angle.
  enum Axis {
    case latitude
    case longitude

    /// The letters of the positive and of the negative side.
    var letters: (positive: Character, negative: Character) {
      self == .latitude ? ("N", "S") : ("E", "W")
    }
    fileprivate var most: Double { self == .latitude ? 90 : 180 }
  }

  /// Degrees, positive to the north and east.
  let degrees: Double

  /// Reads a text; `nil` for one that can't be understood in one way only.
  ///
  /// - Parameters:
  ///   - text: the property.
  ///   - reference: the property with the letter, if it is separate.
  ///   - axis: the measured angle.
  init?(_ text: String, reference: String? = nil, _ axis: Axis) {
    var rest = Substring(text.uppercased().trimmingBlanks)
    var letter = reference?.uppercased().first { !$0.isWhitespace }
    if let last = rest.last, last.isLetter {
      letter = last
      rest = rest.dropLast()
    } else if let first = rest.first, first.isLetter {
      letter = first
      rest = rest.dropFirst()
    }
    let (positive, negative) = axis.letters
    guard letter == nil || letter == positive || letter == negative else { return nil }
    rest = Substring(String(rest).trimmingBlanks)
    // A comma before the letter ends a list of degrees, minutes and the decimals of the minutes,
    // where the decimal sign is a comma.
    let isEnded = rest.last == ","
    if isEnded { rest = rest.dropLast() }
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    guard var parts = WrittenDegrees.parts(rest) else { return nil }
    if isEnded, parts.count == 3, parts[2].count > 2, parts.allSatisfy(WrittenDegrees.isDigits) {
      parts = [parts[0], parts[1] + "." + parts[2]]
    }
    // Without a letter a list may be anything: 40,7536 are degrees with a decimal comma.
    guard parts.count == 1 || (letter != nil && !isNegative) else { return nil }
    let values = parts.compactMap(XMPPacket.number)
    guard parts.joined().allSatisfy({ "0123456789./".contains($0) }), values.count == parts.count,
      values.allSatisfy({ $0 >= 0 }),
      values.dropFirst().allSatisfy({ $0 < 60 }),
      values.dropLast().allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    let size = zip(values, [1.0, 60, 3600]).map { $0 / $1 }.reduce(0, +)
    guard size <= axis.most else { return nil }
    degrees = letter == negative || isNegative ? -size : size
  }

  /// One to three numbers, which commas, blanks or the signs of degrees, minutes and seconds part.
  private static func parts(_ text: Substring) -> [String]? {
    let marks = text.replacing("DEG", with: "\u{B0}")
    let signs: [Character] = [
      "\u{B0}", "\u{BA}", "'", "\u{2032}", "\u{2019}", "\"", "\u{2033}", "\u{201D}",
    ]
    let parts: [Substring]
    if marks.contains(where: signs.contains) {
      parts = marks.split { signs.contains($0) || $0.isWhitespace }
    } else if marks.contains(",") {
      parts = marks.split(separator: ",", omittingEmptySubsequences: false)
    } else {
      parts = marks.split(whereSeparator: \.isWhitespace)
    }
    guard (1...3).contains(parts.count) else { return nil }
    return parts.map { String($0).trimmingBlanks }
  }

  private static func isDigits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
