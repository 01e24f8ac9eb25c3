internal import CTurboJPEG

extension PlanarImage {
  /// The quality that is used unless told otherwise.
  public static let defaultQuality = 90

  /// The picture as a JPEG: baseline, standard Huffman tables, a JFIF header without a density, no other metadata.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, in libjpeg's scale.
  ///   - restartsEachRow: Whether a restart marker ends each row of blocks. It costs some 250 bytes, and lets rows be
  ///     exchanged without encoding the others again.
  /// - Returns: The file's bytes.
  /// - Throws: ``ImagingError`` for a quality that makes no sense, or when memory runs out.
  public func encode(
    quality: Int = defaultQuality, restartsEachRow: Bool = true
  ) throws(ImagingError) -> [UInt8] {
    guard (1...100).contains(quality) else {
      throw ImagingError(.invalidArgument, "the quality \(quality) is not within 1...100")
    }
    var report = twj_report()
    var count = 0
    let bytes = Plane.withMemory(of: planes) { memory in
      twj_encode(
        memory.baseAddress, CInt(memory.count), UInt32(size.width), UInt32(size.height),
        CInt(sampling.horizontal), CInt(sampling.vertical), CInt(quality), restartsEachRow, &count,
        &report)
    }
    guard let bytes else { throw ImagingError(report, name: "the picture") }
    defer { twj_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }
}
