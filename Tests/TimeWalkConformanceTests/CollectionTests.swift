import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("Collections, eras and rights", .waitsForProcesses) struct CollectionTests {
  @Test("Collections are listed by name with their numbers of items", arguments: Engine.all)
  func collections(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    #expect(try archive.collections() == [] && archive.statistics() == ArchiveStatistics())
    func dated(_ identifier: String, _ date: String) -> SourceRow {
      .placed(ItemID(collection: "b", identifier: identifier)) { item in
        item.date = try? CaptureDate(edtf: date)
        item.pose.heading = Heading(degrees: 1)
        item.pose.locationOf = .subject
        item.otherColumns = ["Shelf": "1", "Box": "2"]
      }
    }
    var source = Rows("b", [dated("1", "1905"), dated("2", "1880/.."), .placed("3")])
    source.rows[0].item?.id = ItemID(collection: "b", identifier: "3")
    source.statement.license = "CC0-1.0"
    try fixture.bring(source)
    try fixture.bring(
      Rows("test", [.unplaced("x", [.otherColumns: #"{"Drawer":"3"}"#, .title: "X"])]))
    let listed = try archive.collections()
    #expect(listed.map(\.statement.name) == ["b", "test"])
    #expect(listed.map(\.items) == [3, 0] && listed.map(\.unplaced) == [0, 1])
    try #require(listed.count == 2)
    #expect(listed[0].earliest == Day(year: 1880, month: 1, day: 1))
    #expect(listed[0].latest == Day(year: 1905, month: 12, day: 31))
    #expect(try archive.statements() == listed.map(\.statement))
    let statistics = try archive.statistics()
    #expect(
      statistics
        == ArchiveStatistics(
          collections: 2, items: 3, unplaced: 1, dated: 2, withHeading: 2, subjectLocated: 2,
          earliest: listed[0].earliest, latest: listed[0].latest))
    #expect(try archive.otherColumns(of: nil) == ["Box", "Drawer", "Shelf"])
    #expect(try archive.otherColumns(of: "test") == ["Drawer"])
    #expect(try archive.otherColumns(of: "none") == [])
    try archive.require(collection: nil)
    try archive.require(collection: "b")
    let error = #expect(throws: ArchiveError.self) { try archive.require(collection: "c") }
    #expect(error?.code == .noSuchCollection && error?.message.contains("b, test") == true)
  }

  @Test("Eras are found by name, in any case, oldest first", arguments: Engine.all)
  func eras(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    for (name, date) in [("Ère", "1900/1950"), ("Open", "../1700"), ("Mid", "1850")] {
      #expect(try archive.addEra(NamedEra(name: name, date: date)).entry != nil)
    }
    #expect(try archive.eras().map(\.name) == ["Open", "Mid", "Ère"])
    #expect(try archive.addEra(NamedEra(name: "MID", date: "1850")).entry == nil)
    let told = try archive.addEra(NamedEra(name: "mid", date: "1850", description: "Told"))
    #expect(told.era.name == "Mid" && told.era.description == "Told" && told.entry != nil)
    // The first description stays.
    let again = try archive.addEra(NamedEra(name: "mid", date: "1850", description: "Else"))
    #expect(again.era.description == "Told" && again.entry == nil)
    let other = #expect(throws: ArchiveError.self) {
      try archive.addEra(NamedEra(name: "Mid", date: "1851"))
    }
    #expect(other?.code == .eraExists)
    #expect(try archive.removeEra(named: "ÈRE").era.name == "Ère")
    let unknown = #expect(throws: ArchiveError.self) { try archive.removeEra(named: "Ère") }
    #expect(unknown?.code == .noSuchEra)
    #expect(try archive.eras().map(\.name) == ["Open", "Mid"])
  }

  @Test("Rights are a collection's or an item's, and are understood or not", arguments: Engine.all)
  func rights(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try fixture.bring(
      .placed(test("a")) { $0.license = "CC0-1.0" }, .placed(test("b")) { $0.license = "mine" },
      .placed("c"), .unplaced("d"))
    #expect(try archive.rights() == [CollectionRights(collection: "test", without: 2)])
    let done = try archive.setRights(of: "test", to: " all mine ")
    #expect(done.entry != nil && done.doubt != nil)
    let doubted = try #require(try archive.rights().first)
    #expect((doubted.license, doubted.without) == ("all mine", 2))
    #expect(doubted.doubt == done.doubt)
    #expect(try archive.item(test("c"))?.license == "all mine")
    let good = try archive.setRights(of: "test", to: "CC-BY-4.0")
    #expect(good.doubt == nil)
    #expect(try archive.rights().first?.without == 0)
    #expect(try archive.setRights(of: "test", to: "CC-BY-4.0").entry == nil)
    _ = try archive.setRights(of: "test", to: "")
    #expect(try archive.rights().first?.license == nil)
    let unknown = #expect(throws: ArchiveError.self) {
      try archive.setRights(of: "none", to: "CC0-1.0")
    }
    #expect(unknown?.code == .noSuchCollection)
    let nul = #expect(throws: ArchiveError.self) { try archive.setRights(of: "test", to: "a\0b") }
    #expect(nul?.code == .invalidField)
  }
}
