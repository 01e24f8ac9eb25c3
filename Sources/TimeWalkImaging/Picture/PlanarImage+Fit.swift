extension PlanarImage {
  /// The picture turned upright and made small enough that no side exceeds `side`.
  ///
  /// It is never enlarged, keeps its aspect ratio (rounded to whole pixels) and no side falls below
  /// 1. The filter is Lanczos with three lobes on the stored values. A reduced picture has 4:2:0
  /// chroma, as from phones, unless the source has chroma for each pixel or is gray. A picture that
  /// fits keeps its sampling.
  ///
  /// - Parameters:
  ///   - side: The longest side, in pixels.
  ///   - orientation: the orientation of the stored picture.
  /// - Returns: The upright picture.
  /// - Throws: ``ImagingError`` when memory runs out or the side is below 1.
  package func fitted(
    within side: Int, orientation: Orientation = .upright
  ) throws(ImagingError) -> PlanarImage {
    guard side >= 1 else {
      throw ImagingError(.invalidArgument, "no picture fits into \(side) pixels")
    }
    return try resampled(to: size.fitted(within: side), turning: orientation)
  }

  /// Resamples to a size, with a chroma grid that fits the picture after turning it.
  func resampled(to target: PixelSize, turning orientation: Orientation) throws(ImagingError)
    -> PlanarImage
  {
    let newSampling = sampling.kept(from: size, to: target)
    var result: [Plane] = []
    for (index, plane) in planes.enumerated() {
      let axes = Axis.both(
        from: size, shared: index == 0 ? .full : sampling, to: target,
        newShared: index == 0 ? .full : newSampling, turning: orientation)
      if axes.columns.isUnchanged && axes.rows.isUnchanged {
        result.append(try plane.turned(orientation))
      } else {
        result.append(
          try Resampler.resample(
            plane, columns: axes.columns, rows: axes.rows, orientation: orientation))
      }
    }
    return PlanarImage(
      size: orientation.swapsSides ? target.turned : target,
      sampling: orientation.swapsSides ? newSampling.turned : newSampling, planes: result)
  }
}

extension ChromaSampling {
  /// The sampling of a picture that is made smaller.
  func kept(from size: PixelSize, to target: PixelSize) -> ChromaSampling {
    target == size || self == .full ? self : .quarter
  }
}

/// The mapping of a plane's samples along one side.
struct Axis: Hashable, Sendable {
  /// Samples there are, and samples there will be.
  let count: Int, newCount: Int
  /// The start of the first new sample, in source samples from the edge; negative is outside.
  let start: Double
  /// The number of source samples that the new ones cover together.
  let length: Double

  /// Lays out an axis.
  ///
  /// The last sample of an odd side covers a pixel that isn't there. After mirroring, that must
  /// still be the last one, so a mirrored axis is laid from its far end.
  init(source: Int, shared: Int, target: Int, newShared: Int, isMirrored: Bool) {
    count = (source + shared - 1) / shared
    newCount = (target + newShared - 1) / newShared
    let step = Double(source) / Double(target)
    length = Double(newCount * newShared) * step / Double(shared)
    start = isMirrored ? Double(target - newCount * newShared) * step / Double(shared) : 0
  }

  /// The axes of a plane whose picture is reduced and then turned.
  static func both(
    from size: PixelSize, shared: ChromaSampling, to target: PixelSize,
    newShared: ChromaSampling, turning orientation: Orientation
  ) -> (columns: Axis, rows: Axis) {
    (
      Axis(
        source: size.width, shared: shared.horizontal, target: target.width,
        newShared: newShared.horizontal, isMirrored: orientation.mirrorsStoredColumns),
      Axis(
        source: size.height, shared: shared.vertical, target: target.height,
        newShared: newShared.vertical, isMirrored: orientation.mirrorsStoredRows)
    )
  }

  var isUnchanged: Bool { count == newCount && start == 0 && length == Double(count) }
}
