import TimeWalkArchive
import TimeWalkBase

/// One JSON object as a record: values by path, and the values of its geometry.
struct JSONRecord {
  let value: JSONValue
  private let geometry: GeometryReading?
  private let number: Int

  /// Makes one of an object; `number` counts from 1, and `geometry` is the path of its GeoJSON
  /// geometry.
  init(_ value: JSONValue, number: Int, geometry path: String) {
    self.value = value
    self.number = number
    // A catalogue may have a text of that name, too.
    let found = value.value(at: path[...])
    let isText = found?.string != nil && value.members?[CatalogueColumn.latitude.name] != nil
    geometry = isText ? nil : found.flatMap { GeometryReading($0) }
  }

  /// The geometry's fault; `nil` when it has a place, or when there is none.
  var fault: (severity: ImportFinding.Severity, reason: String)? { geometry?.fault }

  /// The value of a path; `@latitude` and similar names are from the geometry, `@number` is the
  /// record's own.
  func text(_ name: String) -> String? {
    if name == "@number" { return "\(number)" }
    // Such names may also occur in the document, as in JSON-LD.
    if name.hasPrefix("@"), let text = geometry?.values[name] { return text }
    return (value.value(at: name[...]) ?? value.members?["properties"]?.value(at: name[...]))?.text
  }

  /// The paths of all values that are texts, shallow ones first; lists are not searched.
  var names: [String] {
    var found: [String] = []
    var waiting: [(path: String, value: JSONValue)] = [("", value)]
    var next = 0
    while next < min(waiting.count, 10_000), found.count < 500 {
      let (path, value) = waiting[next]
      next += 1
      guard let members = value.members else { continue }
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        let own = path.isEmpty ? key : "\(path).\(key)"
        let isGeometry = member.string == nil || path.isEmpty && geometry != nil
        if ["geometry", "navPlace"].contains(key), isGeometry { continue }
        if member.text != nil || member == .null {
          // Every GeoJSON feature has the type of one.
          if own == "type", member == .string("Feature") { continue }
          found.append(own)
        } else if !["links", "assets"].contains(key) {
          waiting.append((own, member))
        }
      }
    }
    if let geometry { found += geometry.values.keys.sorted() }
    return found
  }
}
