import TimeWalkCore

/// Why a text is no world file, or has no place.
package enum WorldFileFault: Error, Hashable, Sendable {
  /// It hasn't six lines with a number each; the first line that is wrong, from 1.
  case syntax(line: Int)
  /// Its numbers put the whole picture on a line or a point.
  case degenerate
  /// The coordinate system isn't known here: its EPSG code, `nil` where nobody says.
  case unknownProjection(Int?)
  /// The picture lies outside the world, or outside the coordinate system.
  case outsideWorld

  /// What is wrong, for people.
  package var words: String {
    switch self {
    case .syntax(let line):
      "line \(line) of a world file is no number; a world file has six lines with a number each"
    case .degenerate: "the numbers of the world file put the whole picture on a line"
    case .unknownProjection(nil):
      "a world file doesn't say its coordinate system; give its EPSG code"
    case .unknownProjection(let code?):
      "EPSG \(code) isn't known; 4326, 3857 and UTM on WGS 84 (32601 to 32760) are"
    case .outsideWorld: "the world file puts the picture outside its coordinate system"
    }
  }
}

/// The six numbers of a world file (`.pgw`, `.jgw`, `.tfw`, `.wld`): how a picture lies in a plane.
///
/// As Esri writes them, one a line: A, D, B, E, C, F of x = A·column + B·row + C and
/// y = D·column + E·row + F, where column and row count from the middle of the first pixel.
package struct WorldFile: Hashable, Sendable {
  /// A, B, C: from column and row to x.
  package let x: (column: Double, row: Double, origin: Double)
  /// D, E, F: from column and row to y.
  package let y: (column: Double, row: Double, origin: Double)

  /// Reads a world file.
  ///
  /// Blank lines may follow the six.
  package init(_ text: String) throws(WorldFileFault) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        let start = line.drop { $0 == " " || $0 == "\t" }
        return start.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
      }
    var numbers: [Double] = []
    for (index, line) in lines.enumerated() {
      if index >= 6, line.isEmpty { continue }
      guard index < 6, let number = Double(decimal: String(line)) else {
        throw .syntax(line: index + 1)
      }
      numbers.append(number)
    }
    guard numbers.count == 6 else { throw .syntax(line: numbers.count + 1) }
    x = (numbers[0], numbers[2], numbers[4])
    y = (numbers[1], numbers[3], numbers[5])
    guard x.column * y.row - x.row * y.column != 0 else { throw .degenerate }
  }

  /// Equal where all six numbers are.
  package static func == (a: WorldFile, b: WorldFile) -> Bool { a.x == b.x && a.y == b.y }

  /// Hashes the six numbers.
  package func hash(into hasher: inout Hasher) {
    for number in [x.column, x.row, x.origin, y.column, y.row, y.origin] { hasher.combine(number) }
  }

  /// The place of a picture of a size, by the EPSG code of the plane.
  ///
  /// Throws where the code is missing or unknown, or the picture outside.
  ///
  /// The control points are computed, and tell of no errors.
  package func georeference(
    size: PixelSize, epsg: Int?
  ) throws(WorldFileFault) -> Georeference {
    guard let epsg, let plane = GroundPlane(epsg: epsg) else { throw .unknownProjection(epsg) }
    var points: [ControlPoint] = []
    // Inside the picture: the sides of a map of the world are one meridian.
    for (u, v) in [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)] {
      let (column, row) = (u * Double(size.width), v * Double(size.height))
      let point = PlanePoint(
        x: x.column * (column - 0.5) + x.row * (row - 0.5) + x.origin,
        y: y.column * (column - 0.5) + y.row * (row - 0.5) + y.origin)
      // There and back: a plane's formulas give something far outside it, too.
      guard let place = plane.coordinate(of: point), let back = plane.point(of: place),
        (back - point).length <= 1e-9 * (abs(point.x) + abs(point.y) + 1)
      else { throw .outsideWorld }
      points.append(ControlPoint(pixel: PixelPoint(x: column, y: row), coordinate: place))
    }
    return Georeference(
      controlPoints: points, size: size, method: .polynomial(order: 1), plane: plane,
      isMeasured: false)
  }
}
