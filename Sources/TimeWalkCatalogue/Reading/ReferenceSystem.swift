import TimeWalkArchive
import TimeWalkBase

/// The coordinate system that a GeoJSON names in its member `crs`, after the specification of 2008.
///
/// RFC 7946 knows only WGS 84, and programs still write the member, for other systems too.
struct ReferenceSystem {
  /// Its name, such as `urn:ogc:def:crs:EPSG::3857`.
  let name: String

  /// The codes of systems in degrees that differ from WGS 84 by at most some metres: NAD83, ETRS89,
  /// GDA94, GDA2020, NZGD2000, NAD83(CSRS).
  private static let near: Set<String> = ["4269", "4258", "4283", "7844", "4167", "4617"]

  /// A system of a name, such as `EPSG:4326`.
  init(name: String) { self.name = name }

  /// Reads the member; `nil` for null.
  init?(_ json: JSONValue) {
    guard json != .null else { return nil }
    // A link to a definition has no name and can't be read.
    name =
      json.value(at: "properties.name")?.text ?? json.value(at: "properties.href")?.text
      ?? "a system without a name"
  }

  /// The consequence for coordinates that are taken as WGS 84.
  enum Meaning: Equatable {
    case same
    case near
    case other
  }

  /// The message about a source in this system.
  ///
  /// - Parameters:
  ///   - source: the source, as the beginning of a sentence.
  ///   - command: the command that converts it.
  /// - Returns: a warning for a system that is nearly WGS 84.
  /// - Throws: `.inputUnreadable` for a system whose numbers would be other places.
  func judged(as source: String, converting command: String) throws(ArchiveError)
    -> [ImportFinding]
  {
    switch meaning {
    case .same: return []
    case .near:
      return [
        ImportFinding(
          .warning, line: nil, column: "crs", value: name,
          reason: "was read as WGS 84, which differs by a few metres at most")
      ]
    case .other:
      throw ArchiveError(
        .inputUnreadable,
        "\(source) is in the coordinate system \(name.prefix(200)), but longitude and latitude in WGS 84 are "
          + "required. Convert it with \(command).")
    }
  }

  var meaning: Meaning {
    let upper = name.uppercased()
    let code = upper.split { !$0.isNumber && !$0.isLetter }.last.map(String.init) ?? ""
    if ["CRS84", "CRS84H", "WGS84", "4326", "4979"].contains(code) { return .same }
    return ReferenceSystem.near.contains(code) ? .near : .other
  }
}
