/// How a photo was exposed, as its camera says; what is `nil` was not said.
public struct Exposure: Hashable, Sendable {
  /// How the white balance was found.
  public enum WhiteBalance: String, Hashable, Sendable {
    /// By the camera.
    case automatic
    /// By the photographer.
    case manual
  }

  /// The sensitivity, ISO.
  public var sensitivity: Int?
  /// How long the shutter was open, seconds.
  public var time: Double?
  /// The aperture's f-number.
  public var aperture: Double?
  /// How the white balance was found.
  public var whiteBalance: WhiteBalance?

  /// Says nothing yet.
  public init() {}
}

extension PhotoReader {
  /// Reads the exposure; zero, which cameras write for "not known", is nothing.
  mutating func readExposure() {
    func positive(_ tag: UInt16) -> Double? {
      exif?.field(tag, in: .exif)?.number.flatMap { $0 > 0 ? $0 : nil }
    }
    // 65535 is what cameras write for more than the field can hold (EXIF 2.3, 4.6.5).
    metadata.exposure.sensitivity = positive(0x8827).flatMap { $0 < 65_535 ? Int($0) : nil }
    metadata.exposure.time = positive(0x829A)
    metadata.exposure.aperture = positive(0x829D)
    metadata.exposure.whiteBalance =
      switch exif?.field(0xA403, in: .exif)?.number {
      case 0: .automatic
      case 1: .manual
      default: nil
      }
  }
}
