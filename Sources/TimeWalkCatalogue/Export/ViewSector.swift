import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkMaps

/// The ground that an image shows, as an outline for maps: a sector of a circle around the camera.
///
/// - There is none without a heading: a full circle would claim an unknown view.
/// - Nor for an item that is geocoded to its subject, unless its viewing range is known: the camera
///   is then that far back.
/// - An unknown field of view is `assumedField`; the caller gives the default viewing range.
///
/// Arcs and long sides are sampled along the geodesic. Rings are closed and run counterclockwise.
/// One that crosses the antimeridian is cut there, and one around a pole includes the pole's edge
/// of the map, as RFC 7946 requires.
struct ViewSector {
  /// The field of view of a common lens, where the catalogue names none, degrees.
  static let assumedField = 50.0
  /// The greatest angle between two points of an arc, degrees.
  private static let arcStep = 3.0
  /// The sides are straight on a map up to this length at the equator, metres; nearer to a pole
  /// they bend more.
  private static let longSide = 10_000.0
  private static let mostParts = 64.0

  /// The camera's place.
  let apex: Coordinate
  /// The heading of the view.
  let heading: Heading
  /// The width of the view.
  let fieldOfView: FieldOfView
  /// The radius of the sector.
  let distance: Distance
  /// The unknown values of it.
  let assumed: [CatalogueColumn]

  /// The sector of a pose; `nil` when it has none.
  init?(_ pose: RecordedPose, assuming usual: Distance) {
    guard let heading = pose.heading,
      let field = pose.fieldOfView ?? FieldOfView(degrees: ViewSector.assumedField)
    else { return nil }
    var assumed: [CatalogueColumn] = []
    if pose.fieldOfView == nil { assumed.append(.fieldOfView) }
    if pose.viewDistance == nil { assumed.append(.viewDistance) }
    distance = pose.viewDistance ?? usual
    switch pose.locationOf {
    case .camera, .unknown: apex = pose.coordinate
    case .subject:
      guard let distance = pose.viewDistance,
        let back = Heading(degrees: heading.degrees + 180)
      else { return nil }
      apex = pose.coordinate.destination(bearing: back, distance: distance)
    }
    guard distance > .zero else { return nil }
    self.heading = heading
    fieldOfView = field
    self.assumed = assumed
  }

  /// The outline as closed rings, one for each part that the antimeridian cuts.
  var polygons: [[MapPosition]] { MapOutline(outline).polygons.map { $0[0] } }

  /// The corners from above, counterclockwise, not closed.
  private var outline: [Coordinate] {
    let isCircle = fieldOfView.degrees >= 360
    let steps = max(8, Int((fieldOfView.degrees / ViewSector.arcStep).rounded(.up)))
    let half = fieldOfView.degrees / 2
    let arc = (0..<(isCircle ? steps : steps + 1)).map { step in
      place(heading.degrees + half - fieldOfView.degrees * Double(step) / Double(steps), 1)
    }
    if isCircle { return arc }
    let narrowing = cos(apex.latitude * .pi / 180)
    let parts = Int(
      min(
        ViewSector.mostParts,
        distance.meters / ViewSector.longSide / max(narrowing * narrowing, 1e-9)
      ).rounded(.up))
    let right = (1..<max(1, parts)).map {
      place(heading.degrees + half, Double($0) / Double(parts))
    }
    let left = (1..<max(1, parts)).reversed().map {
      place(heading.degrees - half, Double($0) / Double(parts))
    }
    return [apex] + right + arc + left
  }

  private func place(_ degrees: Double, _ share: Double) -> Coordinate {
    guard let bearing = Heading(degrees: degrees),
      let reach = Distance(meters: distance.meters * share)
    else { return apex }
    return apex.destination(bearing: bearing, distance: reach)
  }
}

/// The ground that an item shows, as writers draw it: the outline of a map, else the sector of a
/// view.
struct Footprint {
  /// Polygons, each a closed ring, counterclockwise, and its holes, clockwise.
  let polygons: [[[MapPosition]]]
  /// The view; `nil` for an outline.
  let sector: ViewSector?

  /// `nil` for an item that has neither.
  init?(_ record: CatalogueRecord, _ options: ExportOptions) {
    if let outline = record.text(.outline).flatMap({ try? Outline(wkt: $0) }) {
      (polygons, sector) = (MapOutline(outline).polygons, nil)
    } else if let pose = record.pose,
      let sector = ViewSector(pose, assuming: options.viewDistance)
    {
      (polygons, self.sector) = (sector.polygons.map { [$0] }, sector)
    } else {
      return nil
    }
    if polygons.isEmpty { return nil }
  }
}
