import Foundation
import GRDB
import Synchronization
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// Counts which files are looked at; a file's first byte is its fingerprint, `0` shows nothing, `!`
/// is broken.
final class PictureReader: Sendable {
  struct Broken: Error {}

  private let seen = Mutex<[String]>([])

  /// The names of the files that were looked at since the last call, sorted.
  func take() -> [String] {
    seen.withLock { names in
      defer { names = [] }
      return names.sorted()
    }
  }

  var options: ImportOptions {
    ImportOptions(
      collection: "test",
      fingerprint: { [self] path in
        let url = URL(fileURLWithPath: path)
        seen.withLock { $0.append(url.lastPathComponent) }
        let first = try Data(contentsOf: url).first ?? 0
        guard first != UInt8(ascii: "!") else { throw Broken() }
        return first == UInt8(ascii: "0")
          ? nil : Fingerprint(words: [UInt64(first), .max, 0, 1 << 63])
      })
  }
}

@Suite struct CopyTests {
  /// What the archive says of items by identifier.
  private func records(_ archive: SpatiaLiteArchive) throws -> [String: CopyRecord] {
    let hits = try archive.search(ArchiveQuery()).hits
    let records = try archive.copyRecords(keys: hits.map(\.key) + [999])
    #expect(records.count == hits.count)
    return Dictionary(
      uniqueKeysWithValues: hits.compactMap { hit in
        records[hit.key].map { (hit.item.id.identifier, $0) }
      })
  }

  private func originals(_ archive: SpatiaLiteArchive) throws -> [String: [String]] {
    try records(archive).mapValues { $0.originals.map(\.description) }
  }

