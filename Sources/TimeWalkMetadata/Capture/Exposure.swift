internal import Foundation

/// A picture's exposure, as its camera recorded it; `nil` is unknown.
///
/// The tags are those of Exif 2.32, table 8; XMP's properties of the same names are read where Exif
/// has none.
package struct Exposure: Codable, Hashable, Sendable {
  /// The camera's method for the white balance.
  package enum WhiteBalance: String, Codable, Hashable, Sendable, CaseIterable {
    /// Automatic.
    case automatic
    /// By the photographer's choice.
    case manual
  }

  /// The sensitivity by ISO 12232, more than 0.
  package var sensitivity: Int?
  /// The shutter time in seconds, more than 0.
  package var time: Double?
  /// The focal length divided by the opening's diameter (the f-number), more than 0.
  package var aperture: Double?
  /// The exposure compensation, in stops; negative is darker.
  package var bias: Double?
  /// The lens's focal length, mm.
  package var focalLength: Double?
  /// The focal length that shows as much on 35 mm film, mm.
  package var focalLengthIn35mm: Double?
  /// The method for the white balance.
  package var whiteBalance: WhiteBalance?
  /// True if a flash went off.
  package var didFlash: Bool?
  /// The lens's name.
  package var lens: String?
  /// The camera's maker.
  package var make: String?
  /// The camera's model.
  package var model: String?

  /// Makes an empty exposure.
  package init() {}

  /// True if all values are unknown.
  package var isEmpty: Bool { self == Exposure() }
}

extension PhotoReader {
  /// Exposure, lens and camera.
  mutating func readExposure() {
    var exposure = Exposure()
    exposure.sensitivity = sensitivity
    exposure.time = quantity(0x829A, "ExposureTime") ?? stops(0x9201).map(PhotoReader.time)
    exposure.aperture = quantity(0x829D, "FNumber") ?? stops(0x9202).map(PhotoReader.aperture)
    exposure.bias = anyNumber(0x9204, "ExposureBiasValue").flatMap { $0.magnitude < 100 ? $0 : nil }
    exposure.focalLength = metadata.focalLength ?? quantity(0x920A, "FocalLength")
    exposure.focalLengthIn35mm = metadata.focalLengthIn35mm
    switch anyNumber(0xA403, "WhiteBalance") {
    case 0: exposure.whiteBalance = .automatic
    case 1: exposure.whiteBalance = .manual
    default: break
    }
    // The lowest bit means that it fired.
    exposure.didFlash = exif?.field(0x9209, in: .exif)?.number
      .flatMap { Int(exactly: $0) }.map { $0 & 1 == 1 }
    exposure.lens =
      exif?.field(0xA434, in: .exif)?.text ?? xmp?.text("LensModel", in: .exifExtension)
      ?? xmp?.text("Lens", in: .auxiliary)
    exposure.make = metadata.make
    exposure.model = metadata.model
    metadata.exposure = exposure
  }

  /// 65535 means that the number exceeds the old tag; the new ones then have it.
  private var sensitivity: Int? {
    func whole(_ tag: UInt16) -> Int? {
      exif?.field(tag, in: .exif)?.number.flatMap { Int(exactly: $0.rounded()) }
    }
    let first = whole(0x8827)
    let values = [
      first == 65_535 ? nil : first, whole(0x8833), whole(0x8832), whole(0x8831), first,
    ]
    if let value = values.compactMap({ $0 }).first(where: { $0 > 0 }) { return value }
    return xmp?.words("ISOSpeedRatings", in: .exif).first.flatMap { Int($0) }
      .flatMap { $0 > 0 ? $0 : nil }
  }

  private func anyNumber(_ tag: UInt16, _ name: String) -> Double? {
    exif?.field(tag, in: .exif)?.number ?? exif?.field(tag, in: .primary)?.number
      ?? xmp?.number(name, in: .exif)
  }

  private func quantity(_ tag: UInt16, _ name: String) -> Double? {
    anyNumber(tag, name).flatMap { $0 > 0 ? $0 : nil }
  }

  /// A value in the logarithmic scale of APEX (Exif 2.32, annex C).
  private func stops(_ tag: UInt16) -> Double? {
    exif?.field(tag, in: .exif)?.number.flatMap { $0.magnitude < 60 ? $0 : nil }
  }

  private static func time(stops: Double) -> Double { exp2(-stops) }

  private static func aperture(stops: Double) -> Double { exp2(stops / 2) }
}
