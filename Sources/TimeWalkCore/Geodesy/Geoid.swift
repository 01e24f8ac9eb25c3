/// The surface of mean sea level: how far it lies above the WGS 84 ellipsoid, on a grid over the
/// whole globe.
///
/// A satellite receiver measures above the ellipsoid, maps and people count from the sea. Between
/// grid points the undulation is interpolated bilinearly. Reading a grid from a file is not this
/// type's business.
package struct Geoid: Sendable {
  /// Reads the undulation at a grid point in metres, rows from south to north and columns to the
  /// east; `nil` for a gap.
  package typealias Sample = @Sendable (_ row: Int, _ column: Int) -> Double?

  /// The lowest and the highest undulation on Earth, metres: south of India and in New Guinea.
  package static let range = -107.0...86.0

  /// The model's usual name, for instance `EGM96`.
  package let name: String
  /// The 68 % half-width of an undulation.
  package let uncertainty: Distance

  private let rows: Int
  private let columns: Int
  private let west: Double
  private let sample: Sample

  /// Makes a geoid from a grid that reaches from pole to pole and once around.
  ///
  /// `nil` for fewer than two rows or columns, more than a million of either, or a western edge
  /// outside -360...360.
  ///
  /// - Parameters:
  ///   - name: the model's usual name.
  ///   - uncertainty: the 68 % half-width of an undulation.
  ///   - rows: grid lines from -90 to 90 degrees, both included.
  ///   - columns: grid lines from `west` eastwards; the line at `west + 360` is not repeated.
  ///   - west: the longitude of the first column, degrees.
  ///   - sample: reads a grid point.
  package init?(
    name: String, uncertainty: Distance, rows: Int, columns: Int, west: Double,
    sample: @escaping Sample
  ) {
    let sizes = 2...1_000_000
    guard sizes.contains(rows), sizes.contains(columns), (-360...360).contains(west) else {
      return nil
    }
    self.name = name
    self.uncertainty = uncertainty
    self.rows = rows
    self.columns = columns
    self.west = west
    self.sample = sample
  }

  /// The height of sea level above the ellipsoid at a place, in metres; negative below it.
  ///
  /// `nil` if the grid has a gap or an impossible value.
  package func undulation(at place: Coordinate) -> Double? {
    let y = (place.latitude + 90) / 180 * Double(rows - 1)
    let x = (place.longitude - west).wrapped360 / 360 * Double(columns)
    // The north pole is the upper end of the last row of cells.
    let row = min(Int(y), rows - 2)
    let column = min(Int(x), columns - 1)
    let next = (column + 1) % columns
    guard let southWest = value(row, column), let southEast = value(row, next),
      let northWest = value(row + 1, column), let northEast = value(row + 1, next)
    else { return nil }
    let (up, right) = (y - Double(row), x - Double(column))
    let south = southWest + (southEast - southWest) * right
    let north = northWest + (northEast - northWest) * right
    return south + (north - south) * up
  }

  /// A height above sea level from one above the ellipsoid; other heights are returned as they are.
  ///
  /// A stated accuracy is widened by the model's; an unknown one stays unknown.
  package func seaLevel(_ altitude: Altitude, at place: Coordinate) -> Altitude? {
    guard altitude.reference == .ellipsoid else { return altitude }
    guard let undulation = undulation(at: place) else { return nil }
    let accuracy = altitude.accuracy.map { stated in
      Distance(
        finite: (stated.meters * stated.meters + uncertainty.meters * uncertainty.meters)
          .squareRoot())
    }
    return Altitude(
      meters: altitude.meters - undulation, reference: .seaLevel, accuracy: accuracy)
  }

  private func value(_ row: Int, _ column: Int) -> Double? {
    guard let meters = sample(row, column), Geoid.range.contains(meters) else { return nil }
    return meters
  }
}
