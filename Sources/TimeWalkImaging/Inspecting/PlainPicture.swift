internal import CImages
internal import TimeWalkBase

/// A picture of RGB bytes, for charts that are written as PNG.
package struct PlainPicture: Sendable, Hashable {
  /// Its size in pixels.
  package let size: PixelSize
  /// Red, green and blue of each pixel, row by row from the top left.
  public private(set) var samples: [UInt8]

  /// Makes a picture of one colour.
  init(size: PixelSize, filledWith colour: [UInt8]) {
    self.size = size
    samples = Array(repeatElement(colour, count: size.width * size.height).joined())
  }

  /// The picture as a PNG.
  ///
  /// - Throws: ``ImagingError`` when memory runs out.
  package func png() throws(ImagingError) -> [UInt8] {
    var count = 0
    var report = twx_report()
    guard
      let bytes = twp_encode(
        samples, UInt32(size.width), UInt32(size.height), &count, &report)
    else { throw ImagingError(report, format: .png, name: "the picture") }
    defer { twp_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  /// An RGB histogram: values from left to right, how often they occur upwards; where curves
  /// overlap, their light adds.
  ///
  /// The height is the value that one in two hundred exceeds, which keeps a clipped edge from
  /// flattening all others.
  package static func histogram(_ measures: PictureMeasures) -> PlainPicture {
    let column = 3, height = 320, margin = 12
    let size = PixelSize(width: 256 * column + 2 * margin, height: height + 2 * margin)
    var picture = PlainPicture(size: size, filledWith: [24, 24, 24])
    let counts = measures.histogram.flatMap(\.self).sorted()
    let top = Double(max(1, counts[counts.count * 199 / 200]))
    for (channel, values) in measures.histogram.enumerated() {
      for (value, count) in values.enumerated() {
        let length = min(height, Int((Double(count) / top * Double(height)).rounded(.up)))
        for y in (margin + height - length)..<(margin + height) {
          for x in 0..<column {
            let at = 3 * (y * size.width + margin + value * column + x) + channel
            picture.samples[at] = 235
          }
        }
      }
    }
    return picture
  }

  /// The picture in dark gray, with the sharp parts in red.
  ///
  /// Red pixels have a Laplacian among the greatest twentieth and of at least 32: a picture that is
  /// blurred all over has none.
  package static func focusPeaking(_ image: PlanarImage) -> PlainPicture {
    var counts = [UInt64](repeating: 0, count: 1021)
    var picture = PlainPicture(size: image.size, filledWith: [0, 0, 0])
    let size = image.size
    image.planes[0].withMemory { luma in
      twx_count_detail(luma.data, luma.stride, size.width, size.height, &counts)
      let least = threshold(counts)
      let paint: [UInt8] = [255, 40, 30]
      picture.samples.withUnsafeMutableBufferPointer { samples in
        for y in 0..<size.height {
          let row = luma.data + y * luma.stride
          twx_peak_row(
            y > 0 ? row - luma.stride : nil, row, y + 1 < size.height ? row + luma.stride : nil,
            size.width, least, paint, samples.baseAddress.map { $0 + 3 * size.width * y })
        }
      }
    }
    return picture
  }

  private static func threshold(_ counts: [UInt64]) -> CInt {
    let wanted = counts.reduce(0, +) / 20
    var sum: UInt64 = 0
    for amount in stride(from: 1020, to: 32, by: -1) {
      sum += counts[amount]
      if sum >= wanted { return CInt(amount) }
    }
    return 32
  }
}
