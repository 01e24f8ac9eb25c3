extension PlanarImage {
  /// Makes a picture from its samples, for pictures that are drawn.
  ///
  /// - Parameters:
  ///   - size: The size in pixels, each side 1 to 65 535.
  ///   - sampling: the number of pixels that share a sample of colour; ignored for gray.
  ///   - planes: Y alone, or Y, Cb and Cr, each row by row from the top left without gaps. A chroma
  ///     plane has as many samples as its sampling needs for the size, rounded up on both sides.
  /// - Throws: ``ImagingError`` with `invalidArgument` where the counts don't agree, and when
  ///   memory runs out.
  package init(size: PixelSize, sampling: ChromaSampling = .quarter, planes: [[UInt8]])
    throws(ImagingError)
  {
    let sides = 1...65_535
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw ImagingError(.invalidArgument, "no picture has \(size.width) x \(size.height) pixels")
    }
    let colour = sampling.planeSize(of: size)
    let sizes = planes.count == 1 ? [size] : [size, colour, colour]
    guard planes.map(\.count) == sizes.map({ $0.width * $0.height }) else {
      throw ImagingError(
        .invalidArgument,
        "planes of \(planes.map(\.count)) samples don't make a picture of \(size.width) x \(size.height)"
      )
    }
    var made: [Plane] = []
    for (samples, size) in zip(planes, sizes) {
      let plane = try Plane(size: size)
      samples.withUnsafeBufferPointer { samples in
        for y in 0..<size.height {
          plane.withRow(y) { row in
            _ = row.update(fromContentsOf: samples[(y * size.width)..<((y + 1) * size.width)])
          }
        }
      }
      made.append(plane.finished())
    }
    self.init(size: size, sampling: sampling, planes: made)
  }
}
