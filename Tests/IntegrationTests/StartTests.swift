import Foundation
import Testing
import TimeWalkTestSupport

/// The libraries that the dynamic linker loads, by its own log (`ld.so(8)`).
@Suite("The libraries that a start loads", .waitsForProcesses, .isOfFiles)
struct StartTests {
  /// Libraries that bring many others along, or that most runs don't need.
  static let heavy = [
    "spatialite", "proj", "curl", "heif", "tiff", "raw", "harfbuzz", "fribidi", "fontconfig",
    "qrencode",
  ]

  @Test("The program is linked with no library that it loads when it needs it")
  func linked() throws {
    let run = try TimeWalkCommand.run(
      ["--version"], environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    #expect(run.output.contains("libsqlite3.so"))
    for name in Self.heavy { #expect(!run.output.contains("lib\(name)"), "\(name)") }
  }

  @Test("A match loads no SpatiaLite and no decoder; a search by place loads SpatiaLite")
  func loaded() throws {
    let place = try Workplace()
    let made = try place.importCatalogue(
      "id,latitude,longitude,heading\na,40.7536,-73.9808,29\n", collection: "views")
    #expect(made.status == 0, "\(made.errors)")
    let pose = ["--latitude", "40.7536", "--longitude", "-73.9808", "--heading", "29"]
    let match = try talk(["match"] + pose, place)
    for name in Self.heavy { #expect(!match.contains("lib\(name)"), "\(name)") }
    let search = try talk(
      ["archive", "search", "--latitude", "40.7536", "--longitude", "-73.9808"], place)
    #expect(search.contains("libspatialite"))
  }

  /// The linker's log while a command runs.
  private func talk(_ arguments: [String], _ place: Workplace) throws -> String {
    let run = try TimeWalkCommand.run(
      arguments + ["--archive", place.archive], environment: ["LD_DEBUG": "files"])
    #expect(run.status == 0, "\(run.errors.suffix(500))")
    return run.errors
  }
}
