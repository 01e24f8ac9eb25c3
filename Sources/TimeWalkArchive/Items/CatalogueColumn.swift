/// The columns of a catalogue CSV, in the order in which they are written.
package enum CatalogueColumn: String, Hashable, Sendable, CaseIterable {
  /// The item's name in its collection.
  case id
  /// The title.
  case title
  /// The date of the image, in EDTF or words.
  case date
  /// WGS 84, degrees.
  case latitude
  /// WGS 84, degrees.
  case longitude
  /// The 68 % radius of the place, metres.
  case accuracy
  /// The kind of the place, `camera` or `subject`.
  case locationOf = "location_of"
  /// The camera's heading, in degrees clockwise from true north.
  case heading
  /// The 68 % half-width of the heading, degrees.
  case headingAccuracy = "heading_accuracy"
  /// The horizontal angle of the image, degrees.
  case fieldOfView = "field_of_view"
  /// The optical axis above the horizon, degrees.
  case pitch
  /// The camera's height, metres.
  case altitude
  /// The author.
  case creator
  /// An SPDX identifier or the address of a rights statement.
  case license
  /// The credit line that the holder requests.
  case credit
  /// The item's page.
  case source
  /// The picture: a file or an address.
  case media
  /// The distance to the image's main subject, in metres.
  case viewDistance = "view_distance"
  /// The date as the catalogue wrote it, where `date` is its reading as EDTF.
  case dateText = "date_text"
  /// The original of this item, if it is a copy.
  case copyOf = "copy_of"
  /// The reference of the altitude: `seaLevel`, `ellipsoid` or `ground`.
  case altitudeReference = "altitude_reference"
  /// The 68 % half-width of the altitude, metres.
  case altitudeAccuracy = "altitude_accuracy"
  /// The view of the picture itself: heading, pitch, roll and field of view in degrees,
  /// comma-separated.
  case viewPose = "view_pose"
  /// The type of the item: `photograph`, `print`, `painting`, `drawing`, `map`, `plan`, `aerial` or
  /// `imagined`.
  case kind
  /// The ground that a map shows, as WKT.
  case outline
  /// The position of a map's pixels on the ground, as a IIIF Georeference Annotation.
  case georeference
  /// All columns that TimeWalk has no field for, as one JSON object; a catalogue has them as
  /// columns of their own.
  case otherColumns = "other_columns"

  /// The columns that are only written if an item has a value in them; an archive's file has the
  /// same names.
  package static let optional: [CatalogueColumn] = [
    .viewDistance, .dateText, .copyOf, .altitudeReference, .altitudeAccuracy, .viewPose,
    .kind, .outline, .georeference, .otherColumns,
  ]

  /// The additional column in exports of several collections.
  package static let collection = "collection"

  /// The columns that a catalogue names.
  package static let named = allCases.filter { $0 != .otherColumns }
}

extension CatalogueColumn {
  /// The place in the order of writing.
  package var position: Int {
    switch self {
    case .id: 0
    case .title: 1
    case .date: 2
    case .latitude: 3
    case .longitude: 4
    case .accuracy: 5
    case .locationOf: 6
    case .heading: 7
    case .headingAccuracy: 8
    case .fieldOfView: 9
    case .pitch: 10
    case .altitude: 11
    case .creator: 12
    case .license: 13
    case .credit: 14
    case .source: 15
    case .media: 16
    case .viewDistance: 17
    case .dateText: 18
    case .copyOf: 19
    case .altitudeReference: 20
    case .altitudeAccuracy: 21
    case .viewPose: 22
    case .kind: 23
    case .outline: 24
    case .georeference: 25
    case .otherColumns: 26
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  ///
  /// Inlinable, since other modules call it for every cell.
  @inlinable package var trimmed: String {
    // Nearly all texts begin and end in plain ASCII, which no accent behind it can change.
    if let first = unicodeScalars.first, let last = unicodeScalars.last,
      (0x21..<0x7F).contains(first.value), (0x21..<0x7F).contains(last.value)
    {
      return String(self)
    }
    guard let first = first, let last = last, first.isWhitespace || last.isWhitespace else {
      return String(self)
    }
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

extension String {
  /// True if a character is NUL.
  package var hasNUL: Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }
}

extension CatalogueColumn {
  /// The fields that are replaced together with this one, in the order of the columns, never one by
  /// one.
  package var companions: [CatalogueColumn] {
    switch self {
    case .latitude, .longitude, .accuracy: [.latitude, .longitude, .accuracy]
    case .date, .dateText: [.date, .dateText]
    case .heading, .headingAccuracy: [.heading, .headingAccuracy]
    case .altitude, .altitudeReference, .altitudeAccuracy:
      [.altitude, .altitudeReference, .altitudeAccuracy]
    case .outline, .georeference: [.outline, .georeference]
    default: [self]
    }
  }
}
