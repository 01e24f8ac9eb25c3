import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps

@Suite("World files")
struct WorldFileTests {
  private let size = PixelSize(width: 4000, height: 3000)

  @Test(
    "A picture's place, in each plane",
    arguments: [
      (4326, "0.00001\n0\n0\n-0.00001\n-74.02\n40.72\n", 40.72, -74.02),
      (3857, "0.5\r\n0.0\r\n0.0\r\n-0.5\r\n-8238000\r\n4970000", 40.7127, -74.0033),
      (32618, "1.0\n0.1\n0.1\n-1.0\n583960\n4507523\n\n", 40.7143, -74.0060),
    ])
  func places(epsg: Int, text: String, latitude: Double, longitude: Double) throws {
    let world = try WorldFile(text)
    let map = try world.georeference(size: size, epsg: epsg)
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
      of: try world.georeference(size: PixelSize(width: 3600, height: 1800), epsg: 4326))
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

  @Test("What is no world file is said, with its line", arguments: wrong)
  func faults(text: String, fault: WorldFileFault) {
    #expect(throws: fault) { try WorldFile(text) }
    #expect(!fault.words.isEmpty)
  }

  @Test("Without a coordinate system, with one that isn't known, or beyond it, there is no place")
  func projections() throws {
    let world = try WorldFile("1\n0\n0\n-1\n583960\n4507523")
    #expect(throws: WorldFileFault.unknownProjection(nil)) {
      try world.georeference(size: size, epsg: nil)
    }
    #expect(throws: WorldFileFault.unknownProjection(2263)) {
      try world.georeference(size: size, epsg: 2263)
    }
    #expect(throws: WorldFileFault.outsideWorld) { try world.georeference(size: size, epsg: 4326) }
    let beyond = try WorldFile("1\n0\n0\n-1\n99583960\n4507523")
    for code in [3857, 32618] {
      #expect(throws: WorldFileFault.outsideWorld) {
        try beyond.georeference(size: size, epsg: code)
      }
    }
  }
}
