extension PlanarImage {
  /// The memory layout of a picture's planes, for transfer between processes.
  package struct Shape: Codable, Hashable, Sendable {
    /// The size of the picture in pixels.
    package let size: PixelSize
    let sampling: ChromaSampling
    /// 1 for gray, else 3.
    package let planes: Int
  }

  /// The picture's shape.
  package var shape: Shape { Shape(size: size, sampling: sampling, planes: planes.count) }

  /// Makes a picture with uninitialized samples.
  ///
  /// - Throws: ``ImagingError`` with `invalidArgument` for a shape that no picture has, and when
  ///   memory runs out.
  package init(_ shape: Shape) throws(ImagingError) {
    let sides = 1...65_535
    let shares: Set = [1, 2, 4]
    guard sides.contains(shape.size.width), sides.contains(shape.size.height),
      shares.contains(shape.sampling.horizontal), shares.contains(shape.sampling.vertical),
      shape.planes == 1 || shape.planes == 3
    else { throw ImagingError(.invalidArgument, "no picture has this shape") }
    self = try PlanarImage.blank(
      size: shape.size, sampling: shape.sampling, isGray: shape.planes == 1)
  }

  /// Lends the memory of a plane, to write to while the picture is being made and to read
  /// afterwards.
  ///
  /// Rows begin at the same distances in every picture of the same shape.
  package func withMemory<Result, Failure>(
    ofPlane plane: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try planes[plane].withBytes(body)
  }
}
