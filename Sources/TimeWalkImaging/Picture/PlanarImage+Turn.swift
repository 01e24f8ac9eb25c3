internal import CPixels
internal import CTurboJPEG

extension PlanarImage {
  /// The picture turned upright.
  ///
  /// - Parameter orientation: How it is stored.
  /// - Returns: The same pixels in their places; where an odd last column or row comes first, colour is resampled by
  ///   half a sample so that it stays where it belongs.
  /// - Throws: ``ImagingError`` when memory runs out.
  public func oriented(_ orientation: Orientation) throws(ImagingError) -> PlanarImage {
    try resampled(to: size, turning: orientation)
  }
}

extension Plane {
  /// The samples as they are, in their new places.
  func turned(_ orientation: Orientation) throws(ImagingError) -> Plane {
    guard orientation != .upright else { return self }
    let target = try Plane(size: orientation.swapsSides ? size.turned : size)
    withMemory { from in
      target.withMemory { to in
        twx_place_rows(
          from.data, from.stride, width, height, 0, height, CInt(orientation.rawValue), to.data,
          to.stride)
      }
    }
    return target.finished()
  }
}
