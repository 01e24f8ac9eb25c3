public import TimeWalkCore

/// A historical image that its catalogue knows no place for.
///
/// It can't be a candidate for any view. It is kept as it was written, so that it can be counted, listed, reviewed and
/// exported, and becomes an item once somebody says where it belongs.
public struct UnplacedItem: Hashable, Sendable {
  /// The name that it has, and will have as an item.
  public var id: ItemID
  /// What the catalogue says of it, as an export writes it: the column's text, after the same checks as an item's.
  ///
  /// Never holds `id`, `latitude` or `longitude`, nor an empty text. `date` is EDTF; `media` an address or an absolute
  /// path; `copy_of` as it stands in the source.
  public var fields: [CatalogueColumn: String]

  /// Makes one.
  public init(id: ItemID, fields: [CatalogueColumn: String]) {
    self.id = id
    self.fields = fields
  }
}

extension UnplacedItem {
  /// Makes one of an item that is good in everything but its coordinate, which is not looked at.
  init(_ item: Item, hasLocationOf: Bool) {
    let pose = item.pose
    var fields: [CatalogueColumn: String] = [:]
    fields[.title] = item.title.isEmpty ? nil : item.title
    fields[.date] = item.date?.edtf
    fields[.dateText] = item.dateText
    fields[.accuracy] = pose.coordinate.horizontalAccuracy.map { DecimalText.write($0.meters) }
    fields[.locationOf] = hasLocationOf ? pose.locationOf.rawValue : nil
    fields[.heading] = pose.heading.map { DecimalText.write($0.degrees) }
    fields[.headingAccuracy] = pose.headingAccuracy.map { DecimalText.write($0.degrees) }
    fields[.fieldOfView] = pose.fieldOfView.map { DecimalText.write($0.degrees) }
    fields[.pitch] = pose.pitch.map { DecimalText.write($0.degrees) }
    fields[.altitude] = pose.altitude.map { DecimalText.write($0.meters) }
    if let altitude = pose.altitude, altitude.reference != .unknown {
      fields[.altitudeReference] = altitude.reference.rawValue
    }
    fields[.altitudeAccuracy] = pose.altitude?.accuracy.map { DecimalText.write($0.meters) }
    fields[.viewDistance] = pose.viewDistance.map { DecimalText.write($0.meters) }
    fields[.creator] = item.creator
    fields[.license] = item.license
    fields[.credit] = item.credit
    fields[.source] = item.source
    switch item.media {
    case .file(let path)?: fields[.media] = path
    case .url(let address)?: fields[.media] = address
    case nil: break
    }
    self.init(id: item.id, fields: fields)
  }

  /// The same with another text in a field, unless that is `nil`.
  func with(_ column: CatalogueColumn, _ text: String?) -> UnplacedItem {
    guard let text else { return self }
    var changed = self
    changed.fields[column] = text
    return changed
  }
}
