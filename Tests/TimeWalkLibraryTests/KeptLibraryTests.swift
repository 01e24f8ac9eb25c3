import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkLibrary
import TimeWalkTestSupport

/// A real file that version 1 made; see `Tests/Kept/README.md`.
@Suite("A kept library of version 1", .waitsForProcesses)
struct KeptLibraryTests {
  /// Unpacks the library.
  private func library(in folder: TemporaryFolder) throws -> String {
    let directory = folder.path("library")
    try KeptFile.unpack("library-1.sqlite", to: directory + "/library.sqlite")
    return directory
  }

  @Test("is read unchanged, and continues its numbers")
  func migrates() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: try library(in: folder))
    let photos = try library.photos(limit: 10)
    // The fourth was removed.
    #expect(photos.map(\.sequence) == [1, 2, 3])
    #expect(
      photos.map { $0.original.path.map { URL(fileURLWithPath: $0).lastPathComponent } } == [
        "one.jpg", "two.jpg", "three.jpg",
      ])
    #expect(photos.map { $0.coordinate != nil } == [true, true, false])
    #expect(photos.allSatisfy { $0.renditions.map(\.role) == [.clean, .overlaid] })
    #expect(photos.allSatisfy { $0.response?.contains("\"viewpoint\"") == true })
    #expect(try library.queue().isEmpty)
    // Version 2 gave each an id and an account.
    #expect(Set(photos.map(\.id)).count == 3 && photos.allSatisfy { $0.account == "local" })
    #expect(try library.photo(id: photos[1].id) == photos[1])
    let new = Submission(
      original: Original(path: "/five.jpg", sha256: String(repeating: "cd", count: 32), bytes: 5),
      output: folder.path("out"), submitted: "2026-11-21T22:00:00Z")
    guard case .write(let sequence, _) = try library.admit(new) else {
      Issue.record("no new number")
      return
    }
    #expect(sequence == 5)
  }

  @Test("knows its photos by their bytes, though not their requests")
  func earlier() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: try library(in: folder))
    for photo in try library.photos(limit: 3) {
      let again = Submission(
        original: photo.original, output: folder.path("out"), submitted: "2026-11-21T22:00:00Z")
      #expect(try library.earlier(again) == .other(photo))
    }
  }
}
