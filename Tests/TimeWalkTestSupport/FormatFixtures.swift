import Foundation

/// One small picture in many formats: 32 x 24 pixels, a red, a green, a blue and a gray quarter.
///
/// Made with Pillow, tifffile, tiffcp, ImageMagick and heif-enc; where a name says alpha, red is
/// clear and green half so.
package enum FormatFixtures {
  /// There is no file of a name.
  package struct Missing: Error {}

  /// The bytes of a file by its name.
  ///
  /// - Throws: ``Missing``.
  package static func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = files[name].flatMap({ Data(base64Encoded: $0) }) else { throw Missing() }
    return [UInt8](bytes)
  }

  /// A picture as HEVC codes it, with its box `hvcC`.
  package typealias Coded = (decoder: [UInt8], data: [UInt8])

  /// The coded pictures of `heic-alpha`, 64 x 64: colours, and the alpha that goes with them.
  ///
  /// - Throws: ``Missing``.
  package static func tiles() throws -> (colour: Coded, alpha: Coded) {
    let file = try bytes("heic-alpha")
    let (colour, alpha) = (0x154, 0x56)
    let first = HEIFBuilder.box("hvcC", of: file)
    guard let start = file.indices.first(where: { file[$0...].starts(with: first) }) else {
      throw Missing()
    }
    return (
      (first, Array(file.suffix(colour + alpha).prefix(colour))),
      (
        HEIFBuilder.box("hvcC", of: Array(file[(start + first.count)...])),
        Array(file.suffix(alpha))
      )
    )
  }

  /// The files by their names, in base64.
  package static let files = png.merging(tiff) { file, _ in file }.merging(others) { file, _ in file
  }
}
