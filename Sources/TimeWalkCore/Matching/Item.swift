/// The name of an item in an archive: `collection:identifier`.
package struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// The collection's name; it holds no colon.
  package let collection: String
  /// The item's own name in its collection; it may hold colons.
  package let identifier: String

  /// Makes a name from its two parts.
  package init(collection: String, identifier: String) {
    self.collection = collection
    self.identifier = identifier
  }

  /// Reads `collection:identifier`; `nil` when either part is empty.
  package init?(_ text: String) {
    // Compared as bytes: a combining mark at the identifier's start forms one character with the
    // colon.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    collection = String(text[..<colon])
    identifier = String(text[text.utf8.index(after: colon)...])
    guard !collection.isEmpty, !identifier.isEmpty else { return nil }
  }

  /// `collection:identifier`.
  package var description: String { collection + ":" + identifier }
}

/// The kind of an item's coordinate: the camera's or the subject's.
package enum LocationOf: String, Hashable, Sendable, CaseIterable {
  /// The camera's place.
  case camera
  /// The subject's place; many catalogues geocode the building.
  case subject
  /// Unknown which of the two.
  case unknown
}

/// The pose of a historical image as its catalogue records it.
package struct RecordedPose: Hashable, Sendable {
  /// The place, with the catalogue's accuracy.
  package var coordinate: Coordinate
  /// The kind of the place.
  package var locationOf: LocationOf
  /// The heading of the camera, from true north.
  package var heading: Heading?
  /// The 68 % half-width of the heading.
  package var headingAccuracy: Angle?
  /// The horizontal angle of the image.
  package var fieldOfView: FieldOfView?
  /// The optical axis above the horizon, -90...90 degrees.
  package var pitch: Angle?
  /// The camera's height.
  package var altitude: Altitude?
  /// The viewing range: the distance from the camera to its main subject.
  package var viewDistance: Distance?

  /// Makes a pose of a camera's place; omitted values are unknown.
  package init(
    coordinate: Coordinate, locationOf: LocationOf = .camera, heading: Heading? = nil,
    headingAccuracy: Angle? = nil, fieldOfView: FieldOfView? = nil, pitch: Angle? = nil,
    altitude: Altitude? = nil, viewDistance: Distance? = nil
  ) {
    self.coordinate = coordinate
    self.locationOf = locationOf
    self.heading = heading
    self.headingAccuracy = headingAccuracy
    self.fieldOfView = fieldOfView
    self.pitch = pitch
    self.altitude = altitude
    self.viewDistance = viewDistance
  }
}

/// The place of an item's picture.
package enum Media: Hashable, Sendable {
  /// A file on this machine, as an absolute path.
  case file(path: String)
  /// A page or picture elsewhere; TimeWalk never fetches it automatically.
  case url(String)
}

/// The type of an item, from its catalogue.
package enum ItemKind: String, Hashable, Sendable, CaseIterable {
  case photograph, print, painting, drawing
  /// The ground from above, by signs.
  case map
  /// The same of a building or a town, at a large scale.
  case plan
  /// A photograph from the air.
  case aerial
  /// A picture of unknown type.
  case imagined
}

/// One historical image as the archive keeps it.
package struct Item: Hashable, Sendable {
  /// The item's name.
  package var id: ItemID
  /// The title in the catalogue; empty when unknown.
  package var title: String
  /// The date of the picture.
  package var date: CaptureDate?
  /// The catalogue's original text if it isn't EDTF, also a statement that the date is unknown
  /// (`n.d.`).
  package var dateText: String?
  /// The camera's place and pose.
  package var pose: RecordedPose
  /// The author.
  package var creator: String?
  /// An SPDX identifier or a rights statement's URI; the item's own, or its collection's.
  package var license: String?
  /// The credit line that the holder requests.
  package var credit: String?
  /// The item's page.
  package var source: String?
  /// The picture.
  package var media: Media?
  /// The view of the picture, if it was found for the picture itself.
  package var view: RecordedView?
  /// The item's type.
  package var kind: ItemKind?
  /// The ground that it shows.
  package var ground: ShownGround?
  /// The catalogue's values in columns without a TimeWalk field, by column name.
  package var otherColumns: [String: String] = [:]

  /// Makes an item; omitted values are unknown.
  package init(
    id: ItemID, title: String = "", date: CaptureDate? = nil, dateText: String? = nil,
    pose: RecordedPose, creator: String? = nil, license: String? = nil, credit: String? = nil,
    source: String? = nil,
    media: Media? = nil
  ) {
    self.id = id
    self.title = title
    self.date = date
    self.dateText = dateText
    self.pose = pose
    self.creator = creator
    self.license = license
    self.credit = credit
    self.source = source
    self.media = media
  }
}

/// A box of longitude and latitude, degrees.
package struct GroundBox: Hashable, Sendable {
  package var west: Double, east: Double, south: Double, north: Double

  /// Makes a box; `east` is at least `west`, and `north` at least `south`.
  package init(west: Double, east: Double, south: Double, north: Double) {
    (self.west, self.east, self.south, self.north) = (west, east, south, north)
  }
}

/// The ground that a map, a plan or an aerial shows.
package struct ShownGround: Hashable, Sendable {
  /// Its outline as WKT: polygons of longitude and latitude, degrees; beyond 180 where it crosses
  /// the antimeridian.
  package var outline: String
  /// The position of its pixels, as a IIIF Georeference Annotation; `nil` if only the outline is
  /// known.
  package var georeference: String?
  /// The box around the outline, degrees; `east` is beyond 180 where it crosses the antimeridian.
  package var box: GroundBox
  /// Metres of ground for a pixel, averaged over the map.
  package var resolution: Distance?
  /// The mean distance of its signs from their places.
  package var error: Distance?

  /// Makes a map; omitted values are unknown.
  package init(
    outline: String, box: GroundBox, georeference: String? = nil, resolution: Distance? = nil,
    error: Distance? = nil
  ) {
    self.outline = outline
    self.box = box
    self.georeference = georeference
    self.resolution = resolution
    self.error = error
  }
}

extension Item {
  /// True if it shows the ground from above instead of a view; it is then never a match.
  package var isMap: Bool {
    kind == .map || kind == .plan || (ground != nil && pose.heading == nil)
  }
}
