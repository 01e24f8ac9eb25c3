/// A picture as its planes: luma alone for gray, or luma with two planes of colour difference.
///
/// Samples follow JFIF: BT.601 in full range, 8 bits, each chroma sample in the middle of the
/// pixels that share it. Values are immutable and share memory when copied.
package struct PlanarImage: Sendable {
  /// Its size in pixels.
  package let size: PixelSize

  /// The sampling of colour; ``ChromaSampling/full`` for gray, where it has no meaning.
  package let sampling: ChromaSampling

  /// One plane for gray, else Y, Cb and Cr.
  let planes: [Plane]

  init(size: PixelSize, sampling: ChromaSampling, planes: [Plane]) {
    self.size = size
    self.sampling = planes.count == 1 ? .full : sampling
    self.planes = planes
  }

  /// True if it has no colour.
  package var isGray: Bool { planes.count == 1 }

  /// Its brightness, row by row from the top left without gaps.
  package var luma: [UInt8] {
    var samples: [UInt8] = []
    guard let plane = planes.first else { return samples }
    samples.reserveCapacity(plane.width * plane.height)
    for y in 0..<plane.height { plane.withRow(y) { samples.append(contentsOf: $0) } }
    return samples
  }

  /// Makes the planes for a picture without setting a sample.
  static func blank(
    size: PixelSize, sampling: ChromaSampling, isGray: Bool
  ) throws(ImagingError) -> PlanarImage {
    var planes = [try Plane(size: size)]
    if !isGray {
      for _ in 0..<2 { planes.append(try Plane(size: sampling.planeSize(of: size))) }
    }
    return PlanarImage(size: size, sampling: sampling, planes: planes)
  }
}
