internal import TimeWalkBase

/// The addresses of several photos' originals: one text with a place for the photo's name.
package enum OriginalAddress {
  /// The place for the name.
  package static let name = "{name}"

  /// The address of a photo's original, with the name percent-encoded (RFC 3986, 2.1).
  static func of(_ path: String, in text: String) -> String {
    let bytes = RawPath.names(of: path).last.map(RawPath.bytes) ?? []
    let encoded = bytes.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain || "-._~".contains(character)
        ? String(character) : "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return text.split(separator: name, omittingEmptySubsequences: false)
      .joined(separator: encoded.joined())
  }
}
