import Foundation
import GRDB
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// A small archive with rows in most tables, to be damaged as by a failing disk or another program.
struct DamagedArchive: Sendable {
  /// The file as TimeWalk wrote it.
  private let sound: [UInt8]
  /// The same without triggers, with tables that take NULL.
  private let loose: [UInt8]
  /// The rows of the sound file's schema.
  private let schema: [[DatabaseValue]]
  /// The columns of each table that isn't a module's, whether its rows have numbers, and whether
  /// its values are numbers.
  private let columns: [(table: String, name: String, hasNumbers: Bool, isOfNumbers: Bool)]

  /// Made once.
  static let shared = Result { try DamagedArchive() }

  private init() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,title,latitude,longitude,accuracy,date,heading,view_distance,media,copy_of,kind,outline,shoe
      a,The Flatiron,40.7421,-73.9893,10,1902,190,250,https://example.org/a.jpg,,,,7
      b,Broadway,40.7422,-73.9895,25,1890/1930,10,,https://example.org/b.jpg,a,,,
      c,Times Square,40.758,-73.9855,,1905~,,,,,,,x
      d,Nowhere,,,,1911,,,,,,,
      e,Elsewhere,,,,,,,,,,,
      f,A map,,,,1660,,,,,map,"POLYGON ((-74.02 40.7, -73.98 40.7, -73.98 40.76, -74.02 40.7))",

      """)
    let archive = fixture.archive
    func item(_ identifier: String) -> ItemID { ItemID(collection: "test", identifier: identifier) }
    try archive.set(item("a"), [.title: "The Flatiron Building", .creator: "A. Person"])
    try archive.set(item("d"), [.latitude: "40.75", .longitude: "-73.98"])
    try archive.addEra(NamedEra(name: "New Amsterdam", date: "1626/1664"))
    try archive.remove([item("c")])

    let path = fixture.folder.path("base.sqlite")
    try archive.backup(to: path)
    try DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    sound = try bytes(path)
    (schema, columns) = try DatabaseQueue(path: path).writeWithoutTransaction { db in
      let schema = try Row.fetchAll(
        db, sql: "SELECT rowid, type, name, tbl_name, rootpage, sql FROM sqlite_master"
      ).map { Array($0.databaseValues) }
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          DELETE FROM sqlite_master WHERE type = 'trigger';
          UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table';
          """)
      let columns = try Row.fetchAll(
        db,
        sql: """
          SELECT m.name, c.name, m.sql NOT LIKE '%WITHOUT ROWID%', c.type IN ('REAL', 'INTEGER')
          FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
          WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT LIKE '%spatial%'
            AND m.name NOT LIKE '%geom%cols%' AND m.name NOT LIKE '%geometry_columns%'
          """
      ).map {
        (
          table: $0[0] as String, name: $0[1] as String, hasNumbers: $0[2] as Bool,
          isOfNumbers: $0[3] as Bool
        )
      }
      return (schema, columns)
    }
    loose = try bytes(path)
  }

  /// Writes a copy with some flipped bits, none in the empty parts of pages.
  ///
  /// - Returns: their number.
  func flip(_ random: inout SeededGenerator, to path: String) throws -> Int {
    var bytes = sound
    let count = [1, 1, 2, 3, 8].randomElement(using: &random) ?? 1
    var rest = count
    while rest > 0 {
      let page = Int.random(in: 0..<bytes.count / 4096, using: &random)
      let places = (page * 4096..<(page + 1) * 4096).filter { bytes[$0] != 0 }
      guard let place = places.randomElement(using: &random) else { continue }
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      rest -= 1
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return count
  }

  /// Values that no column expects, as SQL.
  private static let values =
    [
      "NULL", "''", "'x'", "'9999'", "x''", "x'00'", "zeroblob(60)", "0", "-1", "1", "2",
      "9e999", "0.5", "'{}'", "'[]'",
    ] + ends

  /// Numbers at the ends of their types.
  private static let ends = ["1e308", "-1e308", "\(Int64.max)", "\(Int64.min)"]

  /// Statements that give all rows an end in one column of numbers.
  var extremes: [String] {
    columns.filter(\.isOfNumbers).flatMap { column in
      Self.ends.map { "UPDATE \(column.table) SET \(column.name) = \($0)" }
    }
  }

  /// Writes a copy with other values in some rows.
  ///
  /// - Returns: the statements that changed them.
  func change(_ random: inout SeededGenerator, to path: String) throws -> [String] {
    let count = [1, 1, 2, 4].randomElement(using: &random) ?? 1
    return try change(path) { db in
      var done: [String] = []
      while done.count < count {
        guard let column = columns.randomElement(using: &random),
          let value = Self.values.randomElement(using: &random)
        else { continue }
        let row = Int.random(in: 0..<4, using: &random)
        let condition = "rowid = (SELECT rowid FROM \(column.table) LIMIT 1 OFFSET \(row))"
        let statement =
          "UPDATE \(column.table) SET \(column.name) = \(value)"
          + (column.hasNumbers ? " WHERE \(condition)" : "")
        // A key can't have any type, nor be there twice.
        do { try db.execute(sql: statement) } catch is DatabaseError { continue }
        if db.changesCount > 0 { done.append(statement) }
      }
      return done
    }
  }

  /// Writes a copy that a statement changed.
  ///
  /// - Returns: the number of changed rows.
  func change(_ statement: String, to path: String) throws -> Int {
    try change(path) { db in
      try db.execute(sql: statement)
      return db.changesCount
    }
  }

  /// Writes a copy and changes it without the rules that keep it whole.
  private func change<T>(_ path: String, _ work: (Database) throws -> T) throws -> T {
    try Data(loose).write(to: URL(fileURLWithPath: path))
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
      let result = try work(db)
      try db.execute(sql: "PRAGMA writable_schema = ON; BEGIN; DELETE FROM sqlite_master")
      for row in schema {
        try db.execute(
          sql: """
            INSERT INTO sqlite_master (rowid, type, name, tbl_name, rootpage, sql)
            VALUES (?, ?, ?, ?, ?, ?)
            """, arguments: StatementArguments(row))
      }
      try db.execute(sql: "COMMIT")
      return result
    }
    try queue.close()
    return result
  }
}
