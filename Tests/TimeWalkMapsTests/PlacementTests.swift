import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps
import TimeWalkTestSupport

@Suite("Maps placed")
struct PlacementTests {
  private func corners(_ points: [(Double, Double)]) -> [PixelPoint] {
    points.map { PixelPoint(x: $0.0, y: $0.1) }
  }

  private func georeference(
    _ count: Int = 12, _ method: TransformationMethod = .polynomial(order: 1),
    mask: [(Double, Double)]? = nil, middle: (Double, Double) = (40.7, -74), noise: Double = 2
  ) throws -> Georeference {
    let middle = try place(middle.0, middle.1)
    let plane: GroundPlane =
      abs(middle.latitude) > 80
      ? .stereographic(center: middle) : .mercator(centralMeridian: middle.longitude)
    return Georeference(
      controlPoints: try controlPoints(count, in: plane, middle: middle, noise: noise),
      mask: mask.map(corners), size: PixelSize(width: 4000, height: 3000), method: method)
  }

  @Test("A map's outline is its mask's area", arguments: TransformationTests.methods)
  func outline(method: TransformationMethod) throws {
    let placed = MapPlacement(
      of: try georeference(
        30, method, mask: [(100, 100), (3900, 200), (3800, 2900), (2000, 1500), (50, 2800)],
        noise: 15))
    #expect(placed.findings == [])
    let map = try #require(placed.transformation)
    let outline = try #require(placed.outline)
    var numbers = SeededGenerator(seed: 5)
    let ring = corners([(100, 100), (3900, 200), (3800, 2900), (2000, 1500), (50, 2800)])
    for _ in 0..<500 {
      let pixel = PixelPoint(
        x: .random(in: -300...4300, using: &numbers), y: .random(in: -300...3300, using: &numbers))
      let here = try #require(map.coordinate(at: pixel))
      // Two pixels beside the mask's edge, the outline may be off.
      let far = outline.distanceToEdge(from: here).meters > 2 * 2
      if far { #expect(outline.contains(here) == inside(ring, pixel), "\(pixel)") }
    }
  }

  private func inside(_ ring: [PixelPoint], _ point: PixelPoint) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) where (a.y > point.y) != (b.y > point.y) {
      if point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
    }
    return isInside
  }

  @Test("Curved edges stay within two pixels of the transformed ones")
  func densified() throws {
    var map = try georeference(12, .thinPlateSpline, noise: 0)
    // Pulled out of place in the middle of an edge.
    for (x, y, off) in [(2000.0, 0.0, 60.0), (1000, 3000, -50), (0, 1500, 40)] {
      let middle = try place(40.7, -74)
      let plane = GroundPlane.mercator(centralMeridian: -74)
      let center = try #require(plane.point(of: middle))
      let spot = PlanePoint(x: center.x + 2 * (x - 2000 + off), y: center.y - 2 * (y - 1500 + off))
      map.controlPoints.append(
        ControlPoint(
          pixel: PixelPoint(x: x, y: y), coordinate: try #require(plane.coordinate(of: spot))))
    }
    let placed = MapPlacement(of: map)
    let (transformation, outline) = (
      try #require(placed.transformation), try #require(placed.outline)
    )
    #expect(outline.polygons[0].outer.count > 8)
    for step in 0...400 {
      let share = Double(step) / 400
      for pixel in corners([
        (4000 * share, 0), (4000, 3000 * share), (4000 * share, 3000), (0, 3000 * share),
      ]) {
        let here = try #require(transformation.coordinate(at: pixel))
        let width = try #require(transformation.resolution(at: pixel))
        #expect(outline.distanceToEdge(from: here).meters < 2 * width.meters)
      }
    }
  }

  @Test(
    "A map across the antimeridian, and one around each pole",
    arguments: [(-17.8, 179.999), (-17.8, -179.99), (89.99, 0), (-89.995, 120)])
  func borders(latitude: Double, longitude: Double) throws {
    let placed = MapPlacement(of: try georeference(middle: (latitude, longitude)))
    #expect(placed.findings == [])
    let outline = try #require(placed.outline)
    let middle = try place(latitude, longitude)
    #expect(outline.contains(middle))
    #expect(abs(outline.squareMeters / (4000.0 * 3000 * 4) - 1) < 0.02 || abs(latitude) < 80)
    #expect(abs(outline.distanceToEdge(from: middle).meters / 3000 - 1) < 0.06)
    let center = try #require(outline.center)
    #expect(meters(center, middle) < 100)
    if abs(latitude) > 80 {
      #expect(outline.contains(try place(latitude > 0 ? 90 : -90, 0)))
    } else {
      #expect(outline.boundingBox.west > outline.boundingBox.east)
    }
    // It is written and read as WKT.
    #expect(try Outline(wkt: outline.wkt) == outline)
  }

  @Test("Too few points and points on a line use a simpler transformation, and report it")
  func fallbacks() throws {
    let five = MapPlacement(of: try georeference(5, .polynomial(order: 2)))
    #expect(
      five.findings == [
        .tooFewPoints(.polynomial(order: 2), count: 5, used: .polynomial(order: 1))
      ])
    #expect(five.transformation?.method == .polynomial(order: 1))
    #expect(five.outline != nil)
    let two = MapPlacement(of: try georeference(2, .thinPlateSpline))
    #expect(two.findings == [.tooFewPoints(.thinPlateSpline, count: 2, used: .helmert)])
    #expect(two.outline != nil)
    let one = MapPlacement(of: try georeference(1, .helmert))
    #expect(one.findings == [.tooFewPoints(.helmert, count: 1, used: nil)])
    #expect(one.findings[0].preventsPlacing && one.outline == nil && one.transformation == nil)
    var line = try georeference(12, .polynomial(order: 1), noise: 0)
    for index in line.controlPoints.indices {
      let pixel = PixelPoint(x: 100 + 200 * Double(index), y: 50 + 100 * Double(index))
      let plane = GroundPlane.mercator(centralMeridian: -74)
      let spot = PlanePoint(x: 2 * pixel.x, y: 5e6 - 2 * pixel.y)
      line.controlPoints[index] = ControlPoint(
        pixel: pixel, coordinate: try #require(plane.coordinate(of: spot)))
    }
    let street = MapPlacement(of: line)
    #expect(street.findings == [.degenerate(.polynomial(order: 1), used: .helmert)])
    #expect(street.outline != nil)
  }

  @Test("Points at one place, and duplicate points")
  func samePlaces() throws {
    var map = try georeference(9, .thinPlateSpline)
    map.controlPoints.append(map.controlPoints[3])
    let repeated = MapPlacement(of: map)
    #expect(repeated.findings == [.repeated(3, 9)])
    #expect(repeated.transformation?.method == .thinPlateSpline)
    #expect(repeated.transformation?.controlPoints.count == 9)
    map.controlPoints[9].coordinate = map.controlPoints[5].coordinate
    let torn = MapPlacement(of: map)
    #expect(
      torn.findings == [
        .samePlace(3, 9), .degenerate(.thinPlateSpline, used: .polynomial(order: 1)),
      ])
    #expect(torn.transformation?.method == .polynomial(order: 1))
    map.controlPoints[9] = ControlPoint(
      pixel: PixelPoint(x: 17, y: 23), coordinate: map.controlPoints[5].coordinate)
    #expect(MapPlacement(of: map).findings.first == .samePlace(5, 9))
  }

  @Test("A mirrored map, and one that folds")
  func sides() throws {
    var map = try georeference(12)
    map.controlPoints = map.controlPoints.map {
      ControlPoint(
        pixel: PixelPoint(x: 4000 - $0.pixel.x, y: $0.pixel.y), coordinate: $0.coordinate)
    }
    let mirrored = MapPlacement(of: map)
    #expect(mirrored.findings == [.mirrored])
    #expect(mirrored.outline != nil)
    var torn = try georeference(12, .thinPlateSpline, noise: 0)
    let (a, b) = (torn.controlPoints[2].coordinate, torn.controlPoints[7].coordinate)
    torn.controlPoints[2].coordinate = b
    torn.controlPoints[7].coordinate = a
    let folded = MapPlacement(of: torn)
    #expect(folded.findings.contains { if case .folds = $0 { true } else { false } })
    #expect(folded.findings.allSatisfy { !$0.words.isEmpty })
  }

  @Test("Invalid masks")
  func masks() throws {
    #expect(
      MapPlacement(of: try georeference(mask: [(0, 0), (5, 5), (5, 5), (0, 0)])).findings == [
        .maskTooSmall
      ])
    let bow = MapPlacement(
      of: try georeference(mask: [(0, 0), (3000, 2000), (3000, 0), (0, 2000)]))
    #expect(bow.findings == [.maskCrosses(0, 2)])
    #expect(bow.outline == nil && bow.transformation != nil)
    let outside = MapPlacement(
      of: try georeference(mask: [(0, 0), (4016, 0), (4000, 3000), (0, 3000)]))
    #expect(outside.findings == [.maskOutsidePicture(1)])
    #expect(outside.outline != nil)
    let edge = MapPlacement(
      of: try georeference(mask: [(-1, -1), (4001, 0), (4000, 3001), (0, 3000), (-1, -1)]))
    #expect(edge.findings == [])
    var unknown = try georeference()
    unknown.size = nil
    let placed = MapPlacement(of: unknown)
    #expect(placed.findings == [.sizeUnknown])
    #expect(placed.outline == nil && placed.transformation != nil)
    let teeth = (0...Outline.mostCorners).map { (Double($0) / 10, Double($0 % 2)) }
    #expect(
      MapPlacement(of: try georeference(mask: teeth + [(1000, 2000), (0, 2000)])).findings
        == [.maskTooLarge])
  }

  @Test("Every finding has words")
  func words() {
    let findings: [MapFinding] = [
      .tooFewPoints(.helmert, count: 1, used: nil), .degenerate(.thinPlateSpline, used: .helmert),
      .samePlace(0, 1), .repeated(0, 1), .mirrored, .outsidePlane(3),
      .folds(PixelPoint(x: 1, y: 2)), .maskTooSmall,
      .maskCrosses(0, 1), .maskOutsidePicture(0), .maskTooLarge, .sizeUnknown,
      .outsideWorld(0, longitude: 200, latitude: 91),
      .unknownTransformation("projective", used: .polynomial(order: 1)),
      .unknownProjection("Bonne"),
      .unknownSelector("no polygon"),
      .sizesDiffer(PixelSize(width: 1, height: 2), PixelSize(width: 3, height: 4)), .tooMuchWork,
    ]
    #expect(Set(findings.map(\.words)).count == findings.count)
    #expect(findings[0].words.hasSuffix("the map has no place"))
    #expect(findings[1].words.hasSuffix("using a Helmert transformation"))
  }
}
