import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The columns of the table `items` that an item fills, in one order for reading and writing.
package enum ItemColumns {
  package static let names = special + columns.map(\.name)

  /// The catalogue's columns that have one column each, after those of `special`: numbers first.
  private static let columns = settable.filter(\.isNumeric) + settable.filter { !$0.isNumeric }
  private static let settable = CatalogueColumn.allCases.filter(\.description.isSettable)
  private static let numbers = columns.compactMap(NumberColumn.init)
  private static let texts = columns.compactMap(TextColumn.init)

  /// The columns with rules of their own, by their places.
  private enum Name: Int {
    case geometry, earliest, latest, earliestFuzzy, latestFuzzy, mediaKind, media, outline
    case georeference, west, east, south, north, resolution, error
  }

  private static let special = [
    "geometry", "earliest", "latest", "earliest_fuzzy", "latest_fuzzy", "media_kind", "media",
    "outline", "georeference", "ground_west", "ground_east", "ground_south", "ground_north",
    "ground_resolution", "ground_error",
  ]

  /// A column that a later version of the tables adds.
  package struct Addition: Sendable {
    package let name: String
    package let isNumeric: Bool

    package init(name: String, isNumeric: Bool) { (self.name, self.isNumeric) = (name, isNumeric) }
  }

  /// The columns that each version after the first adds.
  package static let additions: [(version: Int, columns: [Addition])] = Dictionary(
    grouping: columns.filter { $0.description.version > 1 }, by: \.description.version
  ).sorted { $0.key < $1.key }.map { version, columns in
    (version, columns.map { Addition(name: $0.name, isNumeric: $0.isNumeric) })
  }

  /// Adds the item's values in the order of `names`; equal items have equal values.
  package static func append(_ item: Item, to row: inout some ItemValues) {
    let place = item.pose.coordinate
    row.append(point: (place.latitude, place.longitude))
    // Taken once, as each time copies all that a date holds.
    let date = item.date
    let (strict, fuzzy) = date?.searchSpans ?? (nil, nil)
    row.append(strict?.earliest?.number)
    row.append(strict?.latest?.number)
    row.append(fuzzy?.earliest?.number)
    row.append(fuzzy?.latest?.number)
    switch item.media {
    case .file(let path):
      row.append("file")
      row.append(path)
    case .url(let address):
      row.append("url")
      row.append(address)
    case nil:
      row.appendNull()
      row.appendNull()
    }
    let ground = item.ground
    row.append(ground?.outline)
    row.append(ground?.georeference)
    row.append(ground?.box.west)
    row.append(ground?.box.east)
    row.append(ground?.box.south)
    row.append(ground?.box.north)
    row.append(ground?.resolution?.meters)
    row.append(ground?.error?.meters)
    for column in numbers { row.append(column.get(item)) }
    for column in texts { row.append(column.get(item)) }
  }

  /// `SELECT` list of whole items: key, collection's name, identifier, the columns, and inherited
  /// values.
  package static let selection =
    "items.key, collections.name, items.identifier, "
    + names.map { "items.\($0)" }.joined(separator: ", ")
    + ", collections.license, collections.credit"

  /// The optional columns that an item of some collections fills, with a place or without.
  ///
  /// Throws `.noSuchCollection`.
  package static func filledColumns(
    of collections: [String], _ db: any SQLDatabase
  ) throws -> Set<CatalogueColumn> {
    let keys = try collections.map { try CollectionTable.require($0, db) }
    let filled = try filled(CatalogueColumn.optional.map(\.name), in: db, collections: keys)
    return Set(
      try CatalogueColumn.optional.filter { column in
        try filled.contains(column.name)
          || keys.contains { try isFilled(column, ofUnplacedIn: $0, db) }
      })
  }

  /// Returns true if an item without a place has a value in a column.
  private static func isFilled(
    _ column: CatalogueColumn, ofUnplacedIn collection: Int64, _ db: any SQLDatabase
  ) throws -> Bool {
    try db.first(
      Bool.self,
      """
      SELECT EXISTS (SELECT 1 FROM unplaced
        WHERE collection = ? AND fields ->> '\(column.name)' IS NOT NULL)
      """, [collection]) ?? false
  }

  /// The columns of `items` with values in some collections, found in one pass.
  private static func filled(
    _ names: [String], in db: any SQLDatabase, collections: [Int64]
  ) throws -> Set<String> {
    let whether = names.map { name in
      // An unknown reference is written as an empty one.
      """
      count(*) FILTER (WHERE \(name) \(name == "altitude_reference" ? "<> 'unknown'" : "IS NOT NULL"))
      """
    }
    guard !collections.isEmpty else { return [] }
    let row = try db.row(
      """
      SELECT \(whether.joined(separator: ", ")) FROM items
      WHERE collection IN (\(collections.map(String.init).joined(separator: ", ")))
      """)
    return Set(names.enumerated().filter { (row?[$0.offset] as Bool?) == true }.map(\.element))
  }

  /// The tables from which whole items are selected.
  package static let source = "items JOIN collections ON collections.key = items.collection"

  /// Makes an item of a row of `selection`.
  ///
  /// With `inheriting`, an item without a license or credit of its own gets its collection's.
  /// Unreadable values (a date of a later EDTF) are left out; `verify` lists them. Throws
  /// `.damaged` when the row has no valid place.
  package static func item(from row: some ItemRow, inheriting: Bool) throws(ArchiveError) -> Item {
    let id = ItemID(collection: row.text(1) ?? "", identifier: row.text(2) ?? "")
    func double(_ name: Name) -> Double? { row.double(3 + name.rawValue) }
    func text(_ name: Name) -> String? { row.text(3 + name.rawValue) }

    guard let point = row.point(3 + Name.geometry.rawValue),
      let coordinate = Coordinate(latitude: point.latitude, longitude: point.longitude)
    else { throw ArchiveError(.damaged, "The item \(id) has no valid coordinate.") }

    var item = Item(id: id, pose: RecordedPose(coordinate: coordinate, locationOf: .unknown))
    var place = 3 + special.count
    for column in numbers {
      if let number = row.double(place) { column.set(&item, number) }
      place += 1
    }
    for column in texts {
      if let text = row.text(place) { column.set(&item, text) }
      place += 1
    }
    if inheriting {
      item.license = item.license ?? row.text(place)
      item.credit = item.credit ?? row.text(place + 1)
    }
    item.media = text(.media).map { text(.mediaKind) == "file" ? .file(path: $0) : .url($0) }
    if let outline = text(.outline), let west = double(.west), let east = double(.east),
      let south = double(.south), let north = double(.north)
    {
      item.ground = ShownGround(
        outline: outline, box: GroundBox(west: west, east: east, south: south, north: north),
        georeference: text(.georeference),
        resolution: double(.resolution).flatMap(Distance.init(meters:)),
        error: double(.error).flatMap(Distance.init(meters:)))
    }
    return item
  }
}

