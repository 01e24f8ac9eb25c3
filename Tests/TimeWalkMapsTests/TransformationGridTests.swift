import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps

@Suite("Grids of a transformation")
struct TransformationGridTests {
  @Test(
    "Between the crossings of a crop's grid it is right to a tenth of a pixel",
    arguments: TransformationTests.methods, [1, 2, 3, 4] as [UInt64])
  func within(method: TransformationMethod, seed: UInt64) throws {
    let middle = try place(40.7, -74)
    let points = try controlPoints(
      40, in: .mercator(centralMeridian: 0), middle: middle, noise: 15, seed: seed)
    let map = try MapTransformation(method, fitting: points)
    let size = PixelSize(width: 700, height: 513)
    // From twice as fine as the map to half as fine.
    let width = 0.75 * Double(seed)
    let grid = TransformationGrid(
      cropping: map, around: middle, metersPerPixel: try #require(Distance(meters: width)),
      size: size)
    #expect(grid.finestStep > 1)
    var worst = 0.0
    for row in 0..<size.height where row % 7 == 0 || row == size.height - 1 {
      for column in 0..<size.width where column % 5 == 0 || column == size.width - 1 {
        let offset = Offset(
          east: width * (Double(column) + 0.5 - 350), north: width * (256.5 - Double(row) - 0.5))
        let distance = try #require(Distance(meters: offset.length))
        let there = middle.destination(bearing: offset.bearing, distance: distance)
        let exact = try #require(map.pixel(at: there))
        let own = grid(PixelPoint(x: Double(column) + 0.5, y: Double(row) + 0.5))
        worst = max(worst, hypot(own.x - exact.x, own.y - exact.y))
      }
    }
    #expect(worst <= 0.1)
  }

  @Test("A mapping with bends gets a finer grid, and one too wild is taken pixel by pixel")
  func steps() {
    let size = PixelSize(width: 300, height: 200)
    func wave(_ length: Double) -> (PixelPoint) -> PixelPoint {
      { PixelPoint(x: $0.x + 5 * sin($0.y / length), y: $0.y + 5 * cos($0.x / length)) }
    }
    let flat = TransformationGrid(size: size) { PixelPoint(x: 2 * $0.x, y: 3 - $0.y) }
    #expect(flat.finestStep == 64)
    let spot = flat(PixelPoint(x: 299.5, y: 199.5))
    #expect(abs(spot.x - 599) < 1e-9 && abs(spot.y + 196.5) < 1e-9)
    for length in [200.0, 60, 20] {
      let grid = TransformationGrid(size: size, wave(length))
      #expect(grid.finestStep > 1 && grid.finestStep < 64)
      for x in stride(from: 0.5, to: 300, by: 7) {
        for y in stride(from: 0.5, to: 200, by: 7) {
          let (own, exact) = (grid(PixelPoint(x: x, y: y)), wave(length)(PixelPoint(x: x, y: y)))
          #expect(hypot(own.x - exact.x, own.y - exact.y) <= 0.1)
        }
      }
    }
    #expect(TransformationGrid(size: size, wave(0.7)).finestStep == 1)
  }

  @Test("Points outside the plane are NaN, and the rest is right")
  func beyond() throws {
    let middle = try place(88.9, 0)
    let points = try controlPoints(
      6, in: .mercator(centralMeridian: 0), middle: try place(70, 0), metersPerPixel: 2000)
    let map = try MapTransformation(
      .polynomial(order: 1), fitting: points, in: .mercator(centralMeridian: 0))
    let width = try #require(Distance(meters: 200))
    let grid = TransformationGrid(
      cropping: map, around: middle, metersPerPixel: width, size: PixelSize(width: 256, height: 256)
    )
    #expect(grid(PixelPoint(x: 128, y: 10)).x.isNaN)
    let south = grid(PixelPoint(x: 128, y: 250))
    let bearing = try #require(Heading(degrees: 180))
    let way = try #require(Distance(meters: 122 * 200))
    let exact = try #require(map.pixel(at: middle.destination(bearing: bearing, distance: way)))
    #expect(hypot(south.x - exact.x, south.y - exact.y) < 0.1)
  }
}
