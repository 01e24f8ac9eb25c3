import Foundation
import Testing
import TimeWalk
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkHTTP

@Suite("The caches of small files and of items' pictures", .waitsForProcesses)
struct FileCacheTests {
  private let folder: TemporaryFolder
  private let cache = FileCache()

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = folder.path(name)
    // Atomically: another file takes the name.
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    return path
  }

  private func answer(_ path: String) throws {
    _ = try FileAnswer(path: path, type: "image/jpeg", cacheControl: "no-store", cache: cache)
  }

  /// True if a file's content is answered from the cache.
  private func isKept(_ path: String) throws -> Bool {
    let facts = try #require(FileFacts(path))
    do {
      _ = try cache.bytes(of: path, facts) { () throws(TimeWalkError) in
        throw TimeWalkError(.notFound, "not cached")
      }
      return true
    } catch { return false }
  }

  @Test("A small file is read once, and a replaced one again")
  func replaced() throws {
    let path = try write([1, 2, 3], to: "a.jpg")
    #expect(try !isKept(path))
    try answer(path)
    #expect(try isKept(path))
    #expect(cache.size == 3)
    _ = try write([4, 5], to: "a.jpg")
    #expect(try !isKept(path))
    try answer(path)
    #expect(try isKept(path))
    #expect(cache.size == 2)
  }

  @Test("A deleted file isn't answered from memory, and its bytes are removed from there")
  func deleted() throws {
    let (path, other) = (try write([1, 2, 3], to: "a.jpg"), try write([4], to: "b.jpg"))
    try answer(path)
    try answer(other)
    #expect(cache.size == 4)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: TimeWalkError.self) { try answer(path) }
    cache.removeDeleted()
    #expect(cache.size == 1)
    #expect(try isKept(other))
  }

  @Test("A file that is deleted while it is read isn't cached")
  func deletedMeanwhile() throws {
    let (path, other) = (try write([1, 2, 3], to: "a.jpg"), try write([4], to: "b.jpg"))
    try answer(other)
    let (facts, others) = (try #require(FileFacts(path)), try #require(FileFacts(other)))
    let files = FileManager.default
    _ = try cache.bytes(of: path, facts) { () throws(TimeWalkError) in
      try? files.removeItem(atPath: path)
      return try cache.bytes(of: other, others) { () throws(TimeWalkError) in
        throw TimeWalkError(.notFound, "not cached")
      }
    }
    #expect(cache.size == 1)
  }

  @Test("Long and empty files stay on the disk, and the least recently used ones go")
  func bounds() throws {
    try answer(try write([], to: "empty.jpg"))
    try answer(try write(Array(repeating: 1, count: FileCache.longest + 1), to: "long.jpg"))
    #expect(cache.size == 0)
    let whole = Array(repeating: UInt8(1), count: FileCache.longest)
    let first = try write(whole, to: "first.jpg")
    try answer(first)
    for number in 0..<64 {
      try answer(try write(whole, to: "\(number).jpg"))
      #expect(try isKept(first))
    }
    #expect(cache.size == 32 << 20)
    #expect(try !isKept(folder.path("0.jpg")))
    #expect(try isKept(folder.path("63.jpg")))
  }

  @Test("An item's picture is made once for a size, and again for a changed file or credit")
  func itemPicture() throws {
    let place = try Served.place()
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    let pipeline = try Pipeline(places: places, forPhotos: false)
    let cache = ThumbnailCache()
    var made = 0
    func picture(side: Int = 64) throws -> [UInt8] {
      try pipeline.itemPicture("nypl:kept", side: side) { (key, make) throws(TimeWalkError) in
        try cache.bytes(of: key) { () throws(TimeWalkError) in
          made += 1
          return try make()
        }
      }
    }
    func kept() throws -> [UInt8] {
      try pipeline.itemPicture("nypl:kept", side: 64) { key, _ in cache.kept(key) ?? [] }
    }
    #expect(try kept().isEmpty)
    let first = try picture()
    #expect(try picture() == first && kept() == first && made == 1)
    #expect(try picture(side: 32) != first && made == 2)
    _ = try place.write(JPEGBuilder(width: 240, height: 320).bytes, to: "kept.jpg")
    let second = try picture()
    #expect(try second != first && picture() == second && made == 3)
    let curator = try Curator(writing: places)
    let author = ChangeAuthor(name: "test")
    _ = try curator.set("nypl:kept", ["credit": "Town archive"], isDryRun: false, by: author)
    #expect(try picture() != second && made == 4)
    try FileManager.default.removeItem(atPath: place.folder.path("kept.jpg"))
    #expect(throws: TimeWalkError.self) { try picture() }
    _ = try place.write(JPEGBuilder(width: 320, height: 240).bytes, to: "kept.jpg")
    _ = try curator.remove(["nypl:kept"], isAgreed: true, isDryRun: false, by: author)
    #expect(throws: TimeWalkError.self) { try picture() }
  }

  @Test("The least recently used of items' pictures go; one that is too long isn't kept")
  func itemPictures() throws {
    let cache = ThumbnailCache()
    func isKept(_ key: String, _ count: Int) throws -> Bool {
      var isMade = false
      _ = try cache.bytes(of: key) { () throws(TimeWalkError) in
        isMade = true
        return [UInt8](repeating: 1, count: count)
      }
      return !isMade
    }
    let longest = 512 << 10
    for _ in 1...2 { #expect(try !isKept("long", longest + 1)) }
    for number in 0...32 { #expect(try !isKept("\(number)", longest)) }
    #expect(try isKept("1", longest))
    #expect(try !isKept("0", longest))
    #expect(try isKept("1", longest))
    #expect(try !isKept("2", longest))
  }
}
