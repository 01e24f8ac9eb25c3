import TimeWalkArchive
import TimeWalkBase

/// Writes records as JSON objects with the catalogue's columns as names, one a line.
///
/// If several collections are written, each object begins with its `collection`.
final class NDJSONWriter: ExportWriter {
  private let output: OutputFile
  private let contents: ExportContents

  init(_ contents: ExportContents, to output: OutputFile) {
    self.output = output
    self.contents = contents
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    try output.write(JSONText.object(record.members(contents)) + "\n")
    return false
  }

  func finish() throws { try output.finish() }
}
