package import TimeWalkBase

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

  /// The container of a format's files; `nil` for formats whose metadata isn't read.
  package init?(_ format: ImageFormat) {
    switch format {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .heic, .avif: self = .heif
    case .tiff, .dng: self = .tiff
    case .webp: self = .webp
    default: return nil
    }
  }

  /// Recognises a file by its content; `nil` for anything else.
  ///
  /// - Parameter bytes: the file, or its first ``ImageFormat/headLength`` bytes.
  package init?(content bytes: [UInt8]) {
    switch ImageFormat.recognise(bytes) {
    // Many raw formats of cameras have TIFF's structure.
    case .cameraRaw? where ImageFormat.tiff.begins(bytes): self = .tiff
    case let format?: self.init(format)
    case nil: return nil
    }
  }
}

extension EmbeddedMetadata {
  /// Reads the blocks of the container.
  mutating func readBlocks(_ bytes: [UInt8], _ limits: MetadataLimits) {
    switch container {
    case .jpeg: readJPEG(bytes, limits)
    case .png: readPNG(bytes, limits)
    case .webp: readWebP(bytes, limits)
    case .heif: readHEIF(bytes, limits)
    case .tiff: readTIFF(bytes, limits)
    }
  }
}
