import TimeWalkCore

/// The reason why a picture's own data about its place can't be used.
package enum WorldFileFault: Error, Hashable, Sendable {
  /// It hasn't six lines with a number each; the first line that is wrong, from 1.
  case syntax(line: Int)
  /// Its numbers put the whole picture on a line or a point.
  case degenerate
  /// The picture lies outside the world, or outside the coordinate system.
  case outsideWorld

  /// The message for users.
  package var words: String {
    switch self {
    case .syntax(let line):
      "line \(line) isn't a number; a world file has six lines with a number each"
    case .degenerate: "its numbers put the whole picture on a line"
    case .outsideWorld: "its numbers put the picture outside its coordinate system"
    }
  }
}

/// The six numbers of a world file (`.pgw`, `.jgw`, `.tfw`, `.wld`): how a picture lies in a plane.
///
/// Esri's format, one number a line: A, D, B, E, C, F of x = A·column + B·row + C and y = D·column
/// + E·row + F. Column and row count from the middle of the first pixel.
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
    try self.init(
      x: (numbers[0], numbers[2], numbers[4]), y: (numbers[1], numbers[3], numbers[5]))
  }

  /// Takes the six numbers.
  ///
  /// Throws if the numbers are invalid or put the picture on a line.
  init(
    x: (column: Double, row: Double, origin: Double),
    y: (column: Double, row: Double, origin: Double)
  ) throws(WorldFileFault) {
    let area = x.column * y.row - x.row * y.column
    guard area.isFinite, area != 0, x.origin.isFinite, y.origin.isFinite else { throw .degenerate }
    self.x = x
    self.y = y
  }

  /// Reads the same numbers in GDAL's order, for instance from an `.aux.xml`.
  ///
  /// The order is C, A, B, F, D, E. C and F are the coordinates of the first pixel's corner.
  /// Throws if there aren't six numbers, or they put the picture on a line.
  package init(geoTransform n: [Double]) throws(WorldFileFault) {
    guard n.count == 6 else { throw .degenerate }
    try self.init(
      x: (n[1], n[2], n[0] + (n[1] + n[2]) / 2), y: (n[4], n[5], n[3] + (n[4] + n[5]) / 2))
  }

  /// Equal where all six numbers are.
  package static func == (a: WorldFile, b: WorldFile) -> Bool { a.x == b.x && a.y == b.y }

  /// Hashes the six numbers.
  package func hash(into hasher: inout Hasher) {
    for number in [x.column, x.row, x.origin, y.column, y.row, y.origin] { hasher.combine(number) }
  }

  /// The point of the plane that a spot of the picture lies at.
  func point(of pixel: PixelPoint) -> PlanePoint {
    let (column, row) = (pixel.x - 0.5, pixel.y - 0.5)
    return PlanePoint(
      x: x.column * column + x.row * row + x.origin, y: y.column * column + y.row * row + y.origin)
  }
}
