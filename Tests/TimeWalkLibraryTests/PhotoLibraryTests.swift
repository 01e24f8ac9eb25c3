import Foundation
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkLibrary

@Suite("The photo library", .waitsForProcesses)
struct PhotoLibraryTests {
  @Test(
    "Numbers ascend and are never reused, even after a failure or a removal",
    arguments: Workplace.Engine.installed)
  func numbers(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    #expect(try place.take(library, place.submission("a")).sequence == 1)
    let (second, files) = try place.reserve(library, place.submission("b"))
    #expect(second == 2)
    library.abandon(second, files: files)
    #expect(try place.take(library, place.submission("c")).sequence == 3)
    _ = try library.remove([3])
    #expect(try place.take(try place.library(), place.submission("d")).sequence == 4)
  }

  @Test(
    "Numbers that files in the output folder bear already are passed over",
    arguments: Workplace.Engine.installed)
  func foreignFiles(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    try FileManager.default.createDirectory(
      atPath: place.output, withIntermediateDirectories: true)
    for name in ["TW-000041-overlay.jpg", "TW-xx.jpg", "TW-7.jpg"] {
      try Data().write(to: URL(fileURLWithPath: place.output + "/" + name))
    }
    let library = try place.library()
    #expect(try place.take(library, place.submission()).sequence == 42)
    // Also when they come later.
    try Data().write(to: URL(fileURLWithPath: place.output + "/TW-000043.json"))
    #expect(try place.take(library, place.submission("b")).sequence == 44)
  }

  @Test(
    "A completed photo is read with all stored values, and is listed only then",
    arguments: Workplace.Engine.installed)
  func roundTrip(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    var submission = place.submission()
    submission.original.url = "https://example.org/a.jpg"
    submission.original.modified = "2026-11-19T00:00:00Z"
    let (sequence, files) = try place.reserve(library, submission)
    #expect(try library.photos(limit: 10).isEmpty)
    #expect(throws: LibraryError.self) { try library.photo(sequence) }
    library.abandon(sequence, files: files)
    let record = try place.take(library, submission)
    let other = try place.library()
    #expect(try other.photo(record.sequence) == record)
    #expect(try other.photos(limit: 10) == [record])
    #expect(try other.averageOutput() == 3)
    #expect(place.names == ["TW-000002.jpg", "TW-000002.json"])
  }

