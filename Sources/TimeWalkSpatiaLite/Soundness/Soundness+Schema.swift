import GRDB
import TimeWalkArchive
import TimeWalkStorage

extension Soundness {
  /// A table, trigger or index that an archive must have.
  struct SchemaObject: Sendable {
    var type: String
    var name: String
    var table: String
    var sql: String?

    /// True if SpatiaLite writes it; its versions have different wordings.
    var isSpatiaLites: Bool { table == "items" && name.hasSuffix("_items_geometry") }
  }

  /// The objects of a new archive, except the tables of SpatiaLite and of the migrations.
  static func expectedSchema() throws -> [SchemaObject] { try freshSchema.get() }

  private static let freshSchema = Result { try readFreshSchema() }

  private static func readFreshSchema() throws -> [SchemaObject] {
    let fresh = try DatabaseQueue(configuration: ArchiveFile.configuration)
    let before = try fresh.read { try names($0) }
    try fresh.writeWithoutTransaction { try $0.trustSchema() }
    try Schema.migrator.migrate(fresh)
    // The tables of SpatiaLite are those that it makes in any database.
    let plain = try DatabaseQueue(configuration: ArchiveFile.configuration)
    let others = try plain.write { db in
      try Schema.check(db, "InitSpatialMetaData(0, 'NONE')")
      return try names(db)
    }
    return try fresh.read { try objects($0) }.filter {
      !before.contains($0.name) && !others.contains($0.table) && $0.table != "grdb_migrations"
        && !$0.table.hasPrefix("idx_") && !$0.name.hasPrefix("sqlite_")
    }
  }

  /// The missing or changed objects.
  static func schema(_ db: Database) throws -> [ArchiveProblem] {
    let found = Dictionary(
      try objects(db).map { ("\($0.type) \($0.name)", $0) }, uniquingKeysWith: { first, _ in first }
    )
    return try expectedSchema().compactMap { expected in
      let isRepairable =
        expected.type != "table" || expected.name.hasPrefix("tile")
        || CountSchema.names.contains(expected.name) || MapSchema.names.contains(expected.name)
        || WordSchema.names.contains(expected.name)
      guard let object = found["\(expected.type) \(expected.name)"] else {
        return ArchiveProblem(
          check: .schema, detail: "the \(expected.type) \(expected.name) is missing",
          isRepairable: isRepairable)
      }
      // Added columns change a table's text without harm.
      guard expected.type != "table", !expected.isSpatiaLites, object.sql != expected.sql else {
        return nil
      }
      return ArchiveProblem(
        check: .schema, detail: "the \(expected.type) \(expected.name) differs from this version",
        isRepairable: isRepairable)
    }
  }

  /// Forbidden objects: triggers that would run when the archive is changed, and objects in place
  /// of a table.
  static func foreignObjects(_ db: Database) throws -> [ArchiveProblem] {
    try SchemaGuard.foreignObjects(db).map { object in
      ArchiveProblem(
        check: .schema, detail: object.description,
        hint: object.isRemovable ? nil : "import the archive into a new one",
        isRepairable: object.isRemovable)
    }
  }

  private static func names(_ db: Database) throws -> Set<String> {
    try Set(objects(db).map(\.name))
  }

  private static func objects(_ db: Database) throws -> [SchemaObject] {
    try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master").map {
      try SchemaObject(type: $0.read(0), name: $0.read(1), table: $0.read(2), sql: $0.read(3))
    }
  }
}
