import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The columns of the table `items` that an item fills, in one order for reading and writing.
package enum ItemColumns {
  package static let names = [
    "geometry", "accuracy", "location_of", "heading", "heading_accuracy", "field_of_view", "pitch",
    "altitude", "altitude_reference", "altitude_accuracy", "earliest", "latest", "earliest_fuzzy",
    "latest_fuzzy", "date", "title", "creator", "license", "credit", "source", "media_kind",
    "media", "view_distance", "date_text", "view_pose", "kind", "outline", "georeference",
    "ground_west", "ground_east", "ground_south", "ground_north", "ground_resolution",
    "ground_error", "other_columns",
  ]

  /// Adds the item's values in the order of `names`; equal items have equal values.
  package static func append(_ item: Item, to row: inout some ItemValues) {
    let pose = item.pose
    let place = pose.coordinate
    let altitude = pose.altitude
    row.append(point: (place.latitude, place.longitude))
    row.append(place.horizontalAccuracy?.meters)
    row.append(pose.locationOf.rawValue)
    row.append(pose.heading?.degrees)
    row.append(pose.headingAccuracy?.degrees)
    row.append(pose.fieldOfView?.degrees)
    row.append(pose.pitch?.degrees)
    row.append(altitude?.meters)
    row.append(altitude?.reference.rawValue)
    row.append(altitude?.accuracy?.meters)
    // Taken once, as each time copies all that a date holds.
    let date = item.date
    let (strict, fuzzy) = date?.searchSpans ?? (nil, nil)
    row.append(strict?.earliest?.number)
    row.append(strict?.latest?.number)
    row.append(fuzzy?.earliest?.number)
    row.append(fuzzy?.latest?.number)
    row.append(date?.edtf)
    row.append(item.title)
    row.append(item.creator)
    row.append(item.license)
    row.append(item.credit)
    row.append(item.source)
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
    row.append(pose.viewDistance?.meters)
    row.append(item.dateText)
    row.append(item.view?.description)
    row.append(item.kind?.rawValue)
    let ground = item.ground
    row.append(ground?.outline)
    row.append(ground?.georeference)
    row.append(ground?.box.west)
    row.append(ground?.box.east)
    row.append(ground?.box.south)
    row.append(ground?.box.north)
    row.append(ground?.resolution?.meters)
    row.append(ground?.error?.meters)
    row.append(item.otherColumns.isEmpty ? nil : FieldsText.text(of: item.otherColumns))
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
    let filled = try filled(CatalogueColumn.optional.map(\.rawValue), in: db, collections: keys)
    return Set(
      try CatalogueColumn.optional.filter { column in
        try filled.contains(column.rawValue)
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
        WHERE collection = ? AND fields ->> '\(column.rawValue)' IS NOT NULL)
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
    func column(_ name: Name) -> Int { 3 + name.rawValue }
    func double(_ name: Name) -> Double? { row.double(column(name)) }
    func text(_ name: Name) -> String? { row.text(column(name)) }

    guard let point = row.point(column(.geometry)),
      let coordinate = Coordinate(
        latitude: point.latitude, longitude: point.longitude,
        horizontalAccuracy: double(.accuracy).flatMap(Distance.init(meters:)))
    else { throw ArchiveError(.damaged, "The item \(id) has no valid coordinate.") }

    var pose = RecordedPose(
      coordinate: coordinate,
      locationOf: text(.locationOf).flatMap(LocationOf.init(rawValue:)) ?? .unknown)
    pose.heading = double(.heading).flatMap(Heading.init(degrees:))
    pose.headingAccuracy = double(.headingAccuracy).flatMap(Angle.init(degrees:))
    pose.fieldOfView = double(.fieldOfView).flatMap(FieldOfView.init(degrees:))
    pose.pitch = double(.pitch).flatMap(Angle.init(degrees:))
    pose.altitude = double(.altitude).flatMap {
      Altitude(
        meters: $0,
        reference: text(.altitudeReference).flatMap(Altitude.Reference.init) ?? .unknown,
        accuracy: double(.altitudeAccuracy).flatMap(Distance.init(meters:)))
    }
    pose.viewDistance = double(.viewDistance).flatMap(Distance.init(meters:))
    let inherited = 3 + names.count
    var item = Item(
      id: id, title: text(.title) ?? "", date: text(.date).flatMap { try? CaptureDate(edtf: $0) },
      dateText: text(.dateText), pose: pose, creator: text(.creator),
      license: text(.license) ?? (inheriting ? row.text(inherited) : nil),
      credit: text(.credit) ?? (inheriting ? row.text(inherited + 1) : nil), source: text(.source),
      media: text(.media).map { text(.mediaKind) == "file" ? .file(path: $0) : .url($0) })
    item.view = text(.viewPose).flatMap(RecordedView.init)
    item.kind = text(.kind).flatMap(ItemKind.init)
    if let outline = text(.outline), let west = double(.groundWest), let east = double(.groundEast),
      let south = double(.groundSouth), let north = double(.groundNorth)
    {
      item.ground = ShownGround(
        outline: outline, box: GroundBox(west: west, east: east, south: south, north: north),
        georeference: text(.georeference),
        resolution: double(.groundResolution).flatMap(Distance.init(meters:)),
        error: double(.groundError).flatMap(Distance.init(meters:)))
    }
    if let others = text(.otherColumns) { item.otherColumns = FieldsText.dictionary(of: others) }
    return item
  }

  private enum Name: Int {
    case geometry, accuracy, locationOf, heading, headingAccuracy, fieldOfView, pitch
    case altitude, altitudeReference, altitudeAccuracy, earliest, latest, earliestFuzzy
    case latestFuzzy, date, title, creator, license, credit, source, mediaKind, media, viewDistance
    case dateText, viewPose, kind, outline, georeference, groundWest, groundEast, groundSouth
    case groundNorth, groundResolution, groundError, otherColumns
  }
}

/// A row that an item is read from, by the numbers of its columns.
package protocol ItemRow {
  /// A number; `nil` for NULL.
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
  package func double(_ column: Int) -> Double? { self[column] }

  package func text(_ column: Int) -> String? { self[column] }

  package func point(_ column: Int) -> (latitude: Double, longitude: Double)? {
    (self[column] as Data?).flatMap { $0.withUnsafeBytes(PointBlob.decode) }
  }

  package func integer(_ column: Int) -> Int64 { self[column] }

  package func isNull(_ column: Int) -> Bool { values[column] == .null }

  package func firstByte(_ column: Int) -> UInt8? { (self[column] as String).utf8.first }
}