/// A row that an item is read from, by the numbers of its columns.
package protocol ItemRow {
  /// A number; `nil` for NULL, texts and bytes.
  func double(_ column: Int) -> Double?
  /// A text; `nil` for NULL.
  func text(_ column: Int) -> String?
  /// A place; `nil` for an invalid one.
  func point(_ column: Int) -> (latitude: Double, longitude: Double)?
  /// A whole number; 0 for NULL.
  func integer(_ column: Int) -> Int64
  /// Returns true if it is NULL.
  func isNull(_ column: Int) -> Bool
  /// The first byte of a text; `nil` for none.
  func firstByte(_ column: Int) -> UInt8?
}

/// Values that an item is written as, in their order.
package protocol ItemValues {
  mutating func appendNull()
  mutating func append(_ number: Double?)
  mutating func append(_ number: Int?)
  mutating func append(_ text: String?)
  mutating func append(point: (latitude: Double, longitude: Double))
}

extension SQLRow: ItemRow {
  package func double(_ column: Int) -> Double? {
    switch values[column] {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .null, .text, .blob: nil
    }
  }

  package func text(_ column: Int) -> String? { self[column] }

  package func point(_ column: Int) -> (latitude: Double, longitude: Double)? {
    (self[column] as Data?).flatMap { $0.withUnsafeBytes(PointBlob.decode) }
  }

  package func integer(_ column: Int) -> Int64 { self[column] }

  package func isNull(_ column: Int) -> Bool { values[column] == .null }

  package func firstByte(_ column: Int) -> UInt8? { (self[column] as String).utf8.first }
}
