import Foundation
import Testing
import TimeWalkCore
import TimeWalkLibrary
import TimeWalkTestSupport

@Suite("The photo library")
struct PhotoLibraryTests {
  static let original = Original(
    path: "/photos/a.jpg", sha256: String(repeating: "0a", count: 32), bytes: 12)

  @Test("Numbers go up and are never given twice, not even after a photo is given up")
  func numbers() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let output = folder.path("out")
    let first = try library.reserve(
      Self.original, output: output, submitted: "2026-11-21T00:00:00Z")
    let second = try library.reserve(
      Self.original, output: output, submitted: "2026-11-21T00:00:01Z")
    #expect(first == 1)
    #expect(second == 2)
    try library.abandon(second, files: [])
    let again = try PhotoLibrary(directory: folder.path("library"))
    #expect(
      try again.reserve(Self.original, output: output, submitted: "2026-11-21T00:00:02Z") == 3)
  }

  @Test("Numbers that files in the output folder bear already are passed over")
  func foreignFiles() throws {
    let folder = try TemporaryFolder()
    for name in ["TW-000041-overlay.jpg", "TW-xx.jpg", "TW-7.jpg"] {
      try Data().write(to: folder.url.appendingPathComponent(name))
    }
    let library = try PhotoLibrary(directory: folder.path("library"))
    #expect(
      try library.reserve(Self.original, output: folder.url.path, submitted: "2026-11-21T00:00:00Z")
        == 42)
  }

  @Test("A completed photo comes back with all that was kept")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let number = try library.reserve(
      Self.original, output: folder.path("out"), submitted: "2026-11-21T00:00:00Z")
    #expect(try library.photos(limit: 10).isEmpty, "nothing is listed before it is complete")
    let rendition = Rendition(role: .clean, path: "/out/a.jpg", width: 3, height: 2, bytes: 9)
    let place = Coordinate(
      latitude: 40.758, longitude: -73.9855, horizontalAccuracy: Distance(meters: 5))
    try library.complete(number, coordinate: place, renditions: [rendition], response: "{}")
    let photo = try library.photo(number)
    #expect(photo.original == Self.original)
    #expect(photo.coordinate == place)
    #expect(photo.renditions == [rendition])
    #expect(try library.photos(limit: 10) == [photo])
  }

  @Test("A number that was never given is a clear error")
  func missing() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let error = #expect(throws: LibraryError.self) { try library.photo(7) }
    #expect(error?.code == .noSuchPhoto)
  }

  @Test("A file is written whole and an existing one is never replaced")
  func exclusive() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let output = folder.path("out")
    let path = try library.write([1, 2, 3], named: "TW-000001.jpg", in: output)
    let error = #expect(throws: LibraryError.self) {
      try library.write([9], named: "TW-000001.jpg", in: output)
    }
    #expect(error?.code == .cannotCreate)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: output) == ["TW-000001.jpg"])
  }

  @Test("A file that is no library is refused, and stays as it is")
  func notALibrary() throws {
    let folder = try TemporaryFolder()
    let text = Data("this is a letter, not a database; it is long enough to be looked at".utf8)
    try text.write(to: folder.url.appendingPathComponent("library.sqlite"))
    let error = #expect(throws: LibraryError.self) {
      try PhotoLibrary(directory: folder.url.path)
    }
    #expect(error?.code == .notALibrary)
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("library.sqlite")) == text)
  }

  @Test("A folder that can't be made is a clear error")
  func cannotCreate() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let error = #expect(throws: LibraryError.self) {
      try PhotoLibrary(directory: folder.path("file/library"))
    }
    #expect(error?.code == .cannotCreate)
  }

  @Test("Many writers at once get different numbers")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library")
    _ = try PhotoLibrary(directory: path)
    let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let library = try PhotoLibrary(directory: path)
          return try (0..<10).map { _ in
            try library.reserve(
              Self.original, output: path, submitted: "2026-11-21T00:00:00Z")
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(numbers).count == 40)
  }
}
