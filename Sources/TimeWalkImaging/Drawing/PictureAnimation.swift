internal import CImages
internal import Foundation

/// Animated WebP, where libwebpmux is installed.
enum PictureAnimation {
  static var isAvailable: Bool {
    tww_animates()
  }

  /// The steps of a way across the picture, their time and that of both ends, milliseconds.
  private static let steps = 20, stepTime: CInt = 60, restTime: CInt = 1500
  /// The line that moves across, pixels; even, as all places of frames are.
  private static let edge = 4

  /// A wipe from the left to the right and back, without end.
  ///
  /// Each frame holds only the changed columns; a file is about as large as three pictures.
  /// - Parameters:
  ///   - before: The first picture, with chroma for each pixel.
  ///   - after: The second picture, of the same size.
  ///   - height: the number of rows that change, from the top.
  ///   - quality: 0 to 100, in libwebp's scale.
  ///   - xmp: A packet; empty for none.
  /// - Returns: The file's bytes.
  /// - Throws: ``ImagingError`` with `libraryMissing` without libwebpmux, and when memory runs out.
  static func wipe(
    from before: PlanarImage, to after: PlanarImage, height: Int, quality: Int, xmp: [UInt8]
  ) throws(ImagingError) -> [UInt8] {
    guard isAvailable else {
      throw ImagingError(
        .libraryMissing, "animated pictures need libwebpmux, which isn't installed")
    }
    let failure = ImagingError(.outOfMemory, "not enough memory for an animated picture")
    let size = before.size
    guard
      let animation = tww_animation_begin(
        UInt32(size.width), UInt32(size.height), CInt(quality))
    else { throw failure }
    defer { tww_animation_end(animation) }
    func add(_ image: PlanarImage, _ columns: Range<Int>, _ rows: Int, edge: Int, _ time: CInt)
      -> Bool
    {
      Plane.withMemory(of: image.planes) { memory in
        var planes = tww_planes(
          data: (
            UnsafePointer(memory[0].data), UnsafePointer(memory[1].data),
            UnsafePointer(memory[2].data)
          ), stride: memory[0].stride)
        var part = tww_region(
          x: UInt32(columns.lowerBound), y: 0, width: UInt32(columns.count), height: UInt32(rows))
        return tww_animation_add(animation, &planes, &part, UInt32(edge), time)
      }
    }
    guard add(before, 0..<size.width, size.height, edge: 0, restTime) else { throw failure }
    for (image, rest) in [(after, restTime), (before, stepTime)] {
      var left = 0
      for step in 1...steps {
        let isLast = step == steps
        let right = isLast ? size.width : size.width * step / steps / 2 * 2
        // The line of the step before is painted over. A frame must hold two columns.
        guard right > left + Self.edge || isLast else { continue }
        let time = isLast ? rest : stepTime
        guard add(image, left..<right, height, edge: isLast ? 0 : Self.edge, time) else {
          throw failure
        }
        left = right - (isLast ? 0 : Self.edge)
      }
    }
    var count = 0
    guard let bytes = tww_animation_bytes(animation, xmp, xmp.count, &count) else {
      throw failure
    }
    defer { free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }
}
