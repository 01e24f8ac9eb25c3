internal import CImages
internal import TimeWalkBase

extension PlanarImage {
  /// The default quality.
  package static let defaultQuality = 90

  /// The picture as a JPEG: baseline, standard Huffman tables, a JFIF header without a density, no
  /// other metadata.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, in libjpeg's scale.
  ///   - restartsEachRow: true if a restart marker ends each row of blocks. It costs some 250
  ///     bytes; rows can then be exchanged without encoding the others again.
  /// - Returns: The file's bytes.
  /// - Throws: ``ImagingError`` for a quality that makes no sense, or when memory runs out.
  package func encode(
    quality: Int = defaultQuality, restartsEachRow: Bool = true
  ) throws(ImagingError) -> [UInt8] {
    guard (1...100).contains(quality) else {
      throw ImagingError(.invalidArgument, "the quality \(quality) must be within 1...100")
    }
    // Restart markers also let two threads encode a half each.
    if restartsEachRow, size.width * size.height >= Self.leastToShare {
      let cores = Cores.take(upTo: 2)
      if cores.count > 1, let both = try encodedInHalves(quality: quality) { return both }
    }
    return try encoded(quality: quality, restartsEachRow: restartsEachRow)
  }

  /// Pixels below which a thread takes longer to start than it saves.
  private static let leastToShare = 500_000

  func encoded(quality: Int, restartsEachRow: Bool) throws(ImagingError) -> [UInt8] {
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

  /// The same bytes as ``encoded(quality:restartsEachRow:)`` with markers gives, made by two
  /// threads; `nil` for a picture of a single row of blocks.
  func encodedInHalves(quality: Int) throws(ImagingError) -> [UInt8]? {
    let block = 8 * sampling.vertical
    let rows = size.height / 2 / block
    guard rows > 0 else { return nil }
    let top = self.rows(0..<(rows * block)), bottom = self.rows((rows * block)..<size.height)
    let second = Future<[UInt8], ImagingError> { () throws(ImagingError) in
      try bottom.encoded(quality: quality, restartsEachRow: true)
    }
    let first = Result { () throws(ImagingError) in
      try top.encoded(quality: quality, restartsEachRow: true)
    }
    return JPEGSplice.join(
      try first.get(), try second.value(), rows: rows, height: size.height)
  }

  /// Some rows of the picture, in the same memory; the first must begin a row of blocks.
  private func rows(_ range: Range<Int>) -> PlanarImage {
    PlanarImage(
      size: PixelSize(width: size.width, height: range.count), sampling: sampling,
      planes: planes.enumerated().map { index, plane in
        let shared = index == 0 ? 1 : sampling.vertical
        return plane.rows((range.lowerBound / shared)..<((range.upperBound + shared - 1) / shared))
      })
  }
}
