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
    // As bytes: a mark that the identifier begins with is one character with the colon.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    collection = String(text[..<colon])
    identifier = String(text[text.utf8.index(after: colon)...])
    guard !collection.isEmpty, !identifier.isEmpty else { return nil }
  }

  /// `collection:identifier`.
  package var description: String { collection + ":" + identifier }
}

/// Whether an item's coordinate is where the camera stood or what it shows.
package enum LocationOf: String, Hashable, Sendable, CaseIterable {
  /// The camera's place.
  case camera
  /// The place of what is shown; many catalogues geocode the building.
  case subject
  /// Nobody says which of the two.
  case unknown
}

/// The pose of a historical image as its catalogue records it.
package struct RecordedPose: Hashable, Sendable {
  /// The place, with the catalogue's accuracy.
  package var coordinate: Coordinate
  /// Whose place it is.
  package var locationOf: LocationOf
  /// Where the camera looked, from true north.
  package var heading: Heading?
  /// The 68 % half-width of the heading.
  package var headingAccuracy: Angle?
  /// The horizontal angle of the image.
  package var fieldOfView: FieldOfView?
  /// The optical axis above the horizon, -90...90 degrees.
  package var pitch: Angle?
  /// The camera's height.
  package var altitude: Altitude?
  /// How far the image looks: from the camera to what it mainly shows.
  package var viewDistance: Distance?

  /// Makes a pose of a camera's place; what else is left out is unknown.
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

/// Where an item's picture is.
package enum Media: Hashable, Sendable {
  /// A file on this machine, as an absolute path.
  case file(path: String)
  /// A page or picture elsewhere; TimeWalk never fetches it by itself.
  case url(String)
}

/// What an item is, where its catalogue says it.
package enum ItemKind: String, Hashable, Sendable, CaseIterable {
  case photograph, print, painting, drawing
  /// The ground from above, by signs.
  case map
  /// The same of a building or a town, at a large scale.
  case plan
  /// A photograph from the air.
  case aerial
  /// A picture of what nobody recorded.
  case imagined
}

/// One historical image as the archive keeps it.
package struct Item: Hashable, Sendable {
  /// The item's name.
  package var id: ItemID
  /// What the catalogue calls it; empty when unknown.
  package var title: String
  /// When it was made.
  package var date: CaptureDate?
  /// What the catalogue wrote where that is no EDTF, also where it says that the date is unknown
  /// (`n.d.`).
  package var dateText: String?
  /// Where and how the camera was held.
  package var pose: RecordedPose
  /// Who made it.
  package var creator: String?
  /// An SPDX identifier or a rights statement's URI; the item's own, or its collection's.
  package var license: String?
  /// How the holder wants to be named.
  package var credit: String?
  /// The item's page.
  package var source: String?
  /// The picture.
  package var media: Media?
  /// Where its picture looks, where that was found out for the picture itself.
  package var view: RecordedView?
  /// What it is.
  package var kind: ItemKind?
  /// The ground that it shows.
  package var ground: ShownGround?
  /// What its catalogue says in columns that TimeWalk has no field for, by their names.
  package var otherColumns: [String: String] = [:]

  /// Makes an item; what is left out is unknown.
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

  /// Makes a box; `east` isn't less than `west`, nor `north` than `south`.
  package init(west: Double, east: Double, south: Double, north: Double) {
    (self.west, self.east, self.south, self.north) = (west, east, south, north)
  }
}

/// The ground that a map, a plan or an aerial shows.
package struct ShownGround: Hashable, Sendable {
  /// Its outline as WKT: polygons of longitude and latitude, degrees; beyond 180 where it crosses
  /// the antimeridian.
  package var outline: String
  /// How its pixels lie there, as a IIIF Georeference Annotation; `nil` where only the outline is
  /// known.
  package var georeference: String?
  /// The box around the outline, degrees; `east` is beyond 180 where it crosses the antimeridian.
  package var box: GroundBox
  /// Metres of the ground for a pixel, on the average of what it shows.
  package var resolution: Distance?
  /// How far its signs lie from their places, on the average.
  package var error: Distance?

  /// Makes one; what is left out is unknown.
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
  /// Whether it shows the ground from above and no view: it is never a match.
  package var isMap: Bool {
    kind == .map || kind == .plan || (ground != nil && pose.heading == nil)
  }
}
