import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

/// A copy of a whole archive must equal the archive, for each pair of engines.
@Suite("A copy of a whole archive", .waitsForProcesses, ThrowawayServer.isInstalled)
struct WholeCopyTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["TIMEWALK_SEEDS"].flatMap(UInt64.init)
    ?? (Project.isLongCheck ? 3 : 1)

  /// An archive of an engine, as its tables are seen.
  private static func tables(_ engine: Engine) throws -> (EngineFixture, any SQLArchive) {
    let fixture = try EngineFixture(engine)
    return (fixture, try #require(fixture.archive as? any SQLArchive))
  }

  /// Every value of every row of every table that isn't made of others, and the numbers that come
  /// next.
  static func rows(_ archive: any SQLArchive) throws -> [String] {
    try archive.look { db in
      var lines: [String] = []
      for table in CopiedTable.all {
        let columns = try db.columns(of: table).sorted()
        let order = table.order
        lines.append("\(table.name) \(try db.lastNumber(of: table))")
        try db.forEach(
          "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) ORDER BY \(order)", []
        ) { row in
          let values = try zip(columns, row.values).map { column, value in
            guard column == "geometry", case .blob(let blob) = value else { return "\(value)" }
            let bytes = try PointBlob.converted(blob) {
              PointBlob.append(latitude: $0, longitude: $1, to: &$2)
            }
            return "\(bytes)"
          }
          lines.append("\(table.name) \(zip(columns, values).map { "\($0)=\($1)" })")
        }
      }
      return lines
    }
  }

  @Test("holds all of its rows, gives its answers, and can be undone", arguments: 0..<seeds)
  func roundTrip(seed: UInt64) throws {
    let (first, file) = try Self.tables(.spatiaLite)
    var maker = OperationMaker(seed: 7_000 + seed)
    for _ in 0..<30 { _ = maker.next().outcome(on: first.archive) }
    let before = try Self.rows(file)
    try #require(before.count > 40, "there is something to copy")

    let (second, server) = try Self.tables(.postGIS)
    let report = try server.fill(from: file)
    #expect(report.problems == [])
    #expect(Difference.between(try Self.rows(server), before) == nil)

    let (third, back) = try Self.tables(.spatiaLite)
    _ = try back.fill(from: server)
    #expect(Difference.between(try Self.rows(back), before) == nil)

    for _ in 0..<30 {
      let question = maker.question()
      let answers = [first, second, third].map { question.outcome(on: $0.archive) }
      for answer in answers.dropFirst() {
        #expect(Difference.between(answer, answers[0]) == nil, "\(question.name)")
      }
    }
    let archives = [first, second, third].map(\.archive)
    for entry in try archives[0].history() where entry.undoneBy == nil && entry.undoes == nil {
      let undone = archives.map { archive in
        do {
          let report = try archive.undo(entry.number)
          return "\(report.undone.number) \(report.counts) \(report.entry as Any)"
        } catch { return "\(error)" }
      }
      for other in undone.dropFirst() { #expect(other == undone[0], "entry \(entry.number)") }
    }
    // The journal's clock apart, they are still the same.
    let states = try archives.map { try Transcript.of($0) }
    for state in states.dropFirst() { #expect(Difference.between(state, states[0]) == nil) }
    for archive in archives {
      let faults = try archive.verify().filter { $0.severity == .fault && $0.check != .media }
      #expect(faults == [])
    }
  }

  @Test("of many items is made at once, and requires an empty archive")
  func many() throws {
    let (first, file) = try Self.tables(.spatiaLite)
    let rows = (0..<2_500).map { index in
      SourceRow.placed(
        "\(index)", "No. \(index)", latitude: Double(index % 170) - 85 + 0.001,
        longitude: Double(index % 361) - 180)
    }
    try first.bring(Rows("test", rows))
    let (second, server) = try Self.tables(.postGIS)
    _ = try server.fill(from: file)
    let (third, back) = try Self.tables(.spatiaLite)
    _ = try back.fill(from: server)
    #expect(try Self.rows(back) == Self.rows(file))
    for archive in [second.archive, third.archive] { #expect(try archive.verify() == []) }
    for (target, source) in [(server, file), (back, server)] {
      let error = #expect(throws: ArchiveError.self) { try target.fill(from: source) }
      #expect(error?.code == .outputFailed)
    }
  }

  @Test("that breaks leaves nothing, and can be made again", arguments: [true, false])
  func broken(intoServer: Bool) throws {
    let (first, source) = try Self.tables(intoServer ? .spatiaLite : .postGIS)
    try first.bring(Rows("test", [.placed("a"), .placed("b"), .unplaced("c")]))
    try first.archive.addEra(NamedEra(name: "Old", date: "1900"))
    let (second, target) = try Self.tables(intoServer ? .postGIS : .spatiaLite)
    let empty = try Self.rows(target)
    // The last table has a row that the other engine can't hold.
    _ = try source.change(isDryRun: false) { db in
      if intoServer {
        try db.run(
          "INSERT INTO media VALUES ('x', x'\(String(repeating: "30", count: 64))', 1, NULL, 1, 1, 0, NULL)"
        )
      } else {
        try db.run("ALTER TABLE media DROP CONSTRAINT media_sha256_check")
        try db.run("INSERT INTO media VALUES ('x', 'short', 1, NULL, 1, 1, 0, NULL)")
      }
    }
    #expect(throws: ArchiveError.self) { try target.fill(from: source) }
    #expect(try Self.rows(target) == empty)
    _ = try source.change(isDryRun: false) { db in try db.run("DELETE FROM media") }
    _ = try target.fill(from: source)
    #expect(try Self.rows(target) == Self.rows(source))
    #expect(try second.archive.verify().filter { $0.severity == .fault } == [])
  }
}
