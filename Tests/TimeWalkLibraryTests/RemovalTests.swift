import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkLibrary

@Suite("A library on its disk", .waitsForProcesses)
struct LibraryDiskTests {
  private func submission(
    _ bytes: [UInt8], in folder: TemporaryFolder, _ output: String = "out"
  ) -> Submission {
    Submission(
      original: Original(content: bytes, path: nil), output: folder.path(output),
      submitted: "2026-11-21T10:00:00Z")
  }

  private func keep(
    _ bytes: [UInt8], in library: PhotoLibrary, _ folder: TemporaryFolder, _ output: String = "out"
  ) throws -> PhotoRecord {
    let submission = submission(bytes, in: folder, output)
    guard case .write(let sequence, let files) = try library.admit(submission) else {
      throw LibraryError(.inputOutput, "nothing to write")
    }
    let path = try files.add([1, 2, 3], named: OutputName.image(sequence, .clean))
    _ = try files.add([4], named: OutputName.response(sequence))
    try files.publish()
    var record = PhotoRecord(
      sequence: sequence, original: submission.original, submitted: submission.submitted,
      output: files.folder, asked: "",
      renditions: [Rendition(role: .clean, path: path, width: 1, height: 1, bytes: 3)],
      response: "{}")
    try library.complete(record, files: files)
    record.id = try library.photo(sequence).id
    return record
  }

  @Test(
    "A copied or moved library has its own pictures, and leaves the other's alone",
    arguments: ["/pictures", ""])
  func copied(pictures: String) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for town in ["Zürich", "Łódź"] {
      try files.createDirectory(atPath: folder.path(town), withIntermediateDirectories: false)
    }
    var library: PhotoLibrary? = try PhotoLibrary(directory: folder.path("Zürich/first"))
    let record = try keep([1], in: try #require(library), folder, "Zürich/first" + pictures)
    let id = record.id
    library = nil
    try files.copyItem(atPath: folder.path("Zürich/first"), toPath: folder.path("second"))
    let copy = try PhotoLibrary(directory: folder.path("second"))
    let own = folder.path("second\(pictures)/" + OutputName.image(1, .clean))
    #expect(try copy.photo(1).renditions.map(\.path) == [own])
    #expect(try copy.rendition("clean", ofPhoto: id)?.path == own)
    #expect(try copy.remove([1]).files.count == 2)
    #expect(!files.fileExists(atPath: own))
    #expect(files.fileExists(atPath: record.renditions[0].path))
    try files.moveItem(atPath: folder.path("Zürich/first"), toPath: folder.path("Łódź/third"))
    let moved = try PhotoLibrary(directory: folder.path("Łódź/third"))
    #expect(try moved.photo(1).output == folder.path("Łódź/third" + pictures))
    #expect(try moved.photo(1).files.allSatisfy { files.fileExists(atPath: $0) })
  }

  @Test("A copy that an earlier version made takes its own pictures")
  func copiedEarlier() throws {
    let folder = try TemporaryFolder()
    var library: PhotoLibrary? = try PhotoLibrary(directory: folder.path("library"))
    _ = try keep([1], in: try #require(library), folder, "library/pictures")
    let other = try keep([2], in: try #require(library), folder)
    _ = try library?.access { db in
      for (table, column) in [("photos", "output"), ("renditions", "path")] {
        try db.run("UPDATE \(table) SET \(column) = '/old/' || \(column) WHERE sequence = 1")
      }
      try db.run("DELETE FROM grdb_migrations WHERE identifier LIKE '4 %'")
    }
    library = nil
    let copy = try PhotoLibrary(directory: folder.path("library"))
    let own = folder.path("library/pictures/" + OutputName.image(1, .clean))
    #expect(try copy.photo(1).renditions.map(\.path) == [own])
    #expect(try copy.photo(2).renditions == other.renditions)
    #expect(try copy.remove([1]).files.count == 2)
  }

  @Test("waits for the disk at every commit")
  func synchronous() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let store = try #require(library.store as? FileStore)
    let level = try store.database.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA synchronous")
    }
    #expect(level == 2)
  }