  @Test func `declared copies are followed to the end, in their collection first`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\nx,1,2\nb:c,1,2\n", collection: "b")
    let report = try fixture.importCSV(
      """
      id,latitude,longitude,copy_of
      a,1,2,
      copy,1,2,a
      copy of copy,1,2, copy
      abroad,1,2,b:x
      b:x2,1,2,
      home,1,2,b:x2
      odd,1,2,b:b:c

      """)
    #expect(report.findings == [])
    #expect(
      try originals(fixture.archive) == [
        "x": [], "b:c": [], "a": [], "copy": ["test:a"],
        "copy of copy": ["test:copy", "test:a"], "abroad": ["b:x"], "b:x2": [],
        "home": ["test:b:x2"], "odd": ["b:b:c"],
      ])
  }

  @Test func `an item's copies are those declared either way, and those that look alike nearby`()
    throws
  {
    let fixture = try ArchiveFixture()
    for name in ["a", "b", "c", "d"] {
      try fixture.write("\(name == "d" ? "0" : "s")", to: name + ".jpg")
    }
    try fixture.write(
      """
      id,latitude,longitude,copy_of,media
      a,1,2,,a.jpg
      b,1.001,2,a,
      c,1.002,2,,c.jpg
      d,1,2,,d.jpg
      far,40,2,,b.jpg
      e,1,2,nobody,

      """, to: "items.csv")
    try fixture.archive.importCatalogue(
      at: fixture.folder.path("items.csv"), options: PictureReader().options)
    func copies(_ name: String) throws -> [String] {
      try fixture.archive.copies(of: ItemID(collection: "test", identifier: name)).map {
        "\($0.id.identifier) \($0.isDeclared)"
      }
    }
    #expect(try copies("a") == ["b true", "c false"])
    #expect(try copies("b") == ["a true"])
    #expect(try copies("c") == ["a false"])
    #expect(try copies("far") == [])
    #expect(try copies("e") == ["nobody true"])
    #expect(try copies("none") == [])
  }

  @Test func `a circle ends, and an unknown name is a warning that still joins`() throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(
      """
      id,latitude,longitude,copy_of
      a,1,2,b
      b,1,2,a
      lost,1,2,gone
      lost too,1,2,gone
      self,1,2,self
      late,1,2,last
      last,1,2,

      """)
    #expect(
      report.findings.map(\.description) == [
        "line 4, copy_of \"gone\": the archive has no item of this name",
        "line 5, copy_of \"gone\": the archive has no item of this name",
        "line 6, copy_of \"self\": names the item itself and is ignored",
      ])
    #expect(report.added == 7)
    #expect(
      try originals(fixture.archive) == [
        "a": ["test:b"], "b": ["test:a"], "lost": ["test:gone"], "lost too": ["test:gone"],
        "self": [], "late": ["test:last"], "last": [],
      ])
  }

  @Test func `a declaration is part of the row: it goes round, and its change is an update`() throws
  {
    let fixture = try ArchiveFixture()
    let text = "id,latitude,longitude,copy_of\na,1,2,\"say \"\"b\"\"\"\n\"say \"\"b\"\"\",1,2,\n"
    #expect(try fixture.importCSV(text).added == 2)
    let path = fixture.folder.path("out.csv")
    _ = try fixture.exportCSV(to: path, collection: "test")
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    #expect(try originals(other.archive) == originals(fixture.archive))
    #expect(try fixture.importCSV(text).unchanged == 2)
    let report = try fixture.importCSV("id,latitude,longitude\na,1,2\n")
    #expect((report.updated, report.unchanged) == (1, 0))
    #expect(try originals(fixture.archive) == ["a": [], "say \"b\"": []])
  }

  @Test func `pictures are looked at once, and again when their file changes`() throws {
    let fixture = try ArchiveFixture()
    let reader = PictureReader()
    for name in ["1.jpg", "2.jpg", "0.jpg"] { try fixture.write(name, to: name) }
    let text = """
      id,latitude,longitude,media
      one,1,2,1.jpg
      two,1,2,2.jpg
      flat,1,2,0.jpg
      web,1,2,https://example.org/1.jpg

      """
    let path = try fixture.write(text)
    func run() throws -> ImportReport {
      try fixture.archive.importCatalogue(at: path, options: reader.options)
    }
    #expect(try run().findings == [])
    #expect(reader.take() == ["0.jpg", "1.jpg", "2.jpg"])
    let first = try records(fixture.archive)
    #expect(first["one"]?.fingerprint == Fingerprint(words: [0x31, .max, 0, 1 << 63]))
    #expect(first["two"]?.fingerprint == Fingerprint(words: [0x32, .max, 0, 1 << 63]))
    #expect(first["flat"] == CopyRecord() && first["web"] == CopyRecord())
    #expect(try fixture.archive.verify() == [])

    let again = try run()
    #expect((again.unchanged, reader.take()) == (4, []))
    try fixture.write("3 is longer", to: "2.jpg")
    #expect(try run().unchanged == 4)
    #expect(reader.take() == ["2.jpg"])
    #expect(try records(fixture.archive)["two"]?.fingerprint?.words[0] == 0x33)

    // Without looking, what is known stays, unless the item gets another picture.
    try fixture.write(
      text.replacing("two,1,2,2.jpg", with: "two,1,2,1.jpg").replacing("one,1,2", with: "one,1,3"))
    try fixture.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    let last = try records(fixture.archive)
    #expect(last["one"]?.fingerprint == first["one"]?.fingerprint)
    #expect(last["two"] == CopyRecord())
  }

  @Test func `many pictures each get their own, and broken JPEGs a warning each time`() throws {
    let fixture = try ArchiveFixture()
    let reader = PictureReader()
    var text = "id,latitude,longitude,media,copy_of\n"
    for index in 0..<200 {
      let name = "\(index).\(index % 2 == 0 ? "JPG" : "png")"
      let isBroken = index % 50 < 2
      try fixture.write(isBroken ? [0x21] : [UInt8(index % 7) + 0x41], to: name)
      text += "i\(index),1.\(index),2,\(name),\(index == 60 ? "nobody" : "")\n"
    }
    let path = try fixture.write(text)
    for _ in 0..<2 {
      let report = try fixture.archive.importCatalogue(at: path, options: reader.options)
      #expect(report.findings.map(\.line) == [2, 52, 62, 102, 152])
      #expect(report.warnings.count == 5 && report.refused == 0)
      #expect(report.findings.filter { $0.column == "media" }.count == 4)
    }
    #expect(reader.take().count == 200 + 8)
    let found = try records(fixture.archive)
    for index in 0..<200 {
      let expected = index % 50 < 2 ? nil : UInt64(index % 7 + 0x41)
      #expect(found["i\(index)"]?.fingerprint?.words[0] == expected)
    }
  }

  @Test func `a dry run keeps no fingerprint`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("1", to: "1.jpg")
    let path = try fixture.write("id,latitude,longitude,media\none,1,2,1.jpg\n")
    try fixture.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    var options = PictureReader().options
    options.isDryRun = true
    try fixture.archive.importCatalogue(at: path, options: options)
    #expect(try records(fixture.archive) == ["one": CopyRecord()])
  }

  @Test
  func `what is declared a copy of an item is found without reading all`() throws {
    let fixture = try ArchiveFixture()
    let plan = try fixture.archive.reader.read { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + copiesDeclared,
        arguments: ["one", "test:one"])
    }
    let steps = plan.compactMap { row -> String? in row["detail"] }
    #expect(steps.contains { $0.contains("INDEX items_by_original") }, "\(steps)")
    #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
  }
}
