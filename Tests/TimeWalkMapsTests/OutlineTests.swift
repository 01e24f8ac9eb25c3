import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps
import TimeWalkTestSupport

@Suite("Outlines")
struct OutlineTests {
  /// A box as a ring.
  static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [PlanePoint]
  {
    [(west, south), (east, south), (east, north), (west, north)].map {
      PlanePoint(x: $0.0, y: $0.1)
    }
  }

  @Test("WKT comes out as it went in, and holds what it shows")
  func roundTrip() throws {
    let text =
      "POLYGON ((-74.02 40.69, -73.97 40.69, -73.97 40.76, -74.02 40.76, -74.02 40.69), (-74 40.7, -73.99 40.7, -73.99 40.71, -74 40.7))"
    let outline = try Outline(wkt: text)
    #expect(outline.wkt == text)
    #expect(try Outline(wkt: outline.wkt) == outline)
    #expect(outline.contains(try place(40.75, -74.01)))
    // In the hole.
    #expect(!outline.contains(try place(40.702, -73.9915)))
    #expect(!outline.contains(try place(40.8, -74.01)))
    #expect(!outline.contains(try place(-40.75, 106)))
    let several = try Outline(
      wkt: " multipolygon(((0 0,1 0,1 1,0 0)),((5 5 , 6 5, 6 6.25e0, 5 5)))\n")
    #expect(several.polygons.count == 2)
    #expect(several.wkt == "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6.25, 5 5)))")
    #expect(several.contains(try place(5.5, 5.9)))
  }

