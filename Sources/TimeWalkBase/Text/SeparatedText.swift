/// Rows of values with a separator between them, after RFC 4180.
package struct SeparatedText: Sendable {
  private let separator: String
  private let special: Set<UInt8>

  /// Makes rows that are separated by a comma, a tab or a similar sign.
  package init(separator: Character = ",") {
    self.separator = String(separator)
    special = Set([0x22, 0x0A, 0x0D] + self.separator.utf8)
  }

  /// A row with its line ending, whose values can be read back unchanged.
  package func row(_ values: some Sequence<String>) -> String {
    values.map(quoted).joined(separator: separator) + "\n"
  }

  /// The check uses bytes: a quote with an accent is another character, but still a quote to a
  /// reader.
  private func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: special.contains) else { return text }
    var bytes: [UInt8] = [0x22]
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(0x22)
    return String(decoding: bytes, as: UTF8.self)
  }
}
