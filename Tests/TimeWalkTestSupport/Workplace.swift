import Foundation
import Synchronization

/// A user's place in a folder of its own: an archive, a library and photos, and `timewalk` run
/// there.
package struct Workplace: Sendable {
  /// The folder; it goes with the last copy of this value.
  package let folder: TemporaryFolder

  /// The path of the archive, which may not exist yet.
  package let archive: String

  /// Variables besides those that every run has here.
  package var environment: [String: String] = [:]

  /// True if the archive was found on a server, where it then stays.
  private let isThere = Found()
  private final class Found: Sendable { let yes = Mutex(false) }

  /// The archive's engine.
  package enum Engine: CaseIterable, Sendable {
    /// SpatiaLite, in a file of the place's folder.
    case file
    /// PostgreSQL with PostGIS, in a schema of the tests' server.
    case server

    /// Those that can be had here.
    package static let installed = allCases.filter {
      $0 == .file || ThrowawayServer.programs != nil
    }

    /// The engine of the test: that of `OnEachEngine`, else that of `TIMEWALK_TEST_ENGINE`, with
    /// which all suites can be run once for archives on a server.
    @TaskLocal package static var current =
      ProcessInfo.processInfo.environment["TIMEWALK_TEST_ENGINE"] == "server"
      ? Engine.server : .file
  }

  /// Makes an empty place: no archive, no library.
  package init(engine: Engine = .current) throws {
    folder = try TemporaryFolder()
    switch engine {
    case .file: archive = folder.path("archive.sqlite")
    case .server: archive = try ThrowawayServer.newArchive()
    }
  }

  /// True if there is an archive, even an empty one.
  package var hasArchive: Bool {
    guard archive.contains("://") else { return FileManager.default.fileExists(atPath: archive) }
    return isThere.yes.withLock { isThere in
      isThere =
        isThere
        || (try? ThrowawayServer.psql(["-c", "SELECT 'timewalk'::regclass"], at: archive)) != nil
      return isThere
    }
  }

  /// The path of the library, which may not exist yet.
  package var library: String { folder.path("library") }
  /// The folder for the outputs of `submit`.
  package var output: String { folder.path("out") }

  /// Runs `timewalk` with no other archive and library than those of this place.
  package func run(_ arguments: [String], input: String = "") throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(
      arguments, input: input,
      environment: [
        "TIMEWALK_ARCHIVE": hasArchive ? archive : "", "TIMEWALK_LIBRARY": library,
        "XDG_DATA_HOME": folder.path("data"),
      ].merging(environment) { $1 }, directory: folder.url)
  }

  /// Runs `timewalk submit` into the output folder.
  package func submit(_ photos: [String], _ flags: [String] = []) throws -> TimeWalkCommand.Result {
    try run(["submit"] + photos + ["--output", output] + flags)
  }

  /// Writes a file and returns its path.
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Imports a catalogue that is given as text.
  package func importCatalogue(
    _ csv: String, collection: String = "views", _ flags: [String] = []
  ) throws -> TimeWalkCommand.Result {
    let path = try write(Array(csv.utf8), to: "\(collection).csv")
    return try run(
      ["archive", "import", path, "--collection", collection, "--archive", archive] + flags)
  }

  /// The bytes of a file.
  package static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The names in a folder, sorted; none where there is no folder.
  package static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
