import Testing
import TimeWalkCore

@Suite("Heights and the surface of the sea")
struct GeoidTests {
  /// A grid of 45 degrees whose values encode their row and column: 10 metres a row, 1 metre a
  /// column.
  static func grid(west: Double = -180, gap: (Int, Int)? = nil) throws -> Geoid {
    let uncertainty = try #require(Distance(meters: 1))
    return try #require(
      Geoid(name: "test", uncertainty: uncertainty, rows: 5, columns: 8, west: west) {
        row, column in
        if let gap, gap == (row, column) { return nil }
        return Double(10 * row + column)
      })
  }

  @Test(
    "Between grid points the height is interpolated, around the Earth and up to the poles",
    arguments: [
      (-90.0, -180.0, 0.0), (-90, -135, 1), (0, 0, 24), (0, 22.5, 24.5), (22.5, 0, 29),
      (22.5, 22.5, 29.5), (90, -180, 40), (90, 135, 47), (89.99, -180, 39.9977777778),
      // Between the last column and the first one.
      (0, 135, 27), (0, 157.5, 23.5), (0, 179.9, 20.0155555556), (0, -179.9, 20.0022222222),
    ])
  func interpolates(latitude: Double, longitude: Double, meters: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let geoid = try Self.grid()
    let found = try #require(geoid.undulation(at: place))
    #expect(abs(found - meters) < 1e-9)
  }

  @Test("The position of the first column makes no difference", arguments: [-180.0, 0, 45, 180])
  func western(edge: Double) throws {
    let geoid = try Self.grid(west: edge)
    let place = try #require(Coordinate(latitude: 0, longitude: edge + 22.5))
    #expect(try #require(geoid.undulation(at: place)) == 20.5)
  }

  @Test("There is no step between cells, and none at the antimeridian")
  func continuous() throws {
    let geoid = try Self.grid()
    for edge in stride(from: -180.0, to: 180, by: 45) {
      for latitude in [-67.5, 0, 45, 89] {
        let before = edge == -180 ? 180 - 1e-9 : edge - 1e-9
        let west = try #require(Coordinate(latitude: latitude, longitude: before))
        let east = try #require(Coordinate(latitude: latitude, longitude: edge + 1e-9))
        let left = try #require(geoid.undulation(at: west))
        let right = try #require(geoid.undulation(at: east))
        let step = left - right
        #expect(abs(step) < 1e-6)
      }
    }
  }

  @Test("A gap gives nil rather than a false value")
  func gap() throws {
    let geoid = try Self.grid(gap: (2, 4))
    let place10 = try #require(Coordinate(latitude: 10, longitude: 10))
    #expect(geoid.undulation(at: place10) == nil)
    let place60 = try #require(Coordinate(latitude: 10, longitude: 60))
    #expect(geoid.undulation(at: place60) != nil)
  }

  @Test("Numbers that no place on Earth has are a gap", arguments: [-107.1, 86.1, .nan, .infinity])
  func nonsense(meters: Double) throws {
    let geoid = try #require(
      Geoid(name: "test", uncertainty: .zero, rows: 2, columns: 2, west: 0) { _, _ in meters })
    let place1 = try #require(Coordinate(latitude: 1, longitude: 1))
    #expect(geoid.undulation(at: place1) == nil)
  }

  @Test(
    "A grid without extent is refused",
    arguments: [(1, 8, 0.0), (5, 1, 0), (0, 0, 0), (-3, 8, 0), (5, 8, .nan), (5, 8, 400)])
  func refuses(rows: Int, columns: Int, west: Double) {
    #expect(
      Geoid(name: "", uncertainty: .zero, rows: rows, columns: columns, west: west) { _, _ in 0 }
        == nil)
  }

  @Test("Only heights above the ellipsoid are changed", arguments: Altitude.Reference.allCases)
  func seaLevel(reference: Altitude.Reference) throws {
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    let height = try #require(
      Altitude(meters: 100, reference: reference, accuracy: Distance(meters: 2)))
    let geoid = try Self.grid()
    let result = try #require(geoid.seaLevel(height, at: place))
    if reference == .ellipsoid {
      #expect(result.meters == 76 && result.reference == .seaLevel)
      #expect(abs(try #require(result.accuracy).meters - 5.0.squareRoot()) < 1e-12)
    } else {
      #expect(result == height)
    }
  }
}