  static let wrong: [(String, OutlineFault.Reason, Int)] = [
    ("", .syntax("POLYGON or MULTIPOLYGON"), 0),
    ("POINT (1 2)", .syntax("POLYGON or MULTIPOLYGON"), 0),
    ("POLYGON EMPTY", .syntax("an opening bracket"), 8),
    ("POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1))", .syntax("an opening bracket"), 8),
    ("POLYGON ((0 0, 1 0, 1 1, 0 0)", .syntax("a comma or a closing bracket"), 29),
    ("POLYGON ((0 0, 1 0, 1 1, 0 0)) x", .syntax("the end of the text"), 31),
    ("POLYGON ((0 0, 1 0, 1 nan, 0 0))", .syntax("a latitude"), 22),
    ("POLYGON ((0 0, 1 0, 0x1 1, 0 0))", .syntax("a longitude"), 20),
    ("POLYGON ((0 0, 1 0, 1 1, 0 1e999))", .syntax("a latitude"), 27),
    ("POLYGON ((0 0 7, 1 0, 1 1, 0 0))", .syntax("a comma or a closing bracket"), 14),
    ("POLYGON ((0 0, 1 0, 0 0))", .tooFewCorners, 9),
    ("POLYGON ((0 0, 1 0, 1 1, 0 1))", .open, 9),
    ("POLYGON ((0 0, 1 0, 1 0, 0 0, 0 0))", .tooFewCorners, 9),
    ("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", .crosses, 9),
    ("POLYGON ((0 0, 2 0, 2 2, 1 0, 0 2, 0 0))", .crosses, 9),
    ("POLYGON ((0 0, 5 0, 3 0, 3 3, 0 0))", .crosses, 9),
    ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 10 1, 2 2, 1 1))", .crosses, 36),
    ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (11 1, 12 1, 12 2, 11 1))", .holeOutside, 36),
    ("POLYGON ((0 0, 1 0, 1 91, 0 0))", .outsideWorld, 9),
    ("POLYGON ((0 0, 541 0, 1 1, 0 0))", .outsideWorld, 9),
    ("POLYGON ((179 0, -179 0, -179 1, 179 1, 179 0))", .longEdge, 9),
  ]

  @Test("What is no outline is said, with its place", arguments: wrong)
  func faults(text: String, reason: OutlineFault.Reason, offset: Int) {
    let fault = #expect(throws: OutlineFault.self) { try Outline(wkt: text) }
    #expect(fault?.reason == reason)
    #expect(fault?.offset == offset)
    #expect(fault?.words.contains("byte \(offset)") == true)
  }

  @Test("Too many corners are refused before they are compared")
  func tooMany() {
    let corners = (0...Outline.mostCorners).map { "\(Double($0) / 1000) 0" }.joined(separator: ", ")
    let fault = #expect(throws: OutlineFault.self) {
      try Outline(wkt: "POLYGON ((\(corners), 5 5, 0 0))")
    }
    #expect(fault?.reason == .tooManyCorners)
    let brackets = String(repeating: "(", count: 200_000)
    #expect(throws: OutlineFault.self) { try Outline(wkt: "POLYGON \(brackets)") }
  }

  @Test("An outline across the antimeridian, however it is written")
  func antimeridian() throws {
    for text in [
      "POLYGON ((177 -19, 182 -19, 182 -16, 177 -16, 177 -19))",
      "POLYGON ((-183 -19, -178 -19, -178 -16, -183 -16, -183 -19))",
      "MULTIPOLYGON (((177 -19, 180 -19, 180 -16, 177 -16, 177 -19)), ((-180 -19, -178 -19, -178 -16, -180 -16, -180 -19)))",
    ] {
      let outline = try Outline(wkt: text)
      #expect(outline.contains(try place(-17, 179)))
      #expect(outline.contains(try place(-17, -179)))
      #expect(!outline.contains(try place(-17, 176)))
      #expect(!outline.contains(try place(-17, 0)))
      let box = outline.boundingBox
      #expect(box.south == -19 && box.north == -16)
      #expect(abs(box.west - 177) < 1e-9 && abs(box.east + 178) < 1e-9)
      // The line at 180 degrees is a seam: the nearest edge is in the south or north.
      let middle = try place(-17.5, 180)
      let edge = outline.distanceToEdge(from: middle).meters
      #expect(abs(edge - meters(middle, try place(-19, 180))) < 100 || edge < 166_000)
      #expect(edge > 160_000, "\(text): \(edge)")
      #expect(outline.signedMetersToEdge(from: middle) == -edge)
    }
  }

  @Test("A ring around a pole holds the pole, and has no edge there", arguments: [1.0, -1.0])
  func pole(side: Double) throws {
    let corners = stride(from: -180.0, to: 180, by: 30).map { "\($0) \(70 * side)" }
    let outline = try Outline(
      wkt:
        "POLYGON ((\(corners.joined(separator: ", ")), 180 \(70 * side), 180 \(90 * side), -180 \(90 * side), \(corners[0])))"
    )
    let pole = try place(90 * side, 0)
    #expect(outline.contains(pole))
    #expect(outline.contains(try place(80 * side, 180)))
    #expect(outline.contains(try place(80 * side, -77)))
    #expect(!outline.contains(try place(60 * side, 12)))
    #expect(!outline.contains(try place(-80 * side, 12)))
    let reach = meters(pole, try place(70 * side, 0))
    #expect(abs(outline.distanceToEdge(from: pole).meters - reach) < 1)
    let seam = outline.distanceToEdge(from: try place(80 * side, 180)).meters
    let south = meters(try place(80 * side, 0), try place(70 * side, 0))
    #expect(abs(seam / south - 1) < 2e-5)
    #expect(
      outline.boundingBox
        == (try Outline([.init(outer: Self.box(-180, 70, 180, 90))]))
        .boundingBox || side < 0)
    #expect(outline.boundingBox.west == -180 && outline.boundingBox.east == 180)
    let center = try #require(outline.center)
    #expect(meters(center, pole) < 5000)
    // Snyder's formula for a zone of the ellipsoid, from the parallel to the pole.
    #expect(abs(outline.squareMeters / 15_378_650_600_000 - 1) < 0.01)
  }

  @Test("All the world has no edge, and the area of the ellipsoid")
  func world() throws {
    let outline = try Outline(
      wkt: "POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))")
    for (latitude, longitude) in [(90, 0), (-90, 50), (0, 180), (0, -180), (12, 34)] {
      #expect(outline.contains(try place(Double(latitude), Double(longitude))))
    }
    // The surface of WGS 84 (NIMA TR8350.2, table 3.3): 510,065,621.724 km².
    #expect(abs(outline.squareMeters / 510_065_621_724_000 - 1) < 1e-9)
    #expect(outline.distanceToEdge(from: try place(0, 0)).meters > 20_000_000)
    let box = outline.boundingBox
    #expect(box.south == -90 && box.north == 90 && box.west == -180 && box.east == 180)
  }

  @Test("Areas are those of the ellipsoid; holes are taken away")
  func areas() throws {
    let whole = try Outline([.init(outer: Self.box(-74, 40, -73, 41))])
    // GeographicLib's Planimeter -r (rhumb lines) gives the same as strips of parallels do: a
    // degree at 40.5 north is 84.7 by 111.0 km.
    let expected =
      meters(try place(40.5, -74), try place(40.5, -73))
      * meters(try place(40, -74), try place(41, -74))
    #expect(abs(whole.squareMeters / expected - 1) < 2e-4)
    let holed = try Outline([
      .init(outer: Self.box(-74, 40, -73, 41), holes: [Self.box(-73.8, 40.2, -73.2, 40.8)])
    ])
    let hole = try Outline([.init(outer: Self.box(-73.8, 40.2, -73.2, 40.8))])
    #expect(abs(holed.squareMeters + hole.squareMeters - whole.squareMeters) < 1)
    let center = try #require(whole.center)
    #expect(meters(center, try place(40.5, -73.5)) < 500)
  }

  @Test(
    "The distance to an edge is that of the nearest of many points on it",
    arguments: 0..<40 as Range<UInt64>)
  func distances(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let middle = PlanePoint(
      x: .random(in: -180...180, using: &numbers), y: .random(in: -75...75, using: &numbers))
    let size = Double.random(in: 0.001...12, using: &numbers)
    let ring = (0..<7).map { index in
      let angle = Double(index) / 7 * 2 * .pi
      let reach = size * Double.random(in: 0.4...1, using: &numbers)
      return PlanePoint(x: middle.x + reach * cos(angle), y: middle.y + reach * sin(angle))
    }
    let outline = try Outline([.init(outer: ring)])
    for _ in 0..<5 {
      let spot = PlanePoint(
        x: middle.x + .random(in: -2 * size...2 * size, using: &numbers),
        y: middle.y + .random(in: -2 * size...2 * size, using: &numbers))
      let here = try place(max(-90, min(90, spot.y)), spot.x.remainder(dividingBy: 360))
      var nearest = Double.infinity
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
        for step in 0..<500 {
          let share = Double(step) / 500
          let point = try place(
            a.y + share * (b.y - a.y), (a.x + share * (b.x - a.x)).remainder(dividingBy: 360))
          nearest = min(nearest, meters(here, point))
        }
      }
      let own = outline.distanceToEdge(from: here).meters
      // Steps are up to a two-hundredth of the ring's size long.
      #expect(own <= nearest * (1 + 2e-5) + 1e-6)
      #expect(own > nearest - size * 111_000 / 150, "\(own), \(nearest)")
      #expect((outline.signedMetersToEdge(from: here) < 0) == outline.contains(here))
    }
  }

  @Test("A turned, shifted outline holds the same", arguments: 0..<20 as Range<UInt64>)
  func shifted(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let ring = Self.box(-3, 10, 5, 14)
    let shift = Double.random(in: -300...300, using: &numbers)
    let (plain, moved) = (
      try Outline([.init(outer: ring)]),
      try Outline([.init(outer: ring.map { PlanePoint(x: $0.x + shift, y: $0.y) }.reversed())])
    )
    for _ in 0..<50 {
      let (longitude, latitude) = (
        Double.random(in: -6...8, using: &numbers), Double.random(in: 8...16, using: &numbers)
      )
      let there = (longitude + shift).remainder(dividingBy: 360)
      let (a, b) = (try place(latitude, longitude), try place(latitude, there))
      #expect(plain.contains(a) == moved.contains(b))
      #expect(
        abs(plain.distanceToEdge(from: a).meters - moved.distanceToEdge(from: b).meters) < 1e-3)
    }
    #expect(abs(plain.squareMeters / moved.squareMeters - 1) < 1e-9)
  }
}

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

  @Test("A map's outline is what its mask shows", arguments: TransformationTests.methods)
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

  @Test("Curved edges stay within two pixels of what the transformation makes of them")
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
    // It goes out and in as WKT.
    #expect(try Outline(wkt: outline.wkt) == outline)
  }

  @Test("Too few points and points on a line fall back to what they determine, and say so")
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

  @Test("Points at one place, and points that stand twice")
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

  @Test("A map that is turned over, and one that folds")
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

  @Test("Masks that are none")
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
      .sizesDiffer(PixelSize(width: 1, height: 2), PixelSize(width: 3, height: 4)),
    ]
    #expect(Set(findings.map(\.words)).count == findings.count)
    #expect(findings[0].words.hasSuffix("the map stays without a place"))
    #expect(findings[1].words.hasSuffix("a Helmert transformation is used"))
  }
}
