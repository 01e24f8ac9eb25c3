package import TimeWalkArchive
package import TimeWalkCore

/// An item of the archive as every front writes it: the columns of the catalogue CSV, in camelCase.
public struct ItemReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// What the catalogue calls it.
  public var title: String
  /// When it was made, EDTF.
  public var date: String?
  /// The date as the catalogue wrote it, where that is no EDTF.
  public var dateText: String?
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// The 68 % radius of the place, metres.
  public var accuracy: Double?
  /// Whose place it is: `camera`, `subject` or `unknown`.
  public var locationOf: String
  /// Degrees clockwise from true north.
  public var heading: Double?
  /// The 68 % half-width of the heading, degrees.
  public var headingAccuracy: Double?
  /// The horizontal angle of the image, degrees.
  public var fieldOfView: Double?
  /// Degrees above the horizon.
  public var pitch: Double?
  /// Metres above sea level.
  public var altitude: Double?
  /// How far the image looks, metres.
  public var viewDistance: Double?
  /// Where the picture itself looks, as `archive set --view` takes it.
  public var viewPose: String?
  /// What it is: `photograph`, `print`, `painting`, `drawing`, `map`, `plan`, `aerial` or
  /// `imagined`.
  public var kind: String?
  /// The ground that it shows, as WKT.
  public var outline: String?
  /// How its pixels lie there, as a IIIF Georeference Annotation.
  public var georeference: String?
  /// Who made it.
  public var creator: String?
  /// An SPDX identifier or a rights statement's URI.
  public var license: String?
  /// How the holder wants to be named.
  public var credit: String?
  /// The item's page.
  public var source: String?
  /// Where the picture is.
  public var media: MediaReport?
  /// What its catalogue says in columns that TimeWalk has no field for, in the order of their
  /// names; absent where it has none.
  public var otherColumns: [OtherColumn]?
  /// How far it is from the place that was asked for, metres.
  public var distance: Double?
  /// Other copies of its picture; absent where there are none, and in lists.
  public var copies: [CopyReport]?

  /// Writes an item.
  package init(_ item: Item, distance: Distance? = nil) {
    let pose = item.pose
    id = item.id.description
    title = item.title
    date = item.date?.edtf
    dateText = item.dateText
    latitude = pose.coordinate.latitude
    longitude = pose.coordinate.longitude
    accuracy = pose.coordinate.horizontalAccuracy?.meters
    locationOf = pose.locationOf.rawValue
    heading = pose.heading?.degrees
    headingAccuracy = pose.headingAccuracy?.degrees
    fieldOfView = pose.fieldOfView?.degrees
    pitch = pose.pitch?.degrees
    altitude = pose.altitude?.meters
    viewDistance = pose.viewDistance?.meters
    viewPose = item.view?.description
    kind = item.kind?.rawValue
    outline = item.ground?.outline
    georeference = item.ground?.georeference
    creator = item.creator
    license = item.license
    credit = item.credit
    source = item.source
    media = item.media.map(MediaReport.init)
    otherColumns = OtherColumn.all(item.otherColumns)
    self.distance = distance?.meters.rounded(places: 1)
  }
}

/// A column of a catalogue that TimeWalk has no field for.
public struct OtherColumn: Codable, Hashable, Sendable {
  /// Its name.
  public var name: String
  /// What it says.
  public var value: String

  package static func all(_ columns: [String: String]) -> [OtherColumn]? {
    guard !columns.isEmpty else { return nil }
    return columns.sorted { $0.key < $1.key }.map { OtherColumn(name: $0.key, value: $0.value) }
  }
}

/// Another copy of an item's picture.
public struct CopyReport: Codable, Hashable, Sendable {
  /// Its name.
  public var id: String
  /// `declared` by a catalogue, or `found` by what the pictures look like.
  public var how: String

  /// Writes a copy.
  package init(_ copy: ItemCopy) {
    id = copy.id.description
    how = copy.isDeclared ? "declared" : "found"
  }
}

/// A page of items.
public struct ItemsReport: Codable, Hashable, Sendable {
  /// The items, in the order that was asked for.
  public var items: [ItemReport]
  /// Items without a place, after all others; absent where none is on the page, or none was wanted.
  public var unplaced: [UnplacedReport]?
  /// How many there are on all pages, with and without a place; absent on a page after another, and
  /// for a box with very many.
  public var total: Int?
  /// What to give as `after` for the next page; absent where this one is not full.
  public var next: String?
  /// The span of time that was asked for; absent when none was.
  public var era: EraReport?

  /// Takes what it says.
  package init(
    items: [ItemReport], unplaced: [UnplacedReport]? = nil, total: Int?, next: String? = nil,
    era: EraReport? = nil
  ) {
    self.items = items
    self.unplaced = unplaced
    self.total = total
    self.next = next
    self.era = era
  }
}

/// A collection of the archive.
public struct CollectionReport: Codable, Hashable, Sendable {
  /// Its name.
  public var name: String
  /// How many items it has.
  public var items: Int
  /// How many further ones nobody knows a place for.
  public var unplaced: Int
  /// What it is called.
  public var title: String?
  /// What it is about.
  public var description: String?
  /// Its rights statement.
  public var license: String?
  /// How its holder wants to be named.
  public var credit: String?
  /// Its page.
  public var homepage: String?
  /// The first day that an item may show, `YYYY-MM-DD`.
  public var earliest: String?
  /// The last day that an item may show, `YYYY-MM-DD`.
  public var latest: String?

  /// Writes a collection.
  package init(_ summary: CollectionSummary) {
    let statement = summary.statement
    name = statement.name
    items = summary.items
    unplaced = summary.unplaced
    title = statement.title
    description = statement.description
    license = statement.license
    credit = statement.credit
    homepage = statement.homepage
    earliest = summary.earliest?.description
    latest = summary.latest?.description
  }
}

/// All collections.
public struct CollectionsReport: Codable, Hashable, Sendable {
  /// In the order of their names.
  public var collections: [CollectionReport]

  /// Writes those of an archive.
  package init(_ archive: any HistoricalArchive) throws(TimeWalkError) {
    collections = try rethrowing(archive: archive.collections().map { CollectionReport($0) })
  }
}
