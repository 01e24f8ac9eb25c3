internal import CImages
internal import Synchronization

/// The colours that the numbers of a picture represent.
package enum ColourProfile: Sendable, Hashable {
  /// An ICC profile's bytes.
  case icc([UInt8])
  /// Primaries and a curve.
  case primaries(ColourPrimaries)

  /// The ICC profile that pictures in sRGB carry: version 4, some 500 bytes, always the same.
  ///
  /// - Parameter isGray: True if it is for a picture without colour, with the curve of sRGB.
  /// - Returns: The profile, or `nil` when memory runs out.
  package static func sRGB(isGray: Bool) -> [UInt8]? { isGray ? grayProfile : colourProfile }

  private static let colourProfile = makeSRGB(isGray: false)
  private static let grayProfile = makeSRGB(isGray: true)

  private static func makeSRGB(isGray: Bool) -> [UInt8]? {
    var count = 0
    guard let bytes = twl_srgb_profile(isGray, &count) else { return nil }
    defer { twl_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The ICC profile, where it holds for a picture of colour or of gray.
  ///
  /// Its header names the colour space in bytes 16 to 19 (ICC.1, 7.2.6).
  package func iccBytes(isGray: Bool) -> [UInt8]? {
    guard case .icc(let bytes) = self, bytes.count >= 128,
      bytes[16..<20].elementsEqual((isGray ? "GRAY" : "RGB ").utf8)
    else { return nil }
    return bytes
  }
}

/// Primaries and a curve, as HEIC, AVIF and PNG name them.
package struct ColourPrimaries: Sendable, Hashable {
  /// x and y of white, red, green and blue, CIE 1931.
  package var chromaticities: [Double]
  /// The curve, as a code point of ITU-T H.273; 0 for a power of `gamma`.
  package var transfer: Int
  /// The exponent that makes light of samples; means nothing where `transfer` isn't 0.
  package var gamma: Double

  static let d65 = [0.3127, 0.3290]
  static let sRGB = d65 + [0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  /// The primaries of a code point of ITU-T H.273, table 2; `nil` for unknown ones.
  static func chromaticities(of code: Int) -> [Double]? {
    switch code {
    case 1: sRGB
    case 4: [0.310, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08]
    case 5: d65 + [0.64, 0.33, 0.29, 0.60, 0.15, 0.06]
    case 6, 7: d65 + [0.630, 0.340, 0.310, 0.595, 0.155, 0.070]
    case 8: [0.310, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049]
    case 9: d65 + [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
    case 11: [0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    case 12: d65 + [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    case 22: d65 + [0.630, 0.340, 0.295, 0.605, 0.155, 0.077]
    default: nil
    }
  }
}

extension ColourProfile {
  /// The profile of a file without an ICC profile; `nil` if undefined, or sRGB.
  init?(_ header: twx_header) {
    if header.gamma > 0 {
      let stated = withUnsafeBytes(of: header.chromaticities) {
        Array($0.bindMemory(to: Double.self))
      }
      let chromaticities = stated[0] > 0 ? stated : ColourPrimaries.sRGB
      let isUsual =
        abs(header.gamma - 2.2) < 0.03
        && zip(chromaticities, ColourPrimaries.sRGB).allSatisfy { abs($0 - $1) < 0.003 }
      guard !isUsual else { return nil }
      self = .primaries(
        ColourPrimaries(chromaticities: chromaticities, transfer: 0, gamma: header.gamma))
      return
    }
    let primaries = Int(header.primaries)
    // 1, 6, 13, 14 and 15 are television's and sRGB's curves, which all programs show in the same
    // way.
    let transfer = [4, 5, 8, 16, 18].contains(header.transfer) ? Int(header.transfer) : 13
    guard primaries > 1 || transfer != 13 else { return nil }
    self = .primaries(
      ColourPrimaries(
        chromaticities: ColourPrimaries.chromaticities(of: primaries) ?? ColourPrimaries.sRGB,
        transfer: transfer, gamma: 0))
  }
}
