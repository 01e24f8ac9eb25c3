extension XMLReader {
  /// The text.
  package func text() throws(XMLFault) -> String {
    isRaw ? try decoded(textRange) : try resolved(textRange)
  }

  /// The character of a reference between `&` and `;`; `nil` for an entity that XML doesn't
  /// predefine.
  package static func character(of reference: some StringProtocol) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHex = reference.hasPrefix("#x")
      let digits = reference.dropFirst(isHex ? 2 : 1)
      guard reference.hasPrefix("#"), let value = UInt32(digits, radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(value), value >= 0x20 || [0x9, 0xA, 0xD].contains(value)
      else { return nil }
      return scalar
    }
  }

  private func decoded(_ range: Range<Int>) throws(XMLFault) -> String {
    let bytes = buffer[range]
    guard !bytes.contains(where: { $0 < 0x20 && !$0.isXMLSpace }),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw XMLFault("has characters that XML can't have") }
    return text
  }

  /// The text with its references as the characters that they stand for.
  func resolved(_ range: Range<Int>) throws(XMLFault) -> String {
    guard buffer[range].contains(UInt8(ascii: "&")) else { return try decoded(range) }
    var text = ""
    var at = range.lowerBound
    while at < range.upperBound {
      let rest = buffer[at..<range.upperBound]
      guard buffer[at] == UInt8(ascii: "&") else {
        let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
        text += try decoded(at..<end)
        at = end
        continue
      }
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw XMLFault("has an invalid reference")
      }
      let reference = String(decoding: buffer[(at + 1)..<end], as: UTF8.self)
      guard let character = XMLReader.character(of: reference) else {
        throw XMLFault("has the unknown reference &\(reference.prefix(20));")
      }
      text.unicodeScalars.append(character)
      at = end + 1
    }
    return text
  }
}
