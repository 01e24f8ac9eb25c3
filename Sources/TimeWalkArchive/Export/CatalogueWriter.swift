/// Writes records as rows of the design's catalogue, separated by commas or tabs.
final class CatalogueWriter: ExportWriter {
  private let output: OutputFile
  private let columns: [CatalogueColumn]
  private let separator: String
  private let special: Set<UInt8>

  init(_ contents: ExportContents, separator: Character = ",", to output: OutputFile) {
    self.output = output
    columns = contents.columns
    self.separator = String(separator)
    special = Set([0x22, 0x0A, 0x0D] + self.separator.utf8)
  }

  func begin() throws {
    try output.write(columns.map(\.rawValue).joined(separator: separator) + "\n")
  }

  func write(_ record: ExportedRecord) throws -> Bool {
    let values = columns.map { record.text($0).map(quoted) ?? "" }
    try output.write(values.joined(separator: separator) + "\n")
    return false
  }

  func finish() throws { try output.finish() }

  /// A value that is read back as it is.
  ///
  /// Bytes are looked at, as a quote with an accent on it is one character, but still a quote to a reader.
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
