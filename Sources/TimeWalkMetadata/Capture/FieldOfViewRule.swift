internal import TimeWalkCore

/// The horizontal field of view from what a camera says of its lens.
///
/// EXIF's 35 mm equivalent is taken by the diagonal (CIPA DCG-001; 43.27 mm on 35 mm film), as phones write it, so with
/// a known frame the horizontal side is the diagonal's share by the upright frame's aspect: 34.6 mm for 4:3, 26.0 mm
/// upright. Without a frame (a program that gives only a zoom) the side is film's 36 mm, held landscape.
enum FieldOfViewRule {
  /// The diagonal of a frame of 35 mm film, mm.
  static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()
  /// The width of a frame of 35 mm film, mm.
  static let filmWidth = 36.0
  /// The 35 mm equivalent of a phone's main camera where nobody says better, mm.
  static let mainCamera = 26.0
  /// The 35 mm equivalents that lenses have, mm; what lies outside is a mistake of the writer.
  static let sane: ClosedRange<Double> = 3...6000
  /// Sides of sensors that exist, mm.
  static let saneSide: ClosedRange<Double> = 1...120
  /// Frames longer than this are stitched or cut, and their focal length does not tell what they show.
  ///
  /// Phones crop to 22:9 (2.44) at most.
  static let longestFrame = 2.5

  /// The field of a lens by its 35 mm equivalent.
  static func horizontal(focalLengthIn35mm focal: Double, frame: FrameSize?) -> FieldOfView? {
    guard let frame else { return .rectilinear(side: filmWidth, focalLength: focal) }
    let (width, height) = (Double(frame.width), Double(frame.height))
    let side = filmDiagonal * width / (width * width + height * height).squareRoot()
    return .rectilinear(side: side, focalLength: focal)
  }

  /// The 35 mm equivalent of a lens on a sensor, mm; `nil` when the sensor is none that exists.
  static func focalLengthIn35mm(
    focalLength: Double, sensorWidth: Double, sensorHeight: Double
  ) -> Double? {
    guard focalLength > 0, saneSide.contains(sensorWidth), saneSide.contains(sensorHeight) else {
      return nil
    }
    let diagonal = (sensorWidth * sensorWidth + sensorHeight * sensorHeight).squareRoot()
    let equivalent = focalLength * filmDiagonal / diagonal
    return sane.contains(equivalent) ? equivalent : nil
  }
}
