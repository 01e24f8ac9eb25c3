import GRDB
import TimeWalkArchive

/// A table whose earlier states the journal keeps.
///
/// Each has a table of versions with the same columns and the entry that replaced the state. A row
/// of versions that has only its key says that there was nothing before.
enum KeptTable: String, CaseIterable {
  case collections
  case items
  case unplaced
  case eras
  case dismissals
  case corrections

  /// The table of earlier states.
  var versions: String {
    switch self {
    case .collections: "collection_versions"
    case .items: "item_versions"
    case .unplaced: "unplaced_versions"
    case .eras: "era_versions"
    case .dismissals: "dismissal_versions"
    case .corrections: "correction_versions"
    }
  }

  /// The columns of `journal` with the first and the last key of the rows that an entry made.
  var range: (first: String, last: String) {
    switch self {
    case .collections: ("first_collection", "last_collection")
    case .items: ("first_item", "last_item")
    case .unplaced: ("first_unplaced", "last_unplaced")
    case .eras: ("first_era", "last_era")
    case .dismissals: ("first_dismissal", "last_dismissal")
    case .corrections: ("first_correction", "last_correction")
    }
  }

  /// The column that no row lacks, so that NULL in a version says that there was no row.
  var mark: String {
    switch self {
    case .collections, .eras: "name"
    case .items, .unplaced, .corrections: "identifier"
    case .dismissals: "item"
    }
  }

  /// All columns but the key, as the file has them.
  ///
  /// A migration that adds a column to the table adds it to the versions as well. One that another
  /// program added, as QGIS does, is in no version, and stays as it is.
  func columns(_ db: Database) throws -> [String] {
    let kept = Set(try db.columns(in: versions).map(\.name))
    return try db.columns(in: rawValue).map(\.name).filter { $0 != "key" && kept.contains($0) }
  }
}
