import TimeWalkArchive
import TimeWalkBase

/// Writes records as rows of the design's catalogue, separated by commas or tabs.
final class CatalogueWriter: ExportWriter {
  private let output: OutputFile
  private let columns: [CatalogueColumn]
  private let others: [String]
  private let text: SeparatedText

  init(_ contents: ExportContents, separator: Character = ",", to output: OutputFile) {
    self.output = output
    columns = contents.columns
    others = contents.others
    text = SeparatedText(separator: separator)
  }

  func begin() throws {
    try output.write(text.row(columns.map(\.name) + others.map(FormulaGuard.guarded)))
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    try output.write(
      text.row(
        columns.map { CatalogueWriter.cell($0, of: record) }
          + others.map { FormulaGuard.guarded(record.others[$0] ?? "") }))
    return false
  }

  /// Numbers and dates stay unchanged; a user's text is protected from being computed.
  private static func cell(_ column: CatalogueColumn, of record: CatalogueRecord) -> String {
    switch record[column] {
    case nil: ""
    case .number(let number): CatalogueValue.number(number).text
    case .text(let text) where column == .date && record.date != nil: text
    case .text(let text): FormulaGuard.guarded(text)
    }
  }

  func finish() throws { try output.finish() }
}
