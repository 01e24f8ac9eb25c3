package import TimeWalkArchive
package import TimeWalkCore

/// An item of the archive as every front writes it: the columns of the catalogue CSV, in camelCase.
public struct ItemReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// Its title in the catalogue.
  public var title: String
  /// The date of the image, as EDTF.
  public var date: String?
  /// The catalogue's original date, if that isn't EDTF.
  public var dateText: String?
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// The 68 % radius of the place, metres.
  public var accuracy: Double?
  /// The kind of its place: `camera`, `subject` or `unknown`.
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
  /// The viewing distance of the image, in metres.
  public var viewDistance: Double?
  /// The view of the picture itself, as `archive set --view` takes it.
  public var viewPose: String?
  /// Its type: `photograph`, `print`, `painting`, `drawing`, `map`, `plan`, `aerial` or `imagined`.
  public var kind: String?
  /// The ground that it shows, as WKT.
  public var outline: String?
  /// The position of its pixels on the ground, as a IIIF Georeference Annotation.
  public var georeference: String?
  /// The author.
  public var creator: String?
  /// An SPDX identifier or a rights statement's URI.
  public var license: String?
  /// The credit line that the holder requests.
  public var credit: String?
  /// The item's page.
  public var source: String?
  /// The picture's file or address.
  public var media: MediaReport?
  /// The catalogue's values in columns without a TimeWalk field, in the order of their names;
  /// absent if there are none.
  public var otherColumns: [OtherColumn]?
  /// The distance from the requested place, metres.
  public var distance: Double?
  /// Other copies of its picture; absent if there are none, and in lists.
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
  /// The value.
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
  /// `declared` by a catalogue, or `found` by the similarity of the pictures.
  public var how: String

  /// Writes a copy.
  package init(_ copy: ItemCopy) {
    id = copy.id.description
    how = copy.isDeclared ? "declared" : "found"
  }
}

/// A page of items.
public struct ItemsReport: Codable, Hashable, Sendable {
  /// The items, in the requested order.
  public var items: [ItemReport]
  /// Items without a place, after all others; absent if none is on the page, or none was requested.
  public var unplaced: [UnplacedReport]?
  /// The number of items on all pages, with and without a place; absent on a page after another,
  /// and for a box with very many.
  public var total: Int?
  /// True if `total` is approximate: very many items in an area or with some words aren't counted;
  /// otherwise absent.
  public var estimated: Bool?
  /// The value of `after` for the next page; absent if this one is not full.
  ///
  /// A page of very large items ends early, with a `next`.
  public var next: String?
  /// The requested span of time; absent without one.
  public var era: EraReport?

  /// Makes it from its values.
  package init(
    items: [ItemReport], unplaced: [UnplacedReport]? = nil, total: Int?,
    estimated: Bool? = nil, next: String? = nil, era: EraReport? = nil
  ) {
    self.items = items
    self.unplaced = unplaced
    self.total = total
    self.estimated = estimated
    self.next = next
    self.era = era
  }
}

/// A collection of the archive.
public struct CollectionReport: Codable, Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The number of its items.
  public var items: Int
  /// The number of further items without a place.
  public var unplaced: Int
  /// Its title.
  public var title: String?
  /// Its description.
  public var description: String?
  /// Its rights statement.
  public var license: String?
  /// The credit line that its holder requests.
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
    collections = try ArchiveError.rethrowing(archive.collections().map { CollectionReport($0) })
  }
}
