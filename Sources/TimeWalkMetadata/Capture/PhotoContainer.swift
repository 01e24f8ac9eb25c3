/// How a photo's file is built, which says where its metadata lie.
public enum PhotoContainer: String, Hashable, Sendable, CaseIterable {
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
}

extension CaptureMetadata {
  /// What a photo says of its capture.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - container: how it is built. Of others than JPEG nothing is read yet.
  ///   - limits: how much is looked at.
  /// - Returns: the metadata, with `fieldsFromPhoto` set, and what was wrong with it.
  public static func read(
    _ bytes: [UInt8], in container: PhotoContainer, limits: MetadataLimits = MetadataLimits()
  ) -> (metadata: CaptureMetadata, warnings: [MetadataWarning]) {
    switch container {
    case .jpeg: return read(jpeg: bytes, limits: limits)
    case .png, .heif, .tiff, .webp:
      var metadata = CaptureMetadata()
      metadata.fieldsFromPhoto = Set(CaptureField.allCases)
      return (metadata, [])
    }
  }
}