  @Test(
    "An output is found by its photo's id and its role, until the photo is removed",
    arguments: Workplace.Engine.installed)
  func rendition(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    let record = try place.take(library, place.submission())
    #expect(try library.rendition("clean", ofPhoto: record.id) == record.rendition(.clean))
    for role in ["overlaid", "other", ""] {
      #expect(try library.rendition(role, ofPhoto: record.id) == nil)
    }
    _ = try place.library().remove([record.sequence])
    for id in [record.id, "", "1"] {
      let error = #expect(throws: LibraryError.self) {
        try library.rendition("clean", ofPhoto: id)
      }
      #expect(error?.code == .noSuchPhoto)
    }
  }

  @Test("A number that was never given is a clear error", arguments: Workplace.Engine.installed)
  func missing(engine: Workplace.Engine) throws {
    let error = #expect(throws: LibraryError.self) { try Place(engine).library().photo(7) }
    #expect(error?.code == .noSuchPhoto)
  }

  @Test(
    "Files appear whole under their names, and one of another library is never replaced",
    arguments: Workplace.Engine.installed)
  func exclusive(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    let (sequence, files) = try place.reserve(library, place.submission())
    let path = try files.add([1, 2, 3], named: OutputName.image(sequence, .clean))
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try files.add([1, 2, 3], named: OutputName.image(sequence, .overlaid))
    let foreign = place.output + "/TW-000001-overlay.jpg"
    try Data([9]).write(to: URL(fileURLWithPath: foreign))
    let error = #expect(throws: LibraryError.self) { try files.publish() }
    #expect(error?.code == .cannotCreate)
    library.abandon(sequence, files: files)
    #expect(place.names == ["TW-000001-overlay.jpg"])
    #expect(try Workplace.bytes(foreign) == [9])
  }

  @Test(
    "The same bytes are the earlier photo, or a new one on request",
    arguments: Workplace.Engine.installed)
  func earlier(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    #expect(try library.earlier(place.submission()) == nil)
    let first = try place.take(library, place.submission())
    #expect(try library.earlier(place.submission()) == .whole(first))
    guard case .earlier(let found) = try library.admit(place.submission()) else {
      Issue.record("a new number")
      return
    }
    #expect(found == first)
    let second = try place.take(library, place.submission(asked: "other", isAgain: true))
    #expect(second.sequence == 2)
    // Of several, the one that was asked for in the same way, else the first.
    #expect(try library.earlier(place.submission(asked: "other")) == .whole(second))
    #expect(try library.earlier(place.submission()) == .whole(first))
    #expect(try library.earlier(place.submission(asked: "third")) == .other(first))
    #expect(try library.earlier(place.submission("b")) == nil)
  }

  @Test(
    "With another request, the files are replaced under the same number, and old ones removed",
    arguments: Workplace.Engine.installed)
  func replaced(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    let first = try place.take(library, place.submission())
    let overlay = place.output + "/" + OutputName.image(1, .overlaid)
    var old = first
    old.renditions.append(
      Rendition(role: .overlaid, path: overlay, width: 1, height: 1, bytes: 1))
    let (_, files) = try place.reserve(library, place.submission(asked: "2"))
    _ = try files.add([7], named: OutputName.image(1, .clean))
    _ = try files.add([8], named: OutputName.image(1, .overlaid))
    try files.publish()
    old.asked = "2"
    try library.complete(old, files: files)
    #expect(try Workplace.bytes(first.renditions[0].path) == [7])
    #expect(place.names == ["TW-000001-overlay.jpg", "TW-000001.jpg"])
    // The next has no overlay: it goes.
    #expect(try place.take(library, place.submission(asked: "3")).sequence == 1)
    #expect(place.names == ["TW-000001.jpg", "TW-000001.json"])
    #expect(try library.count() == 1)
    // One that fails before anything was replaced leaves all as it was.
    let (number, failed) = try place.reserve(library, place.submission(asked: "4"))
    _ = try failed.add([9], named: OutputName.image(1, .clean))
    library.abandon(number, files: failed)
    #expect(try Workplace.bytes(first.renditions[0].path) == [1, 2, 3])
    guard case .whole = try library.earlier(place.submission(asked: "3")) else {
      Issue.record("the photo is no longer whole")
      return
    }
    // One that is killed in the middle is made again.
    var dead: PhotoLibrary? = try place.library()
    let (_, half) = try place.reserve(try #require(dead), place.submission(asked: "5"))
    _ = try half.add([9], named: OutputName.image(1, .clean))
    try half.publish()
    dead = nil
    guard case .other = try place.library().earlier(place.submission(asked: "3")) else {
      Issue.record("pictures of two answers are taken for one")
      return
    }
    #expect(try place.take(try place.library(), place.submission(asked: "3")).sequence == 1)
  }

  @Test("Lost files are made again under the same number", arguments: Workplace.Engine.installed)
  func torn(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    let first = try place.take(library, place.submission())
    try FileManager.default.removeItem(atPath: first.renditions[0].path)
    #expect(try library.earlier(place.submission()) == .other(first))
    #expect(try place.take(library, place.submission()) == first)
    #expect(place.names == ["TW-000001.jpg", "TW-000001.json"])
    #expect(try library.earlier(place.submission()) == .whole(first))
  }

  @Test(
    "A killed program's rows and files are removed, and never another's",
    arguments: Workplace.Engine.installed)
  func recovery(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    var dead: PhotoLibrary? = try place.library()
    let done = try place.take(try #require(dead), place.submission("done"))
    let (sequence, files) = try place.reserve(try #require(dead), place.submission("half"))
    _ = try files.add([1], named: OutputName.image(sequence, .clean))
    _ = try files.add([2], named: OutputName.image(sequence, .overlaid))
    try files.publish()
    let foreign = place.output + "/TW-000002.json"
    try Data([9]).write(to: URL(fileURLWithPath: foreign))
    let alive = try place.library()
    let (other, _) = try place.reserve(alive, place.submission("alive"))
    let hidden = try FileManager.default.contentsOfDirectory(atPath: place.output)
      .filter { $0.hasPrefix(".") }
    #expect(hidden.count == 2, "\(hidden)")
    // Its lock goes with it, as with a process. One that another test starts at this moment has the
    // lock, too, until it runs its own program.
    dead = nil
    Thread.sleep(forTimeInterval: 1)
    let next = try place.library()
    let (third, _) = try place.reserve(next, place.submission("next"))
    #expect(sequence == 2 && other == 3 && third == 4)
    #expect(place.names == ["TW-000001.jpg", "TW-000001.json", "TW-000002.json"])
    #expect(try Workplace.bytes(foreign) == [9])
    #expect(try next.photos(limit: 10) == [done])
    // The living one's row is still there.
    let rows = try next.read { try $0.first(Int.self, "SELECT count(*) FROM photos") }
    #expect(rows == 3)
  }

  @Test("A removal leaves no byte of the photo in the library, and touches no original")
  func removal() throws {
    let place = try Place()
    let library = try place.library()
    let names = (0..<300).map { "name-of-photo-\($0)-end" }
    for name in names { _ = try place.take(library, place.submission(name)) }
    let gone = stride(from: 0, to: 300, by: 3).map { $0 }
    let removal = try library.remove(gone.map { $0 + 1 })
    #expect(removal.isErased)
    #expect(removal.photos.count == 100 && removal.files.count == 200)
    #expect(place.names.count == 400)
    #expect(try library.count() == 200)
    var bytes = Data()
    for file in try FileManager.default.contentsOfDirectory(atPath: place.directory) {
      bytes += try Data(contentsOf: URL(fileURLWithPath: place.directory + "/" + file))
    }
    for (index, name) in names.enumerated() {
      let photo = place.submission(name).original
      for trace in [name, photo.sha256] {
        let isThere = bytes.range(of: Data(trace.utf8)) != nil
        #expect(isThere == (index % 3 != 0), "\(trace)")
      }
    }
    let error = #expect(throws: LibraryError.self) { try library.remove([2, 1]) }
    #expect(error?.code == .noSuchPhoto)
    #expect(try library.count() == 200, "all or nothing")
  }

  @Test(
    "Photos are listed by day, place and bytes, a page at a time",
    arguments: Workplace.Engine.installed)
  func filters(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    let library = try place.library()
    for (index, name) in ["a", "b", "c"].enumerated() {
      var submission = place.submission(name)
      submission.submitted = "2026-11-2\(index)T12:00:00Z"
      submission.original.url = index == 1 ? "https://example.org/cloud" : nil
      _ = try place.take(library, submission)
    }
    func found(_ change: (inout PhotoFilter) -> Void) throws -> [Int] {
      var filter = PhotoFilter()
      change(&filter)
      #expect(try library.count(filter) == library.photos(filter, limit: 9).count)
      return try library.photos(filter, limit: 9).map(\.sequence)
    }
    #expect(try found { _ in } == [1, 2, 3])
    #expect(try found { $0.since = "2026-11-21" } == [2, 3])
    #expect(try found { $0.until = "2026-11-21" } == [1, 2])
    #expect(try found { $0.original = "/c.jpg" } == [3])
    #expect(try found { $0.original = "cloud" } == [2])
    #expect(try found { $0.sha256 = place.submission("a").original.sha256 } == [1])
    #expect(try library.photos(limit: 1, offset: 1).map(\.sequence) == [2])
  }

  @Test(
    "The queue: completed entries leave it, a dead program's wait, failed ones stay",
    arguments: Workplace.Engine.installed)
  func queue(engine: Workplace.Engine) throws {
    let place = try Place(engine)
    var first: PhotoLibrary? = try place.library()
    let jobs = try #require(first).enqueue(
      ["/a", "/b", "/c"], request: "{}", archive: "/x", queued: "2026-11-21T00:00:00Z")
    let other = try place.library()
    #expect(try other.queue().map(\.state) == [.underWay, .underWay, .underWay])
    #expect(try other.takeWaiting().isEmpty, "a living program's photos aren't taken")
    _ = try place.take(try #require(first), place.submission("a"), job: jobs[0].id)
    try first?.fail(job: jobs[1].id, code: "imageDamaged", message: "b is damaged")
    #expect(throws: LibraryError.self) { try other.discard([jobs[2].id]) }
    first = nil
    #expect(try other.queue().map(\.state) == [.failed, .waiting])
    #expect(try other.queue().map(\.code) == ["imageDamaged", nil])
    let taken = try other.takeWaiting()
    #expect(taken.map(\.path) == ["/c"] && taken.map(\.archive) == ["/x"])
    try other.putBack(taken.map(\.id))
    #expect(try other.queue().map(\.state) == [.failed, .waiting])
    // Submitted once more, they are taken over instead of waiting twice.
    _ = try other.enqueue(["/b", "/c"], request: "{}", archive: nil, queued: "")
    #expect(try other.queue().map(\.path) == ["/b", "/c"])
    #expect(throws: LibraryError.self) { try other.takeFailed([99]) }
    try other.fail(job: other.queue()[0].id, code: "x", message: "y")
    #expect(try other.takeFailed([]).map(\.path) == ["/b"])
    try other.fail(job: other.queue()[0].id, code: "x", message: "y")
    #expect(try other.discard([]).map(\.path) == ["/b"])
    #expect(try other.queue().map(\.path) == ["/c"])
  }

  @Test("A file that isn't a library is refused, and stays unchanged")
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

  @Test(
    "Many writers at once get different numbers, and one number for the same bytes",
    arguments: Workplace.Engine.installed)
  func concurrent(engine: Workplace.Engine) async throws {
    let place = try Place(engine)
    _ = try place.library()
    let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let library = try place.library()
          return try (0..<10).map { index in
            let submission = place.submission("\(index)")
            switch try library.admit(submission) {
            case .earlier(let record): return record.sequence
            case .write(let sequence, let files):
              let path = try files.add([1], named: OutputName.image(sequence, .clean))
              try files.publish()
              try library.complete(
                PhotoRecord(
                  sequence: sequence, original: submission.original,
                  submitted: submission.submitted, output: files.folder, asked: submission.asked,
                  renditions: [
                    Rendition(role: .clean, path: path, width: 1, height: 1, bytes: 1)
                  ], response: "{}"), files: files)
              return sequence
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(numbers.flatMap { $0 }) == Set(1...10))
    #expect(Set(numbers).count == 1, "the same photo has the same number for all: \(numbers)")
  }
}
