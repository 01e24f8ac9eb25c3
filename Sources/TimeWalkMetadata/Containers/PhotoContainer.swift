/// The container format of a photo's file, which determines the position of its metadata.
package enum PhotoContainer: String, Hashable, Sendable, CaseIterable {
  /// Marker segments.
  case jpeg
  /// Chunks of Portable Network Graphics.
  case png
  /// Boxes of HEIC and AVIF.
  case heif
  /// Directories of TIFF, also those of DNG.
  case tiff
  /// Chunks of RIFF.
  case webp

  /// Recognises a file by its content; `nil` for anything else.
  ///
  /// Any ISO base media file is taken for `heif`: a film has no pictures' metadata that would be
  /// found.
  ///
  /// - Parameter bytes: the file, or at least its first 16 bytes.
  package init?(content bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if bytes.starts(with: PNGBlocks.signature) {
      self = .png
    } else if [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]].contains(where: bytes.starts(with:)) {
      self = .tiff
    } else if bytes.dropFirst(8).starts(with: Array("WEBP".utf8)),
      bytes.starts(with: Array("RIFF".utf8))
    {
      self = .webp
    } else if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) {
      self = .heif
    } else {
      return nil
    }
  }
}
