package import TimeWalkArchive

/// The numbers of one collection's items, which the table `item_counts` keeps.
///
/// Triggers of the engine follow every change, also by other programs. When a first or last day may
/// have gone, they mark the collection as stale. It is then counted anew: by each reader, until the
/// end of the next change.
package struct KeptCounts: Hashable, Sendable {
  /// A kind of items that are counted, by the column of its number.
  package enum Kind: String, CaseIterable, Sendable {
    case items
    case dated
    case withHeading = "with_heading"
    case withFieldOfView = "with_field_of_view"
    case subjectLocated = "subject_located"
    case withMedia = "with_media"
    case withLicense = "with_license"
    case unplaced
    case withRoughPlace = "with_rough_place"
    case withFile = "with_file"
    case withFingerprint = "with_fingerprint"

    /// The condition for a row of `items`, by the row's name in a statement; `nil` for items of
    /// another table.
    package func condition(_ row: String) -> String? {
      switch self {
      case .items: "1 = 1"
      case .dated: "\(row).date IS NOT NULL"
      case .withHeading: "\(row).heading IS NOT NULL"
      case .withFieldOfView: "\(row).field_of_view IS NOT NULL"
      case .subjectLocated: "coalesce(\(row).location_of, '') = 'subject'"
      case .withMedia: "\(row).media IS NOT NULL"
      case .withLicense: "\(row).license IS NOT NULL"
      case .unplaced: nil
      case .withRoughPlace: "coalesce(\(row).accuracy, 0) > 100"
      case .withFile: "coalesce(\(row).media_kind, '') = 'file'"
      case .withFingerprint: "\(row).fingerprint IS NOT NULL"
      }
    }
  }

  /// The number of each kind, in the order of `Kind.allCases`.
  private let numbers: [Int]
  /// The first day that an item names.
  package let earliest: Int?
  /// The last day that an item names.
  package let latest: Int?

  /// A collection without items.
  package init() { (numbers, earliest, latest) = (Kind.allCases.map { _ in 0 }, nil, nil) }

  /// Reads a row of `columns`.
  fileprivate init(row: SQLRow) {
    // A hostile file may have any number, and a sum must not overflow.
    numbers = Kind.allCases.indices.map { min(max(0, row[1 + $0] as Int), 1 << 40) }
    earliest = row[1 + numbers.count]
    latest = row[2 + numbers.count]
  }

  /// The number of items of a kind.
  package subscript(_ kind: Kind) -> Int {
    Kind.allCases.firstIndex(of: kind).map { numbers[$0] } ?? 0
  }

  /// The columns of `item_counts`.
  package static let columns =
    ["collection"] + Kind.allCases.map(\.rawValue) + ["earliest", "latest", "is_stale"]

  /// The numbers of all collections, by their keys.
  package static func all(_ db: any SQLDatabase) throws -> [Int64: KeptCounts] {
    var counts: [Int64: KeptCounts] = [:]
    var (items, staleItems) = (0, 0)
    if let kept = try db.keptCounts {
      for row in try db.rows("SELECT \(columns.joined(separator: ", ")) FROM \(kept) AS kept") {
        let count = KeptCounts(row: row)
        items += count[.items]
        if row[columns.count - 1] as Bool {
          staleItems += count[.items]
        } else {
          counts[row[0]] = count
        }
      }
    }
    let others = try db.all(Int64.self, "SELECT key FROM collections").filter { counts[$0] == nil }
    guard !others.isEmpty else { return counts }
    let keys = items == 0 || staleItems > items / largeShare ? nil : others
    for row in try db.rows(once: anew(keys), []) where counts[row[0]] == nil {
      counts[row[0]] = KeptCounts(row: row)
    }
    return counts
  }

  /// The part of all items from which it is quicker to read all than these by an index.
  package static let largeShare = 8

  /// The query that counts the items of some collections, or of all, in the order of `columns`.
  package static func anew(_ keys: [Int64]? = nil) -> String {
    let list = keys.map { "IN (\($0.map(String.init).joined(separator: ", ")))" }
    let filter = list.map { "WHERE collection \($0)" } ?? ""
    // The plus keeps an engine from reading all items row by row, in the order of an index.
    let collection = keys == nil ? "+collection" : "collection"
    let sums = Kind.allCases.compactMap { kind in
      kind.condition("items").map { "count(*) FILTER (WHERE \($0)) AS \(kind.rawValue)" }
    }
    let numbers = Kind.allCases.map { kind in
      "coalesce(\(kind == .unplaced ? "bare" : "placed").\(kind.rawValue), 0)"
    }
    return """
      SELECT collections.key, \(numbers.joined(separator: ", ")), placed.earliest, placed.latest, 0
      FROM collections LEFT JOIN (
        SELECT \(collection) AS collection, \(sums.joined(separator: ", ")),
          min(earliest) AS earliest, max(latest) AS latest
        FROM items \(filter) GROUP BY \(collection)
      ) AS placed ON placed.collection = collections.key
      LEFT JOIN (
        SELECT collection, count(*) AS unplaced FROM unplaced \(filter) GROUP BY collection
      ) AS bare ON bare.collection = collections.key
      \(list.map { "WHERE collections.key \($0)" } ?? "")
      """
  }
}

extension TableChecks {
  /// Compares the kept numbers of items with the items.
  package static func counts(_ db: any SQLDatabase, _ list: inout ProblemList) throws {
    guard let kept = try db.keptCounts else { return }
    var right: [Int64: KeptCounts] = [:]
    for row in try db.rows(once: KeptCounts.anew(), []) { right[row[0]] = KeptCounts(row: row) }
    let columns = KeptCounts.columns
    var (wrong, stale) = (try ReviewCounts.wrong(db), Set<Int64>())
    for row in try db.rows("SELECT \(columns.joined(separator: ", ")) FROM \(kept) AS kept") {
      // A row that is left of a removed collection counts for nothing.
      guard let counts = right.removeValue(forKey: row[0]) else { continue }
      if row[columns.count - 1] as Bool {
        stale.insert(row[0])
      } else if counts != KeptCounts(row: row) {
        wrong.insert(row[0])
      }
    }
    // An empty collection needs no row.
    wrong.formUnion(right.filter { $0.value != KeptCounts() }.keys)
    for key in wrong.subtracting(stale).sorted() {
      let name = try db.first(String.self, "SELECT name FROM collections WHERE key = ?", [key])
      list.add(
        ArchiveProblem(
          check: .counts,
          detail: "the kept numbers of the collection \(name ?? "?") differ from its items",
          isRepairable: true))
    }
  }
}
