import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

/// The pose from a GeoJSON geometry, as values with names.
///
/// - A point is a place.
/// - A collection of a point and a line is a camera with the line across its field of view. The
///   bearings from the point to the line's ends, along geodesics, give the heading half-way between
///   them and the field of view.
/// - A polygon or line alone is the subject: its place is the middle, its accuracy the radius that
///   contains two thirds of it. With a point, the point is the camera and the polygon is its
///   subject.
struct GeometryReading {
  /// The names of all kinds of geometry.
  static let kinds: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]
  /// The 68 % half-width of a heading that was drawn on a map, degrees: hand-drawn directions of
  /// the same photographs differ by some 5 to 10.
  private static let drawnAccuracy = 8.0

  /// `@latitude`, `@longitude`, `@accuracy`, `@location_of`, `@heading`, `@heading_accuracy`,
  /// `@field_of_view`, `@altitude`.
  private(set) var values: [String: String] = [:]
  /// The fault; the severity determines whether the record is refused.
  private(set) var fault: (severity: ImportFinding.Severity, reason: String)?

  /// Reads a geometry; `nil` for null.
  init?(_ json: JSONValue) {
    guard json != .null else { return nil }
    do throws(Refusal) {
      try read(json)
    } catch {
      fault = (.fault, "the geometry \(error.reason)")
    }
  }

  private struct Refusal: Error { var reason: String }
  private static let noPlaces = Refusal(
    reason: "has positions that aren't longitude and latitude in degrees")

  /// One position: longitude and latitude as texts and as numbers.
  private struct Position {
    var longitude: JSONValue
    var latitude: JSONValue
    var height: JSONValue?
    var x: Double
    var y: Double

    init(_ json: JSONValue?) throws(Refusal) {
      guard let list = json?.elements, list.count >= 2, let x = list[0].number,
        let y = list[1].number
      else { throw Refusal(reason: "has a position that isn't two or three numbers") }
      (longitude, latitude, self.x, self.y) = (list[0], list[1], x, y)
      height = list.count > 2 ? list[2] : nil
    }

    var coordinate: Coordinate? {
      abs(x) <= 180 ? Coordinate(latitude: y, longitude: x) : nil
    }
  }

  private mutating func read(_ json: JSONValue) throws(Refusal) {
    guard let type = json.value(at: "type")?.string, GeometryReading.kinds.contains(type) else {
      throw Refusal(reason: "isn't a GeoJSON type")
    }
    guard type == "GeometryCollection" else {
      if type == "Point" { return setPlace(try Position(json.value(at: "coordinates"))) }
      let corners = try GeometryReading.corners(of: json)
      // Programs for maps turn points into sets of one.
      if type == "MultiPoint", corners.count == 1 { return setPlace(corners[0]) }
      return try setMiddle(corners)
    }
    let parts = json.value(at: "geometries")?.elements ?? []
    func those(_ kind: String) -> [JSONValue] {
      parts.filter { $0.value(at: "type")?.string == kind }
    }
    let (points, lines, areas) = (those("Point"), those("LineString"), those("Polygon"))
    guard points.count == 1, points.count + lines.count + areas.count == parts.count,
      let point = points.first
    else {
      throw Refusal(reason: "must be a camera's point with a line or polygon")
    }
    let camera = try Position(point.value(at: "coordinates"))
    setPlace(camera)
    values["@location_of"] = LocationOf.camera.rawValue
    if let seen = lines.first ?? areas.first {
      try look(from: camera, at: GeometryReading.corners(of: seen), isLine: !lines.isEmpty)
    }
  }

  private mutating func setPlace(_ position: Position) {
    values["@longitude"] = position.longitude.text
    values["@latitude"] = position.latitude.text
    values["@altitude"] = position.height?.text
  }

  /// The place in the middle of the subject, by its bounding box.
  ///
  /// Two thirds of the way to its farthest corner is the radius of about two thirds of probability.
  private mutating func setMiddle(_ corners: [Position]) throws(Refusal) {
    let places = corners.compactMap(\.coordinate)
    guard places.count == corners.count, let first = places.first else {
      throw GeometryReading.noPlaces
    }
    // Longitudes counted from the first corner, across the antimeridian.
    let turns = places.map { ($0.longitude - first.longitude).remainder(dividingBy: 360) }
    let latitudes = places.map(\.latitude)
    let turn = ((turns.min() ?? 0) + (turns.max() ?? 0)) / 2
    let latitude = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
    guard let middle = Coordinate(latitude: latitude, longitude: first.longitude + turn) else {
      throw Refusal(reason: "has no middle")
    }
    let farthest = places.map { Geodesic(from: middle, to: $0).distance.meters }.max() ?? 0
    values["@latitude"] = DecimalText.write(middle.latitude)
    values["@longitude"] = DecimalText.write(middle.longitude)
    values["@accuracy"] = DecimalText.write((farthest * 0.68).rounded(.up))
    values["@location_of"] = LocationOf.subject.rawValue
  }

  /// The heading and the angle from the camera to the leftmost and rightmost points.
  private mutating func look(from camera: Position, at corners: [Position], isLine: Bool)
    throws(Refusal)
  {
    guard let place = camera.coordinate else { return }
    let ends = isLine ? [corners.first, corners.last].compactMap { $0 } : corners
    var bearings: [Heading] = []
    for end in ends {
      guard let seen = end.coordinate else {
        throw GeometryReading.noPlaces
      }
      let way = Geodesic(from: place, to: seen)
      // The apex of a sector is the camera itself.
      if way.distance.meters > 0.01 { bearings.append(way.initialBearing) }
    }
    guard bearings.count > 1, let first = bearings.first else {
      fault = (.warning, "the line across the field of view touches the camera")
      return
    }
    let turns = bearings.map { $0.turn(from: first).degrees }
    let (left, right) = (turns.min() ?? 0, turns.max() ?? 0)
    guard right - left > 0.01, right - left < 180,
      let middle = Heading(degrees: first.degrees + (left + right) / 2)
    else {
      fault = (.warning, "the camera doesn't face the line; its heading is unknown")
      return
    }
    func rounded(_ degrees: Double) -> String {
      DecimalText.write((degrees * 100).rounded() / 100)
    }
    values["@heading"] = rounded(middle.degrees)
    values["@heading_accuracy"] = DecimalText.write(GeometryReading.drawnAccuracy)
    values["@field_of_view"] = rounded(right - left)
  }

  /// All positions of a geometry other than a collection.
  private static func corners(of json: JSONValue) throws(Refusal) -> [Position] {
    var lists = [json.value(at: "coordinates")].compactMap { $0 }
    // Down to the lists of positions: none, one or two levels, by the kind.
    let levels =
      switch json.value(at: "type")?.string {
      case "MultiPoint", "LineString": 0
      case "MultiLineString", "Polygon": 1
      case "MultiPolygon": 2
      default: throw Refusal(reason: "isn't a GeoJSON type")
      }
    for _ in 0..<levels { lists = lists.flatMap { $0.elements ?? [] } }
    var corners: [Position] = []
    for list in lists {
      for position in list.elements ?? [] { corners.append(try Position(position)) }
    }
    guard !corners.isEmpty else { throw Refusal(reason: "has no positions") }
    return corners
  }
}
