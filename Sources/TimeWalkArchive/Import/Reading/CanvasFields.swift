import TimeWalkJSON

/// The catalogue's fields that an export of ours writes among a canvas's `metadata`, so that what went out as IIIF comes
/// back equal.
enum CanvasFields {
  /// Whether a value is a canvas of ours: one whose metadata name the collection and the identifier.
  static func isOwn(_ canvas: JSONValue) -> Bool {
    guard canvas.value(at: "type")?.string == "Canvas" else { return false }
    let labels = pairs(of: canvas).prefix(2).map(\.label)
    return labels == ["collection", CatalogueColumn.id.rawValue]
  }

  /// The fields of a canvas as one flat object.
  static func record(of canvas: JSONValue) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (label, value) in pairs(of: canvas) where label != "collection" {
      members[label] = .string(ManifestWriter.unwrapped(value))
    }
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
