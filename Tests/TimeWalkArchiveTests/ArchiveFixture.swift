import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// An empty archive and a folder for catalogues, both gone after the test.
struct ArchiveFixture {
  let folder: TemporaryFolder
  let archive: SpatiaLiteArchive

  init() throws {
    folder = try TemporaryFolder()
    archive = try SpatiaLiteArchive(path: folder.path("archive.sqlite"), mode: .create)
  }

  /// Writes a file into the folder, making folders on the way, and gives its path.
  @discardableResult
  func write(_ text: String, to name: String = "items.csv") throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Imports a text as a CSV of the collection `test`.
  @discardableResult
  func importCSV(_ text: String, collection: String = "test", isDryRun: Bool = false) throws
    -> ImportReport
  {
    try archive.importCatalogue(
      at: write(text), options: ImportOptions(collection: collection, isDryRun: isDryRun))
  }

  /// Exports a collection as a CSV; it may be left out when there is only one.
  func exportCSV(to path: String, collection: String? = nil) throws -> ExportReport {
    try archive.export(
      to: .file(path: path), options: ExportOptions(format: .csv, collection: collection))
  }

  /// Everything in the archive that a person could see, by key.
  func contents() throws -> [Int64: Item] {
    let hits = try archive.search(ArchiveQuery()).hits
    return Dictionary(uniqueKeysWithValues: hits.map { ($0.key, $0.item) })
  }
}

/// Runs a program and returns its output; `nil` if it is not installed.
func output(of program: String, _ arguments: [String]) throws -> String? {
  let path = "/usr/bin/\(program)"
  guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}
