import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps

@Suite("World files")
struct WorldFileTests {
  private let size = PixelSize(width: 4000, height: 3000)

  /// The place of a picture in a plane that is known here.
  private func georeference(
    _ world: WorldFile, size: PixelSize, epsg: Int
  ) throws -> Georeference {
    let plane = try #require(GroundPlane(epsg: epsg))
    let layout = PixelLayout.even(world)
    let places = plane.places(of: layout.samples(of: size).map(\.point))
    return try layout.georeference(size: size, plane: plane, places: places).0
  }

  @Test(
    "A picture's place, in each plane",
    arguments: [
      (4326, "0.00001\n0\n0\n-0.00001\n-74.02\n40.72\n", 40.72, -74.02),
      (3857, "0.5\r\n0.0\r\n0.0\r\n-0.5\r\n-8238000\r\n4970000", 40.7127, -74.0033),
      (32618, "1.0\n0.1\n0.1\n-1.0\n583960\n4507523\n\n", 40.7143, -74.0060),
    ])
  func places(epsg: Int, text: String, latitude: Double, longitude: Double) throws {
    let world = try WorldFile(text)
    let map = try georeference(world, size: size, epsg: epsg)
    #expect(map.plane == GroundPlane(epsg: epsg))
    let placed = MapPlacement(of: map)
    #expect(placed.findings == [])
    let fit = try #require(placed.transformation)
    // The numbers are those of the first pixel's middle.
    let corner = try #require(fit.coordinate(at: PixelPoint(x: 0.5, y: 0.5)))
    let plane = try #require(GroundPlane(epsg: epsg))
    let expected = try #require(
      plane.coordinate(of: PlanePoint(x: world.x.origin, y: world.y.origin)))
    #expect(meters(corner, expected) < 0.001)
    #expect(meters(corner, try place(latitude, longitude)) < 500)
    let far = try #require(fit.coordinate(at: PixelPoint(x: 4000, y: 3000)))
    let last = PlanePoint(
      x: world.x.column * 3999.5 + world.x.row * 2999.5 + world.x.origin,
      y: world.y.column * 3999.5 + world.y.row * 2999.5 + world.y.origin)
    #expect(meters(far, try #require(plane.coordinate(of: last))) < 0.001)
    #expect(MapErrors(of: fit) == nil)
    #expect(placed.outline != nil)
  }

  @Test("A map of the whole world")
  func world() throws {
    let world = try WorldFile("0.1\n0\n0\n-0.1\n-179.95\n89.95\n")
    let placed = MapPlacement(
      of: try georeference(world, size: PixelSize(width: 3600, height: 1800), epsg: 4326))
    #expect(placed.findings == [])
    let fit = try #require(placed.transformation)
    let greenwich = try #require(fit.pixel(at: try place(51.5, 0)))
    #expect(hypot(greenwich.x - 1800, greenwich.y - 385) < 1e-6)
    let outline = try #require(placed.outline)
    #expect(abs(outline.squareMeters / 510_065_621_724_000 - 1) < 1e-6)
  }

  static let wrong: [(String, WorldFileFault)] = [
    ("", .syntax(line: 1)), ("1\n0\n0\n-1\n5", .syntax(line: 6)),
    ("1\n0\n0\n-1\n5\n", .syntax(line: 6)),
    ("1\n0\nx\n-1\n5\n6", .syntax(line: 3)), ("1\n0\n\n-1\n5\n6", .syntax(line: 3)),
    ("1\n0\n0\n-1\n5\n6\n7", .syntax(line: 7)), ("1\n0\n0\n-1\n5\nnan", .syntax(line: 6)),
    ("1\n0\n0\n-1\n5\n1e999", .syntax(line: 6)), ("1 0 0 -1 5 6", .syntax(line: 1)),
    ("1,5\n0\n0\n-1\n5\n6", .syntax(line: 1)), ("1\n1\n1\n1\n5\n6", .degenerate),
    ("0\n0\n0\n0\n5\n6", .degenerate),
  ]

  @Test("An invalid world file is reported, with its line", arguments: wrong)
  func faults(text: String, fault: WorldFileFault) {
    #expect(throws: fault) { try WorldFile(text) }
    #expect(!fault.words.isEmpty)
  }

  @Test("There is no place outside of its coordinate system")
  func beyond() throws {
    let world = try WorldFile("1\n0\n0\n-1\n583960\n4507523")
    #expect(throws: WorldFileFault.outsideWorld) {
      try georeference(world, size: size, epsg: 4326)
    }
    let beyond = try WorldFile("1\n0\n0\n-1\n99583960\n4507523")
    for code in [3857, 32618] {
      #expect(throws: WorldFileFault.outsideWorld) {
        try georeference(beyond, size: size, epsg: code)
      }
    }
  }

  @Test("GDAL's order of the same numbers counts from the first pixel's corner")
  func geoTransform() throws {
    #expect(
      try WorldFile(geoTransform: [100, 2, 0.5, 200, -0.25, -4])
        == WorldFile("2\n-0.25\n0.5\n-4\n101.25\n197.875"))
    #expect(throws: WorldFileFault.degenerate) { try WorldFile(geoTransform: [1, 2, 3]) }
    #expect(throws: WorldFileFault.degenerate) {
      try WorldFile(geoTransform: [0, .infinity, 0, 0, 0, 1])
    }
  }

  /// Planes that the candidates don't have, or not as they are.
  static let others: [(GroundPlane, metersPerPixel: Double, TransformationMethod)] = [
    // New York in the zone to the west; a map of a town, and one of half a continent.
    (.transverseMercator(zone: 17, isNorthern: true), 0.5, .polynomial(order: 1)),
    (.transverseMercator(zone: 17, isNorthern: true), 400, .polynomial(order: 3)),
    (.degrees(centralMeridian: 0), 1e-5, .polynomial(order: 1)),
  ]

  @Test("A plane that isn't known here is followed to a tenth of a pixel", arguments: others)
  func follows(plane: GroundPlane, width: Double, method: TransformationMethod) throws {
    let middle = try #require(plane.point(of: place(40.7, -74)))
    let world = try WorldFile(
      "\(width)\n0\n0\n-\(width)\n\(middle.x - 2000 * width)\n\(middle.y + 1500 * width)")
    let layout = PixelLayout.even(world)
    let places = plane.places(of: layout.samples(of: size).map(\.point))
    let (map, deviation) = try layout.georeference(size: size, plane: nil, places: places)
    #expect(deviation <= 0.1)
    #expect(map.method == method)
    let placed = MapPlacement(of: map)
    #expect(placed.findings == [])
    let fit = try #require(placed.transformation)
    // Also where no control point is, to the corners.
    for (x, y) in [(0.5, 0.5), (3999.5, 0.5), (1234.5, 2345.5), (0.5, 2999.5)] {
      let point = PlanePoint(
        x: world.x.column * (x - 0.5) + world.x.origin, y: world.y.row * (y - 0.5) + world.y.origin)
      let expected = try #require(plane.coordinate(of: point))
      let found = try #require(fit.pixel(at: expected))
      #expect(hypot(found.x - x, found.y - y) < 0.3)
    }
  }

  @Test("A spline follows points that no polynomial does")
  func spline() throws {
    let plane = GroundPlane.stereographic(center: try place(80, 20))
    let world = try WorldFile("2000\n0\n0\n-2000\n-4000000\n3000000")
    let layout = PixelLayout.even(world)
    let places = plane.places(of: layout.samples(of: size).map(\.point))
    let (map, deviation) = try layout.georeference(size: size, plane: nil, places: places)
    #expect(map.method == .thinPlateSpline && map.controlPoints.count == 81)
    #expect(deviation <= 0.1, "\(deviation)")
    #expect(!map.isMeasured)
  }

  @Test("An annotation keeps the note that control points were computed")
  func computed() throws {
    let world = try WorldFile("1\n0\n0\n-1\n583960\n4507523")
    let map = try georeference(world, size: size, epsg: 32618)
    let json = GeoreferenceAnnotation.json(
      of: map, size: size, resource: GeoreferenceAnnotation.Resource(id: "a.tif", type: "Image"))
    let back = try #require(try GeoreferenceAnnotations(json).items.first).get()
    #expect(!back.georeference.isMeasured && back.georeference.plane == map.plane)
    #expect(back.georeference.controlPoints == map.controlPoints)
    let placed = try #require(back.placement().placement)
    #expect(placed.findings == [] && placed.outline != nil)
  }
}
