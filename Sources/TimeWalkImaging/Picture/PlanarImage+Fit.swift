extension PlanarImage {
  /// The picture turned upright and made small enough that no side exceeds `side`.
  ///
  /// It is never enlarged, keeps its shape (rounded to whole pixels) and no side falls below 1. The filter is Lanczos
  /// with three lobes on the values as they are stored. A smaller picture has 4:2:0 colour, as phones write it,
  /// unless the source has colour for each pixel or is gray; a picture that fits keeps the sampling that it has.
  ///
  /// - Parameters:
  ///   - side: The longest side, in pixels.
  ///   - orientation: How the picture is stored.
  /// - Returns: The upright picture.
  /// - Throws: ``ImagingError`` when memory runs out or the side is below 1.
  public func fitted(
    within side: Int, orientation: Orientation = .upright
  ) throws(ImagingError) -> PlanarImage {
    guard side >= 1 else {
      throw ImagingError(.invalidArgument, "no picture fits into \(side) pixels")
    }
    // Fewer pixels are turned when they are turned last.
    return try resampled(to: size.fitted(within: side), facing: orientation).turned(orientation)
  }

  /// The longest side of a thumbnail.
  public static let thumbnailSide = 320

  /// A small copy for lists, made from this picture.
  public func thumbnail() throws(ImagingError) -> PlanarImage {
    try fitted(within: Self.thumbnailSide)
  }

  /// Resamples to a size, laying the chroma grid so that it fits the picture once that is turned.
  func resampled(to target: PixelSize, facing orientation: Orientation) throws(ImagingError)
    -> PlanarImage
  {
    let newSampling = target == size || sampling == .full ? sampling : .quarter
    var result: [Plane] = []
    for (index, plane) in planes.enumerated() {
      let source = index == 0 ? ChromaSampling.full : sampling
      let goal = index == 0 ? ChromaSampling.full : newSampling
      let columns = Axis(
        source: size.width, shared: source.horizontal, target: target.width,
        newShared: goal.horizontal,
        isMirrored: orientation.mirrorsStoredColumns)
      let rows = Axis(
        source: size.height, shared: source.vertical, target: target.height,
        newShared: goal.vertical,
        isMirrored: orientation.mirrorsStoredRows)
      if columns.isUnchanged && rows.isUnchanged {
        result.append(plane)
      } else {
        result.append(try Resampler.shared.resample(plane, columns: columns, rows: rows))
      }
    }
    return PlanarImage(size: target, sampling: newSampling, planes: result)
  }
}

/// Which samples of a plane become which, along one side.
struct Axis: Hashable, Sendable {
  /// Samples there are, and samples there will be.
  let count: Int, newCount: Int
  /// Where the first new sample begins, in source samples from the edge; negative is outside.
  let start: Double
  /// How many source samples the new ones cover together.
  let length: Double

  /// Lays out an axis.
  ///
  /// The last sample of an odd side covers a pixel that isn't there. After mirroring, that must still be the last
  /// one, so a mirrored axis is laid from its far end.
  init(source: Int, shared: Int, target: Int, newShared: Int, isMirrored: Bool) {
    count = (source + shared - 1) / shared
    newCount = (target + newShared - 1) / newShared
    let step = Double(source) / Double(target)
    length = Double(newCount * newShared) * step / Double(shared)
    start = isMirrored ? Double(target - newCount * newShared) * step / Double(shared) : 0
  }

  var isUnchanged: Bool { count == newCount && start == 0 && length == Double(count) }
}
