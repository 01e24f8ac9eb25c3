/// The name of an item in an archive: `collection:identifier`.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// The collection's name; it holds no colon.
  public let collection: String
  /// The item's own name in its collection; it may hold colons.
  public let identifier: String

  /// Makes a name from its two parts.
  public init(collection: String, identifier: String) {
    self.collection = collection
    self.identifier = identifier
  }

  /// Reads `collection:identifier`; `nil` when either part is empty.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    collection = String(text[..<colon])
    identifier = String(text[text.index(after: colon)...])
    guard !collection.isEmpty, !identifier.isEmpty else { return nil }
  }

  /// `collection:identifier`.
  public var description: String { collection + ":" + identifier }
}

/// Whether an item's coordinate is where the camera stood or what it shows.
public enum LocationOf: String, Hashable, Sendable, CaseIterable {
  /// The camera's place.
  case camera
  /// The place of what is shown; many catalogues geocode the building.
  case subject
  /// Nobody says which of the two.
  case unknown
}

/// The pose of a historical image as its catalogue records it.
public struct RecordedPose: Hashable, Sendable {
  /// The place, with the catalogue's accuracy.
  public var coordinate: Coordinate
  /// Whose place it is.
  public var locationOf: LocationOf
  /// Where the camera looked, from true north.
  public var heading: Heading?
  /// The 68 % half-width of the heading.
  public var headingAccuracy: Angle?
  /// The horizontal angle of the image.
  public var fieldOfView: FieldOfView?
  /// The optical axis above the horizon, -90...90 degrees.
  public var pitch: Angle?
  /// The camera's height.
  public var altitude: Altitude?
  /// How far the image looks: from the camera to what it mainly shows.
  public var viewDistance: Distance?

  /// Makes a pose of a camera's place; what else is left out is unknown.
  public init(
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
public enum Media: Hashable, Sendable {
  /// A file on this machine, as an absolute path.
  case file(path: String)
  /// A page or picture elsewhere; TimeWalk never fetches it by itself.
  case url(String)
}

/// One historical image as the archive keeps it.
public struct Item: Hashable, Sendable {
  /// The item's name.
  public var id: ItemID
  /// What the catalogue calls it; empty when unknown.
  public var title: String
  /// When it was made.
  public var date: CaptureDate?
  /// What the catalogue wrote where that is no EDTF, also where it says that the date is unknown
  /// (`n.d.`).
  public var dateText: String?
  /// Where and how the camera was held.
  public var pose: RecordedPose
  /// Who made it.
  public var creator: String?
  /// An SPDX identifier or a rights statement's URI; the item's own, or its collection's.
  public var license: String?
  /// How the holder wants to be named.
  public var credit: String?
  /// The item's page.
  public var source: String?
  /// The picture.
  public var media: Media?
  /// What its catalogue says in columns that TimeWalk has no field for, by their names.
  public var otherColumns: [String: String] = [:]

  /// Makes an item; what is left out is unknown.
  public init(
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
