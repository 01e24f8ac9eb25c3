import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

@Suite("The looks of pictures", .waitsForProcesses) struct LookTests {
  private let looker = PictureLooker()

  private func bring(
    _ rows: [SourceRow], to fixture: EngineFixture, _ edit: (inout ImportPolicy) -> Void = { _ in }
  ) throws -> ImportReport {
    try fixture.bring(Rows("test", rows)) { policy in
      policy.fingerprint = { [looker = self.looker] path in try looker.look(at: path) }
      edit(&policy)
    }
  }

  /// The looks by the items' names, of those that have one.
  private func looks(_ fixture: EngineFixture) throws -> [String: Fingerprint] {
    let keys = try fixture.archive.search(ArchiveQuery()).hits.map(\.key)
    let records = try fixture.archive.records(keys: keys).values
    return Dictionary(
      uniqueKeysWithValues: records.map { ($0.item.id.identifier, $0.copies.fingerprint) }
    ).compactMapValues(\.self)
  }

  private func row(
    _ identifier: String, _ name: String, in fixture: EngineFixture, latitude: Double = 40
  ) -> SourceRow {
    .placed(test(identifier), latitude: latitude) {
      $0.media = .file(path: fixture.folder.path(name))
    }
  }

  @Test("are taken once, and again when a file changes", arguments: Engine.all)
  func once(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    for name in ["1.jpg", "2.jpg", "0.jpg"] { _ = try fixture.write(name, to: name) }
    var rows: [SourceRow] = [
      row("one", "1.jpg", in: fixture), row("two", "2.jpg", in: fixture),
      row("flat", "0.jpg", in: fixture),
      .placed(test("web")) { $0.media = .url("https://example.org/1.jpg") },
    ]
    let dry = try bring(rows, to: fixture) { $0.isDryRun = true }
    #expect(dry.warnings == [])
    #expect(try looks(fixture) == [:])
    _ = looker.take()
    #expect(try bring(rows, to: fixture).warnings == [])
    #expect(looker.take() == ["0.jpg", "1.jpg", "2.jpg"])
    let (one, two, three) = (
      PictureLooker.look(of: 0x31), PictureLooker.look(of: 0x32), PictureLooker.look(of: 0x33)
    )
    #expect(try looks(fixture) == ["one": one, "two": two])
    #expect(try bring(rows, to: fixture).unchanged == 4)
    #expect(looker.take() == [])
    _ = try fixture.write("3 is longer", to: "2.jpg")
    #expect(try bring(rows, to: fixture).unchanged == 4)
    #expect(looker.take() == ["2.jpg"])
    #expect(try looks(fixture) == ["one": one, "two": three])
    // Without a look, the known one stays with the picture, and goes with it.
    rows[0] = row("one", "1.jpg", in: fixture, latitude: 41)
    rows[1] = row("two", "1.jpg", in: fixture)
    try fixture.bring(Rows("test", rows))
    #expect(try looks(fixture) == ["one": one])
  }

  @Test("are each picture's own, and broken ones are warnings each time", arguments: Engine.all)
  func many(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    var expected: [String: Fingerprint] = [:]
    for index in 0..<120 {
      let byte = index % 50 < 2 ? UInt8(ascii: "!") : UInt8(ascii: "A") + UInt8(index % 7)
      _ = try fixture.write(String(decoding: [byte], as: UTF8.self), to: "\(index).jpg")
      if index % 50 >= 2 { expected["\(index)"] = PictureLooker.look(of: byte) }
    }
    let rows = (0..<120).map { row("\($0)", "\($0).jpg", in: fixture) }
    for seen in [120, 6] {
      let report = try bring(rows, to: fixture)
      #expect(report.refused == 0)
      #expect(
        Set(report.warnings.map(\.identifier)) == ["0", "1", "50", "51", "100", "101"])
      #expect(report.warnings.allSatisfy { $0.column == "media" })
      #expect(looker.take().count == seen)
    }
    #expect(try looks(fixture) == expected)
  }
}
