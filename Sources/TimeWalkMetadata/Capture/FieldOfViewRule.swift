internal import TimeWalkCore

/// The horizontal field of view from a camera's data about its lens.
///
/// EXIF's 35 mm equivalent refers to the diagonal of the sensor (CIPA DCG-001; 43.27 mm on 35 mm
/// film), as in phones. With a known frame, the horizontal side is the diagonal's share by the
/// upright frame's aspect ratio: 34.6 mm for 4:3, 26.0 mm upright. A frame that is longer than 3:2
/// or shorter than 4:3 is a crop of such a sensor with the same horizontal side. The equivalent
/// stays the same: a Pixel 6 writes 24 mm in 4:3 and in 16:9. Without a frame (a program that gives
/// only a zoom) the side is film's 36 mm, held landscape.
enum FieldOfViewRule {
  /// The diagonal of a frame of 35 mm film, mm.
  static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()
  /// The width of a frame of 35 mm film, mm.
  static let filmWidth = 36.0
  /// The default 35 mm equivalent of a phone's main camera, mm.
  static let mainCamera = 26.0
  /// The 35 mm equivalents of main cameras, mm; wider lenses are a phone's 0.5, longer ones its 2
  /// to 10.
  static let mainCameras = 20.0...40.0
  /// The possible 35 mm equivalents of lenses, mm; others are a writer's mistake.
  static let sane: ClosedRange<Double> = 3...6000
  /// Frames longer than this are stitched or cropped, and their focal length does not determine
  /// their field of view.
  ///
  /// Phones crop to 22:9 (2.44) at most.
  static let longestFrame = 2.5

  /// The field of a lens by its 35 mm equivalent.
  static func horizontal(focalLengthIn35mm focal: Double, frame: FrameSize?) -> FieldOfView? {
    guard let frame else { return .rectilinear(side: filmWidth, focalLength: focal) }
    let (width, height) = (Double(frame.width), Double(frame.height))
    let (long, short) = (max(width, height), min(width, height))
    // The frame's long side on film, by the sensor that it was taken or cut from.
    let longSide: Double =
      switch long / short {
      case ..<fourToThree: filmDiagonal * 0.6 * long / short
      case ...longestSensor: filmDiagonal * long / (long * long + short * short).squareRoot()
      default: filmDiagonal * 0.8
      }
    return .rectilinear(
      side: width >= height ? longSide : longSide * short / long, focalLength: focal)
  }

  /// The aspect ratio of phones' sensors, whose sides are 0.8 and 0.6 of the diagonal.
  private static let fourToThree = 4.0 / 3
  /// The longest sensors' aspect, 3 to 2, and a little for frames that lost some rows.
  private static let longestSensor = 1.52

  /// The 35 mm equivalent of a lens on a sensor, mm; `nil` for an impossible lens.
  static func focalLengthIn35mm(
    focalLength: Double, sensorWidth: Double, sensorHeight: Double
  ) -> Double? {
    let diagonal = (sensorWidth * sensorWidth + sensorHeight * sensorHeight).squareRoot()
    let equivalent = focalLength * filmDiagonal / diagonal
    return sane.contains(equivalent) ? equivalent : nil
  }
}
