internal import CImages

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
