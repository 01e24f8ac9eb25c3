/// The turn that makes a picture upright; the raw values are those of EXIF's Orientation.
package enum Orientation: Int, Codable, Sendable, CaseIterable {
  /// It is upright already.
  case upright = 1
  /// Left and right are exchanged.
  case mirrored = 2
  /// It is upside down.
  case upsideDown = 3
  /// Top and bottom are exchanged.
  case mirroredUpsideDown = 4
  /// Rows and columns are exchanged.
  case transposed = 5
  /// It must be turned clockwise by 90 degrees.
  case turnClockwise = 6
  /// Rows and columns are exchanged about the other diagonal.
  case transversed = 7
  /// It must be turned counterclockwise by 90 degrees.
  case turnCounterclockwise = 8

  /// True if turning exchanges width and height.
  package var swapsSides: Bool { rawValue >= 5 }

  /// True if the stored rows (or columns) run against the upright picture's; an odd last one then
  /// comes first.
  var mirrorsStoredColumns: Bool { [2, 3, 7, 8].contains(rawValue) }
  var mirrorsStoredRows: Bool { [3, 4, 6, 7].contains(rawValue) }
}
