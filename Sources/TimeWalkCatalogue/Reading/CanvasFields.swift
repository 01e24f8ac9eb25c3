import TimeWalkArchive
import TimeWalkBase

/// The catalogue's fields in the `metadata` of an exported canvas, which make the IIIF export
/// reversible.
enum CanvasFields {
  /// The label of the collection's name, which comes first.
  static let collection = "Collection"

  /// A column's name in words, for instance `Field of view`.
  static func label(of column: CatalogueColumn) -> String {
    guard column != .id else { return "Identifier" }
    let words = column.name.replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns true if a value is an exported canvas: its metadata contain the collection and the
  /// identifier.
  static func isOwn(_ canvas: JSONValue) -> Bool {
    guard canvas.value(at: "type")?.string == "Canvas" else { return false }
    let labels = pairs(of: canvas).prefix(2).map(\.label)
    // Version 0.1 wrote the columns' names unchanged.
    return labels == [collection, label(of: .id)]
      || labels == ["collection", CatalogueColumn.id.name]
  }

  /// The fields of a canvas as one flat object.
  static func record(of canvas: JSONValue) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (index, pair) in pairs(of: canvas).enumerated() {
      let own = CatalogueColumn(named: PlainName.of(pair.label))
      let first = [CatalogueColumn.collection, CatalogueColumn.id.name]
      let name = index < first.count ? first[index] : own?.name ?? pair.label
      members[name] = .string(ManifestWriter.unwrapped(pair.value))
    }
    // The address of a file that is elsewhere on the machine of the export.
    if members[CatalogueColumn.media.name] == nil,
      let address = canvas.value(at: "items.0.items.0.body.id")?.string,
      !address.hasPrefix(ManifestWriter.nowhere)
    {
      members["@" + CatalogueColumn.media.name] = .string(address)
    }
    return .object(members)
  }

  /// Any manifest or canvas, with its metadata as named values; the texts of a repeated name are
  /// joined.
  static func namingMetadata(of value: JSONValue) -> JSONValue {
    guard var members = value.members, members["metadata"] != nil else { return value }
    var named: [String: [String]] = [:]
    for pair in pairs(of: value) { named[pair.label, default: []].append(pair.value) }
    members["metadata"] = .object(named.mapValues { .string($0.joined(separator: "; ")) })
    return .object(members)
  }

  private static func pairs(of canvas: JSONValue) -> [(label: String, value: String)] {
    (canvas.value(at: "metadata")?.elements ?? []).compactMap { pair in
      guard let label = pair.value(at: "label")?.text, let value = pair.value(at: "value")?.text
      else { return nil }
      return (label, value)
    }
  }
}
