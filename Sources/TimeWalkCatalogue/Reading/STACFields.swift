import TimeWalkArchive
import TimeWalkBase

/// The catalogue's fields in the properties of an exported STAC item, which make the export
/// reversible.
enum STACFields {
  private static let prefix = "timewalk:"
  /// The beginning of the names of columns without a TimeWalk field.
  static let other = "timewalk:column:"
  /// The property with the collection's name.
  static let collection = "timewalk:collection"

  /// The property of a column.
  static func name(of column: CatalogueColumn) -> String { prefix + column.name }

  /// Returns true if a value is an exported item: its id begins with its collection.
  static func isOwn(_ item: JSONValue) -> Bool { identifier(of: item) != nil }

  /// The fields of an exported item as one flat object.
  static func record(of item: JSONValue) -> JSONValue {
    let properties = item.members?["properties"]?.members ?? [:]
    var members: [String: JSONValue] = [:]
    members[CatalogueColumn.collection] = properties[collection]
    members[CatalogueColumn.id.name] = identifier(of: item).map(JSONValue.string)
    members[CatalogueColumn.title.name] = properties["title"]
    let geometry = item.members?["geometry"]
    if geometry?.value(at: "type")?.string == "Point",
      let position = geometry?.value(at: "coordinates")?.elements, position.count > 1
    {
      members[CatalogueColumn.longitude.name] = position[0]
      members[CatalogueColumn.latitude.name] = position[1]
    }
    for (name, value) in properties {
      // Byte by byte, as a name may begin with an accent.
      if let rest = rest(of: name, behind: other) {
        members[rest] = value
      } else if let column = rest(of: name, behind: prefix).flatMap(CatalogueColumn.init(named:)) {
        members[column.name] = value
      }
    }
    return .object(members)
  }

  private static func identifier(of item: JSONValue) -> String? {
    guard let id = item.members?["id"]?.string,
      let collection = item.members?["properties"]?.members?[collection]?.string
    else { return nil }
    return rest(of: id, behind: collection + ":")
  }

  private static func rest(of text: String, behind start: String) -> String? {
    guard text.utf8.starts(with: start.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }
}
