internal import CImages

/// Planes that are made small and turned as their rows come; the owner of a resampler for each.
///
/// The result equals ``PlanarImage/fitted(within:orientation:)`` on all rows.
final class FittedPlanes {
  /// The memory for rows of the whole picture: row y is in row y % height.
  let rings: [Plane]
  private let targets: [Plane]
  private let scalers: [OpaquePointer]
  private let size: PixelSize
  private let sampling: ChromaSampling
  private let heights: [Int]

  /// The number of rows that the resamplers wait for, which saves calls for each row.
  private static let atOnce = 16

  /// Allocates; `nil` if a plane keeps its size and is only turned.
  init?(
    size: PixelSize, sampling: ChromaSampling, planes count: Int, fitting: RowWriter.Fitting
  ) throws(ImagingError) {
    let target = size.fitted(within: fitting.side)
    let newSampling = sampling.kept(from: size, to: target)
    let turning = fitting.orientation
    let axes = (0..<count).map { index in
      Axis.both(
        from: size, shared: index == 0 ? .full : sampling, to: target,
        newShared: index == 0 ? .full : newSampling, turning: turning)
    }
    guard axes.allSatisfy({ !$0.columns.isUnchanged || !$0.rows.isUnchanged }) else { return nil }
    self.size = turning.swapsSides ? target.turned : target
    self.sampling = turning.swapsSides ? newSampling.turned : newSampling
    heights = axes.map(\.rows.count)
    var rings: [Plane] = []
    var targets: [Plane] = []
    for axes in axes {
      let plane = PixelSize(width: axes.columns.newCount, height: axes.rows.newCount)
      targets.append(try Plane(size: turning.swapsSides ? plane.turned : plane))
    }
    let scalers = axes.compactMap {
      twx_scaler_open($0.columns.record, $0.rows.record, CInt(turning.rawValue), false)
    }
    self.scalers = scalers
    self.targets = targets
    guard scalers.count == count else {
      for scaler in scalers { twx_scaler_close(scaler) }
      throw ImagingError(.outOfMemory, "not enough memory to resample")
    }
    for (axes, scaler) in zip(axes, scalers) {
      let rows = min(axes.rows.count, Int(twx_scaler_reach(scaler)) + 2 * FittedPlanes.atOnce)
      // The resampler reads whole blocks of columns.
      rings.append(
        try Plane(
          size: PixelSize(width: axes.columns.count, height: rows),
          roundedUpTo: PixelSize(width: 128, height: 1)))
    }
    self.rings = rings
  }

  deinit { for scaler in scalers { twx_scaler_close(scaler) } }

  /// Makes all possible rows from the first `ready` rows of a plane.
  func make(_ plane: Int, ready: Int) {
    guard ready % FittedPlanes.atOnce == 0 || ready == heights[plane] else { return }
    rings[plane].withMemory { from in
      targets[plane].withMemory { to in
        let source = twx_source(
          data: from.data, stride: from.stride, ring: UInt32(rings[plane].height))
        _ = twx_scaler_run(scalers[plane], source, UInt32(ready), to.data, to.stride)
      }
    }
  }

  /// The small picture.
  func finished() -> PlanarImage {
    PlanarImage(size: size, sampling: sampling, planes: targets.map { $0.finished() })
  }
}
