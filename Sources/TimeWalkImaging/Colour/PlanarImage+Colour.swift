internal import CImages

extension PlanarImage {
  /// The picture in sRGB.
  ///
  /// Best called on a reduced picture: resampling uses the stored values. A profile's curve hardly
  /// differs from sRGB's, so the order makes no visible difference.
  ///
  /// - Parameter profile: The colour profile; `nil` is sRGB.
  /// - Returns: The picture; this one where nothing changes, the profile can't be used, or the
  ///   build has no Little CMS.
  /// - Throws: ``ImagingError`` when memory runs out.
  package func inSRGB(from profile: ColourProfile?) throws(ImagingError) -> PlanarImage {
    guard let profile,
      let transform = ColourTransform.make(profile, channels: isGray ? 1 : 3, isWide: false),
      transform.changesColours
    else { return self }
    let result = try PlanarImage.blank(size: size, sampling: sampling, isGray: isGray)
    if isGray {
      for y in 0..<size.height {
        planes[0].withRow(y) { from in
          result.planes[0].withRow(y) { to in
            transform.run(UnsafeRawBufferPointer(from), into: to, pixels: size.width)
          }
        }
      }
    } else {
      convert(with: transform, into: result)
    }
    return PlanarImage(
      size: size, sampling: sampling, planes: result.planes.map { $0.finished() })
  }

  /// Rows that share a row of colour go together.
  private func convert(with transform: ColourTransform, into result: PlanarImage) {
    let width = size.width
    let shared = CInt(sampling.horizontal)
    var stored = [UInt8](repeating: 0, count: 3 * width)
    var rows = [UInt8](repeating: 0, count: 3 * width * sampling.vertical)
    Plane.withMemory(of: planes) { from in
      Plane.withMemory(of: result.planes) { to in
        for colourRow in 0..<planes[1].height {
          let first = colourRow * sampling.vertical
          let count = min(sampling.vertical, size.height - first)
          rows.withUnsafeMutableBufferPointer { rows in
            for i in 0..<count {
              let chroma = colourRow * from[1].stride
              stored.withUnsafeMutableBufferPointer { stored in
                twx_rgb_row(
                  from[0].data + (first + i) * from[0].stride, from[1].data + chroma,
                  from[2].data + colourRow * from[2].stride, width, shared, stored.baseAddress)
              }
              stored.withUnsafeBytes {
                transform.run(
                  $0, into: UnsafeMutableBufferPointer(rebasing: rows[(i * 3 * width)...]),
                  pixels: width)
              }
            }
            let sources = (0..<count).map { i in
              rows.baseAddress.map { UnsafePointer($0) + i * 3 * width }
            }
            let targets = (0..<count).map { i in Optional(to[0].data + (first + i) * to[0].stride) }
            twx_planes_rows(
              sources, CInt(count), width, shared, targets, to[1].data + colourRow * to[1].stride,
              to[2].data + colourRow * to[2].stride)
          }
        }
      }
    }
  }
}

extension ColourProfile {
  /// Returns true if a picture with this profile looks the same as in sRGB and can stay unchanged.
  package func isSRGB(isGray: Bool) -> Bool {
    guard let transform = ColourTransform.make(self, channels: isGray ? 1 : 3, isWide: false)
    else { return false }
    return !transform.changesColours
  }
}