  @Test(
    "A removal with an undeletable file removes the photo at once, and is finished when it is repeated"
  )
  func resumed() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let record = try keep([1], in: library, folder)
    let other = try keep([2], in: library, folder)
    let picture = record.renditions[0].path
    // In its place is something that isn't removed like a file.
    try FileManager.default.removeItem(atPath: picture)
    try FileManager.default.createDirectory(
      atPath: picture + "/inner", withIntermediateDirectories: true)
    let error = #expect(throws: LibraryError.self) { try library.remove([record.sequence]) }
    #expect(error?.code == .inputOutput)
    #expect(throws: LibraryError.self) { try library.photo(record.sequence) }
    #expect(try library.photos(limit: 10).map(\.sequence) == [other.sequence])
    #expect(try library.count() == 1)
    try FileManager.default.removeItem(atPath: picture)
    #expect(try library.remove([record.sequence]).photos.map(\.sequence) == [record.sequence])
    #expect(throws: LibraryError.self) { try library.remove([record.sequence]) }
  }

  @Test("A path that isn't of the photo's own file is no picture, and isn't deleted")
  func foreignPaths() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let record = try keep([1], in: library, folder)
    let other = try keep([2], in: library, folder)
    let outside = folder.path("outside.txt")
    try Data([9]).write(to: URL(fileURLWithPath: outside))
    let paths = [
      outside, "outside.txt", record.output + "/../outside.txt", other.renditions[0].path,
      record.output + "/./" + OutputName.image(1, .clean), "",
    ]
    for path in paths {
      _ = try library.access { db in
        try db.run("UPDATE renditions SET path = ? WHERE sequence = 1", [path])
      }
      #expect(try library.rendition("clean", ofPhoto: record.id) == nil, "\(path)")
      #expect(try library.photo(1).renditions.isEmpty, "\(path)")
    }
    #expect(try library.rendition("clean", ofPhoto: other.id) == other.renditions[0])
    #expect(try library.remove([1]).files == [record.output + "/" + OutputName.response(1)])
    let kept = [outside, other.renditions[0].path, record.renditions[0].path]
    #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }

  @Test("A folder outside the library that isn't absolute has no files")
  func foreignFolders() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let record = try keep([1], in: library, folder)
    for output in ["", "../out", "a/../../out"] {
      _ = try library.access { db in
        try db.run("UPDATE photos SET output = ?", [output])
        try db.run("UPDATE renditions SET path = ?", [output + "/TW-000001.jpg"])
      }
      #expect(try library.photo(1).files.isEmpty, "\(output)")
      #expect(try library.rendition("clean", ofPhoto: record.id) == nil, "\(output)")
    }
  }

  @Test(
    "Numbers at the ends of their type are cut", arguments: [Int.max, .min])
  func damagedNumbers(number: Int) throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let record = try keep([1], in: library, folder)
    _ = try library.access { db in
      try db.run(
        "UPDATE renditions SET width = ?, height = ?, bytes = ?", [number, number, number])
      try db.run("UPDATE photos SET bytes = ?", [number])
      try db.run("UPDATE sqlite_sequence SET seq = ?", [number])
    }
    let photo = try library.photo(1)
    let picture = try #require(photo.renditions.first)
    #expect(try library.rendition("clean", ofPhoto: record.id) == picture)
    let all = [picture.width, picture.height, picture.bytes, photo.original.bytes]
    #expect(all.allSatisfy { (0...Rendition.mostBytes).contains($0) }, "\(all)")
    let average = try #require(try library.averageOutput())
    #expect((0...Rendition.mostBytes).contains(average))
    // The next number is free, or taken; it doesn't end the program.
    _ = try? keep([2], in: library, folder)
    _ = try? keep([3], in: library, folder)
  }

  @Test("A removal that a kill interrupted is finished by the next program that submits")
  func recovered() throws {
    let folder = try TemporaryFolder()
    let record: PhotoRecord
    do {
      let library = try PhotoLibrary(directory: folder.path("library"))
      record = try keep([1], in: library, folder)
      _ = try library.access { db in
        try db.run("UPDATE photos SET replacing = ?", [PhotoState.removing])
      }
    }
    let library = try PhotoLibrary(directory: folder.path("library"))
    // The same bytes are a new photo.
    #expect(try library.earlier(submission([1], in: folder)) == nil)
    let again = try keep([1], in: library, folder)
    #expect(again.sequence > record.sequence)
    #expect(record.files.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    let rows = try library.read { try $0.first(Int.self, "SELECT count(*) FROM photos") }
    #expect(rows == 1)
  }

  @Test("Triggers and views of an untrusted file do nothing")
  func strangers() throws {
    let folder = try TemporaryFolder()
    do {
      let library = try PhotoLibrary(directory: folder.path("library"))
      _ = try keep([1], in: library, folder)
    }
    try DatabaseQueue(path: folder.path("library/library.sqlite")).writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TRIGGER evil AFTER INSERT ON photos BEGIN DELETE FROM renditions; END;
          CREATE TRIGGER worse AFTER UPDATE ON photos BEGIN UPDATE photos SET response = 'x'; END;
          """)
    }
    let library = try PhotoLibrary(directory: folder.path("library"))
    _ = try keep([2], in: library, folder)
    let photos = try library.photos(limit: 10)
    #expect(photos.map(\.response) == ["{}", "{}"])
    #expect(photos.map(\.renditions.count) == [1, 1])
  }

  @Test("A value of 40 MiB is read, and one of more than 64 MiB is an error that names the limit")
  func longestValue() throws {
    let folder = try TemporaryFolder()
    let library = try PhotoLibrary(directory: folder.path("library"))
    let record = try keep([1], in: library, folder)
    let file = try DatabaseQueue(path: folder.path("library/library.sqlite"))
    func write(_ bytes: Int) throws {
      try file.write {
        try $0.execute(sql: "UPDATE photos SET response = hex(zeroblob(\(bytes / 2)))")
      }
    }
    try write(40 << 20)
    #expect(try library.photo(record.sequence).response?.utf8.count == 40 << 20)
    try write((64 << 20) + 2)
    let error = #expect(throws: LibraryError.self) { try library.photo(record.sequence) }
    #expect(error?.message.contains("longer than 67108864 bytes") == true, "\(error as Any)")
  }
}
