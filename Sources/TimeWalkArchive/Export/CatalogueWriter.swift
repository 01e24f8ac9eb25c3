/// Writes records as rows of the design's catalogue, separated by commas or tabs.
final class CatalogueWriter: ExportWriter {
  private let output: OutputFile
  private let columns: [CatalogueColumn]
  private let text: SeparatedText

  init(_ contents: ExportContents, separator: Character = ",", to output: OutputFile) {
    self.output = output
    columns = contents.columns
    text = SeparatedText(separator: separator)
  }

  func begin() throws { try output.write(text.row(columns.map(\.rawValue))) }

  func write(_ record: ExportedRecord) throws -> Bool {
    try output.write(text.row(columns.map { record.text($0) ?? "" }))
    return false
  }

  func finish() throws { try output.finish() }
}
