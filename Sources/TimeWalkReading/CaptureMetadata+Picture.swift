internal import TimeWalkBase
internal import TimeWalkImaging
internal import TimeWalkMetadata

extension CaptureMetadata {
  /// A picture's data about its capture, with its decoder's size and orientation if those take
  /// precedence.
  static func read(_ bytes: [UInt8], _ info: PictureInfo) -> (
    metadata: CaptureMetadata, warnings: [MetadataWarning]
  ) {
    guard let container = PhotoContainer(info.format) else { return (CaptureMetadata(), []) }
    var (metadata, warnings) = read(bytes, in: container)
    // Without a built-in decoder, the file's own size is used.
    if container != .jpeg {
      metadata.pixelWidth = info.size.width
      metadata.pixelHeight = info.size.height
    }
    if let orientation = info.orientation { metadata.orientation = orientation.rawValue }
    return (metadata, warnings)
  }
}
