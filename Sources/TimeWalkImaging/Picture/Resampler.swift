internal import CImages

/// Resamples planes with CPixels' scaler; one handle serves one plane.
enum Resampler {
  /// Resamples a plane and turns it; `plainly` without the loops for certain processors, which
  /// changes nothing else.
  static func resample(
    _ plane: Plane, columns: Axis, rows: Axis, orientation: Orientation, plainly: Bool = false
  ) throws(ImagingError) -> Plane {
    let size = PixelSize(width: columns.newCount, height: rows.newCount)
    let target = try Plane(size: orientation.swapsSides ? size.turned : size)
    guard
      let scaler = twx_scaler_open(columns.record, rows.record, CInt(orientation.rawValue), plainly)
    else { throw ImagingError(.outOfMemory, "not enough memory to resample") }
    defer { twx_scaler_close(scaler) }
    plane.withMemory { from in
      target.withMemory { to in
        let source = twx_source(data: from.data, stride: from.stride, ring: from.height)
        _ = twx_scaler_run(scaler, source, from.height, to.data, to.stride)
      }
    }
    return target.finished()
  }
}

extension Axis {
  /// The axis in C's form.
  var record: twx_axis {
    twx_axis(count: UInt32(count), new_count: UInt32(newCount), start: start, length: length)
  }
}
