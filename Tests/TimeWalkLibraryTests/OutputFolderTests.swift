import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkLibrary

@Suite("A folder for outputs", .waitsForProcesses)
struct OutputFolderTests {
  @Test(
    "No link leads out of a folder that others may change, by any name",
    arguments: ["link", "\u{301}link"])
  func links(name: String) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    let root = folder.path("root")
    for path in [root, folder.path("elsewhere")] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    try files.createSymbolicLink(
      atPath: root + "/" + name, withDestinationPath: folder.path("elsewhere"))
    let error = #expect(throws: LibraryError.self) {
      _ = try OutputFolder(path: root + "/" + name + "/new", within: [root])
    }
    #expect(error?.code == .notAllowed)
    #expect(try files.contentsOfDirectory(atPath: folder.path("elsewhere")) == [])
    _ = try OutputFolder(path: root + "/\u{301}made/within", within: [root])
    #expect(try files.contentsOfDirectory(atPath: root + "/\u{301}made") == ["within"])
  }
}
