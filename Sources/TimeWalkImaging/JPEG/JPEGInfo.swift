internal import CImages

/// The contents of a JPEG's header.
package struct JPEGInfo: Sendable, Hashable {
  /// The size as stored, before it is turned.
  package let size: PixelSize
  /// Planes that are stored: 1 for gray, 3, or 4 for printing inks.
  package let components: Int
  /// The colours as stored: `gray`, `YCbCr`, `RGB`, `CMYK`, `YCCK` or `unknown`.
  package let colourSpace: String
  /// True if it is stored in scans that refine each other.
  package let isProgressive: Bool
  /// Pixels that share a sample of colour, ``ChromaSampling/full`` unless the colours are YCbCr.
  package let sampling: ChromaSampling

  /// Reads a header without decoding a pixel.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The file's name in an error's message.
  ///   - limits: The limits of the picture.
  /// - Returns: The header's contents.
  /// - Throws: ``ImagingError`` for data that isn't a JPEG (the message names its kind), has no
  ///   size, or exceeds a limit.
  package static func read(
    _ bytes: [UInt8], name: String = "the file", limits: ImagingLimits = ImagingLimits()
  ) throws(ImagingError) -> JPEGInfo {
    try JPEGFile.open(bytes, name: name, limits: limits) { file throws(ImagingError) in file.info }
  }

  init(_ header: twj_header) {
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    components = Int(header.components)
    colourSpace = header.colour_space.map { String(cString: $0) } ?? "unknown"
    isProgressive = header.progressive
    sampling = ChromaSampling(horizontal: Int(header.horizontal), vertical: Int(header.vertical))
  }
}
