import Foundation
import Testing
import TimeWalkTestSupport

/// An archive with a flipped bit, which ended `archive verify` once: five items have lost their
/// names.
@Suite("A damaged archive that was found", .waitsForProcesses, TestData.isPresent)
struct FoundArchiveCommandTests {
  private static let file = "found/server/archive-bit-flipped-verify-crashes.sqlite"

  private let place: Workplace

  init() throws {
    place = try Workplace(engine: .file)
    _ = try place.write(TestData.bytes(Self.file), to: "archive.sqlite")
  }

  @Test("verify names each damaged row, and says that the archive isn't sound")
  func verify() throws {
    let result = try place.run(["archive", "verify"])
    #expect(result.status == 65, "\(result.errors)")
    for row in 32_631...32_635 {
      #expect(result.output.contains("row \(row) of items"), "\(result.output)")
    }
  }

  @Test(
    "Each command ends with its answer or an error, never by a signal",
    arguments: [
      ["doctor"], ["archive", "list"], ["archive", "show", "sample:1609"],
      ["archive", "search", "broadway"], ["archive", "export", "-", "--format", "geojson"],
      ["match", "--latitude", "40.758", "--longitude=-73.9855", "--heading", "200"],
      ["archive", "history"], ["archive", "review"], ["archive", "undo", "1"],
      ["archive", "repair"],
    ])
  func commands(arguments: [String]) throws {
    let result = try place.run(arguments)
    #expect((0...78).contains(result.status), "\(result.status): \(result.errors)")
  }
}
