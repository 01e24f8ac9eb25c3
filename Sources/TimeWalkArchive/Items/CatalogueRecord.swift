package import TimeWalkCore

/// A record of the archive for export: an item, or one without a place.
///
/// The catalogue's columns have the same text in every format; the pose and the date are for
/// formats that draw them.
package struct CatalogueRecord {
  /// The item's name.
  package let id: ItemID
  /// The title; empty when there is none.
  package let title: String
  /// The date of the image; `nil` when unknown.
  package let date: CaptureDate?
  /// The camera's place and pose; `nil` for an item without a place.
  package let pose: RecordedPose?
  /// The picture.
  package let media: Media?
  /// The item's own rights, or its collection's.
  package let license: String?
  /// The item's own credit, or its collection's.
  package let credit: String?
  /// The catalogue's values in columns without a TimeWalk field.
  package let others: [String: String]
  private let values: [CatalogueValue?]

  /// The text of a column; `nil` when it is unknown.
  ///
  /// Rights and credit are the item's own.
  package subscript(column: CatalogueColumn) -> CatalogueValue? { values[column.position] }

  /// The text in a column; `nil` when it is unknown.
  package func text(_ column: CatalogueColumn) -> String? { self[column]?.text }

  /// A record of an item without inherited values.
  package init(
    _ item: Item, copyOf: String?, in collection: CollectionStatement, media names: MediaNames
  ) {
    let pose = item.pose
    self.init(
      id: item.id, pose: pose, date: item.date, media: item.media, others: item.otherColumns,
      in: collection
    ) { column in
      switch column {
      case .id: .text(item.id.identifier)
      case .copyOf: copyOf.map(CatalogueValue.text)
      case .media: item.media.map { .text(names.name(of: $0)) }
      case .locationOf where pose.locationOf == .unknown: nil
      case .altitudeReference where pose.altitude?.reference == .unknown: nil
      default: column.value(of: item)
      }
    }
  }

  /// A record of an item without a place.
  package init(_ item: UnplacedItem, in collection: CollectionStatement, media names: MediaNames) {
    let media = item.fields[.media].map { place in
      WebAddress.isWeb(place) ? Media.url(place) : .file(path: place)
    }
    self.init(
      id: item.id, pose: nil, date: item.fields[.date].flatMap { try? CaptureDate(edtf: $0) },
      media: media, others: FieldsText.dictionary(of: item.fields[.otherColumns]), in: collection
    ) { column in
      switch column {
      case .id: return .text(item.id.identifier)
      case .latitude, .longitude: return nil
      case .media: return media.map { .text(names.name(of: $0)) }
      default:
        guard let text = item.fields[column], !text.isEmpty else { return nil }
        let number = column.isNumeric ? DecimalText.parse(text.utf8) : nil
        return number.map(CatalogueValue.number) ?? .text(text)
      }
    }
  }

  private init(
    id: ItemID, pose: RecordedPose?, date: CaptureDate?, media: Media?,
    others: [String: String], in collection: CollectionStatement,
    value: (CatalogueColumn) -> CatalogueValue?
  ) {
    self.id = id
    self.pose = pose
    self.date = date
    self.media = media
    self.others = others
    values = CatalogueColumn.allCases.map(value)
    title = values[CatalogueColumn.title.position]?.text ?? ""
    license = values[CatalogueColumn.license.position]?.text ?? collection.license
    credit = values[CatalogueColumn.credit.position]?.text ?? collection.credit
  }

  /// The longitude in a short form, if that reads as the same coordinate.
  ///
  /// A coordinate's longitude has gone through a wrap that can cost its last bits.
  package static func longitude(_ coordinate: Coordinate) -> Double {
    let short = (coordinate.longitude * 1e10).rounded() / 1e10
    let read = Coordinate(latitude: coordinate.latitude, longitude: short)
    return read?.longitude == coordinate.longitude ? short : coordinate.longitude
  }
}

extension Day {
  /// The day as XML, GeoPackage and most other formats write it; `nil` for one outside the years 1
  /// to 9999.
  package var inCalendar: String? { (1...9999).contains(parts.year) ? description : nil }
}
