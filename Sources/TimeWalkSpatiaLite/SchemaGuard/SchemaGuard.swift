import GRDB
import TimeWalkArchive
import TimeWalkStorage

/// Distinguishes the permitted schema of an archive's file from hostile additions.
///
/// Tables, indexes and triggers of ours and of SpatiaLite must have the form that TimeWalk and
/// SpatiaLite make: nothing else may run when an item is read or changed. Plain tables of other
/// programs, such as QGIS's styles, are permitted with their own triggers, because our code never
/// writes to them.
enum SchemaGuard {
  /// Something that may not be there.
  struct ForeignObject: Hashable, Sendable {
    var type: String
    var name: String
    /// Its fault.
    var reason: String
    /// True if even reading could run it: one of our tables is something else.
    var spoilsReading: Bool

    /// True if the archive loses nothing without it; a repair may then remove it.
    var isRemovable: Bool { type == "trigger" || type == "index" }

    /// Its name and its fault.
    var description: String { "the \(type) \(name) \(reason)" }
  }

  /// All that may not be there; empty for a sound archive.
  ///
  /// With `forReading`, only the objects that a reader uses; these don't include triggers and
  /// indexes.
  static func foreignObjects(_ db: Database, forReading: Bool = false) throws -> [ForeignObject] {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT type, name, tbl_name, sql FROM sqlite_master"
        + (forReading ? " WHERE type IN ('table', 'view')" : ""))
    return rows.compactMap { row in
      SchemaObject(row).flatMap { object in
        fault(of: object).map { reason in
          ForeignObject(
            type: object.type, name: object.name, reason: reason,
            spoilsReading: object.isOfOurs && object.type != "trigger" && object.type != "index")
        }
      }
    }
  }

  /// Refuses a file in which even reading could run hostile code.
  ///
  /// - Throws: `.notAnArchive`.
  static func checkForReading(_ db: Database, path: String) throws {
    guard let object = try foreignObjects(db, forReading: true).first(where: \.spoilsReading) else {
      return
    }
    throw ArchiveError(
      .notAnArchive, "\(path) can't be read safely as an archive: \(object.description).")
  }

  /// Refuses a file in which writing could run hostile code.
  ///
  /// - Throws: `.notAnArchive`, with the object and the remedy.
  static func checkForWriting(_ db: Database, path: String) throws {
    let found = try foreignObjects(db)
    guard let first = found.first else { return }
    let more = found.count > 1 ? ", and \(found.count - 1) more" : ""
    let advice =
      found.allSatisfy(\.isRemovable)
      ? "Remove it with \"timewalk archive repair\"."
      : "Import it into a new archive."
    throw ArchiveError(
      .notAnArchive,
      "\(path) has code that TimeWalk didn't create and that would run at a change: "
        + "\(first.description)\(more). The archive can be read. \(advice)")
  }

  /// Takes out triggers and indexes that may not be there, without running any.
  ///
  /// - Returns: the removed objects.
  static func removeForeignObjects(_ db: Database) throws -> [ForeignObject] {
    let found = try foreignObjects(db).filter(\.isRemovable)
    for object in found {
      try db.execute(
        sql: "DROP \(object.type) IF EXISTS \(object.name.quotedDatabaseIdentifier)")
    }
    return found
  }

  /// The reason why something must not exist; `nil` when it may.
  private static func fault(of object: SchemaObject) -> String? {
    // Our code doesn't reach other programs' own objects.
    guard object.isOfOurs || object.isOfSpatiaLite else {
      return object.type == "table" ? TableRule.faultOfForeign(object) : nil
    }
    // SQLite makes the indexes of UNIQUE and PRIMARY KEY itself, without a text.
    if object.sql.isEmpty { return object.type == "index" ? nil : "has no definition" }
    guard let tokens = SQLToken.all(of: object.sql) else { return "has unreadable text" }
    return switch object.type {
    case "table": TableRule.fault(of: object, tokens)
    case "index": IndexRule.fault(of: tokens)
    case "trigger": TriggerRule.fault(of: object, tokens)
    default: "is in place of a table"
    }
  }
}

/// A row of SQLite's table of the schema, with names in lower case.
struct SchemaObject {
  let type: String
  let name: String
  let table: String
  let sql: String

  init?(_ row: Row) {
    guard let type: String = try? row.read(0), let name: String = try? row.read(1),
      let table: String = try? row.read(2)
    else { return nil }
    self.type = type
    self.name = name.lowercased()
    self.table = table.lowercased()
    sql = (try? row.read(3)) ?? ""
  }

  /// True if it is, or belongs to, a table of TimeWalk.
  var isOfOurs: Bool { SchemaObject.ours.contains(table) || SchemaObject.ours.contains(name) }

  /// True if it is, or belongs to, a table that SpatiaLite keeps its records in.
  var isOfSpatiaLite: Bool { SchemaObject.spatiaLites.contains(table) }

  /// The tables of all versions of an archive.
  static let ours: Set<String> = [
    "grdb_migrations", "collections", "items", "idx_items_geometry", "idx_items_geometry_node",
    "idx_items_geometry_rowid", "idx_items_geometry_parent", "eras", "journal", "unplaced",
    "collection_versions", "item_versions", "unplaced_versions", "era_versions", "media",
    "dismissals", "dismissal_versions", "corrections", "correction_versions", "tiles",
    "tile_levels", "tile_changes", "tile_counts", "tile_state", "tile_news", "map_boxes",
    "map_boxes_node", "map_boxes_rowid", "map_boxes_parent", "item_counts", "review_counts",
    "item_words", "item_words_data", "item_words_idx", "item_words_config", "word_changes",
  ]

  /// The tables of SpatiaLite that a change of an item can reach.
  static let spatiaLites: Set<String> = [
    "spatial_ref_sys", "spatial_ref_sys_aux", "spatialite_history", "geometry_columns",
    "geometry_columns_statistics", "geometry_columns_field_infos", "geometry_columns_time",
    "geometry_columns_auth",
  ]
}
