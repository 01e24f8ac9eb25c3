internal import CTurboJPEG

extension PlanarImage {
  /// The picture turned upright.
  ///
  /// - Parameter orientation: How it is stored.
  /// - Returns: The same pixels in their places; where an odd last column or row comes first, colour is resampled by
  ///   half a sample so that it stays where it belongs.
  /// - Throws: ``ImagingError`` when memory runs out.
  public func oriented(_ orientation: Orientation) throws(ImagingError) -> PlanarImage {
    try resampled(to: size, facing: orientation).turned(orientation)
  }

  /// Moves the samples of each plane as they are.
  func turned(_ orientation: Orientation) throws(ImagingError) -> PlanarImage {
    guard orientation != .upright else { return self }
    var turned: [Plane] = []
    for plane in planes {
      let target = try Plane(size: orientation.swapsSides ? plane.size.turned : plane.size)
      plane.withMemory { from in
        target.withMemory { to in
          withUnsafePointer(to: from) { from in
            withUnsafePointer(to: to) { to in
              twj_plane_turn(from, to, CInt(orientation.rawValue))
            }
          }
        }
      }
      turned.append(target.finished())
    }
    return PlanarImage(
      size: orientation.swapsSides ? size.turned : size,
      sampling: orientation.swapsSides ? sampling.turned : sampling, planes: turned)
  }
}
