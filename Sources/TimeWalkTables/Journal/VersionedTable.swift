/// A table whose earlier states the journal stores.
///
/// Each has a table of versions with the same columns and the entry that replaced the state. A
/// version with only its key means that the row didn't exist before.
package enum VersionedTable: String, CaseIterable {
  case collections
  case items
  case unplaced
  case eras
  case dismissals
  case corrections

  /// The table of earlier states.
  package var versions: String {
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
  package var range: (first: String, last: String) {
    switch self {
    case .collections: ("first_collection", "last_collection")
    case .items: ("first_item", "last_item")
    case .unplaced: ("first_unplaced", "last_unplaced")
    case .eras: ("first_era", "last_era")
    case .dismissals: ("first_dismissal", "last_dismissal")
    case .corrections: ("first_correction", "last_correction")
    }
  }

  /// A column without NULL in existing rows; NULL in a version means that the row didn't exist.
  package var mark: String {
    switch self {
    case .collections, .eras: "name"
    case .items, .unplaced, .corrections: "identifier"
    case .dismissals: "item"
    }
  }
}
