import Testing
import TimeWalkMaps
import TimeWalkTestSupport

@Suite("GeoTIFF's tags")
struct GeoTIFFTests {
  private func read(
    scale: [Double] = [], tiepoints: [Double] = [], matrix: [Double] = [], keys: [Int] = []
  ) throws -> GeoTIFF {
    try GeoTIFF(scale: scale, tiepoints: tiepoints, matrix: matrix, keys: keys)
  }

  @Test("A scale and a tie point, for areas and for points")
  func scale() throws {
    let (scale, tie) = ([2.0, 3, 0], [10.0, 20, 0, 1000, 2000, 0])
    let areas = try read(scale: scale, tiepoints: tie, keys: TIFFBuilder.geoKeys(32618))
    #expect(areas.epsg == 32618)
    #expect(areas.layout == .even(try WorldFile("2\n0\n0\n-3\n981\n2058.5")))
    let points = try read(
      scale: scale, tiepoints: tie, keys: TIFFBuilder.geoKeys(2263, isPoint: true))
    #expect(points.layout == .even(try WorldFile("2\n0\n0\n-3\n980\n2060")))
    // The scale counts before the matrix.
    let both = try read(
      scale: scale, tiepoints: tie, matrix: [Double](repeating: 7, count: 16),
      keys: TIFFBuilder.geoKeys(32618))
    #expect(both.layout == areas.layout)
  }

  @Test("A matrix turns")
  func matrix() throws {
    let numbers = [1.0, 2, 0, 100, 3, -4, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1]
    let map = try read(matrix: numbers, keys: TIFFBuilder.geoKeys(projected: false, 4326))
    #expect(map.epsg == 4326)
    #expect(map.layout == .even(try WorldFile("1\n3\n2\n-4\n101.5\n199.5")))
  }

  @Test("Many tie points are measured ones")
  func ties() throws {
    let ties: [Double] = [
      0, 0, 0, -74.1, 40.8, 0, 100, 0, 0, -74, 40.8, 0, 0, 100, 0, -74.1, 40.7, 0,
    ]
    let map = try read(
      tiepoints: ties, keys: TIFFBuilder.geoKeys(projected: false, 4326, isPoint: true))
    let layout = try #require(map.layout)
    let size = PixelSize(width: 100, height: 100)
    #expect(layout.samples(of: size)[1].pixel == PixelPoint(x: 100.5, y: 0.5))
    let plane = try #require(GroundPlane(epsg: 4326))
    let places = plane.places(of: layout.samples(of: size).map(\.point))
    let (georeference, deviation) = try layout.georeference(
      size: size, plane: plane, places: places)
    #expect(georeference.isMeasured && deviation == 0)
    #expect(georeference.controlPoints.count == 3)
    #expect(throws: WorldFileFault.outsideWorld) {
      try layout.georeference(size: size, plane: plane, places: [nil] + places.dropFirst())
    }
  }

  @Test("Keys without a code, and broken ones, name no system")
  func keys() throws {
    let broken = [
      [], [1, 1, 0, 9], TIFFBuilder.geoKeys(32767), TIFFBuilder.geoKeys(0),
      Array(TIFFBuilder.geoKeys(2263).dropLast()),
      [1, 1, 0, 1, 3072, 34736, 1, 0],
    ]
    for keys in broken {
      let map = try read(scale: [1, 1, 0], tiepoints: [0, 0, 0, 5, 6, 0], keys: keys)
      #expect(map.epsg == nil && map.layout != nil)
    }
    let empty = try read(keys: TIFFBuilder.geoKeys(32618))
    #expect(empty.layout == nil && empty.epsg == 32618)
  }

  @Test("Tags that put the picture on a line, or nowhere, are refused")
  func degenerate() {
    #expect(throws: WorldFileFault.degenerate) {
      try read(scale: [.infinity, 1, 0], tiepoints: [0, 0, 0, 5, 6, 0])
    }
    #expect(throws: WorldFileFault.degenerate) { try read(matrix: [1, 1, 0, 0, 1, 1, 0, 0]) }
    #expect(throws: WorldFileFault.degenerate) {
      try read(tiepoints: [Double](repeating: 1, count: 6 * 1001))
    }
    #expect(throws: WorldFileFault.degenerate) {
      try read(tiepoints: [Double](repeating: .nan, count: 18))
    }
  }
}
