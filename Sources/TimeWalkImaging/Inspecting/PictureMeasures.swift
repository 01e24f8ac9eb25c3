internal import CImages

/// A photographer's measures of a picture, in its own pixels and colours.
package struct PictureMeasures: Codable, Sendable, Hashable {
  /// The variance of the brightness's Laplacian, in squares of 255ths: some tens for a blurred
  /// picture, hundreds to thousands for a sharp photo of much detail.
  package let sharpness: Double
  /// The mean width of edges in pixels, independent of contrast: about 3 for a sharp photo, more
  /// for a blurred one; `nil` without an edge.
  ///
  /// After P. Marziliano et al., "A no-reference perceptual blur metric", ICIP 2002.
  package let edgeWidth: Double?
  /// The share of pixels with a channel of 253 or more, 0...1.
  package let clippedHighlights: Double
  /// The share of pixels with no channel above 2, 0...1.
  package let clippedShadows: Double
  /// The number of pixels with each value of red, of green and of blue: three times 256.
  package let histogram: [[UInt64]]

  // Coding and the way back from colour differences move white by a value or two.
  private static let high: CInt = 253, low: CInt = 2

  /// Measures a picture.
  package init(of image: PlanarImage) {
    var counts = [UInt64](repeating: 0, count: 770)
    let size = image.size
    var rgb = [UInt8](repeating: 0, count: 3 * size.width)
    var variance = 0.0
    var width = 0.0
    Plane.withMemory(of: image.planes) { planes in
      let luma = planes[0]
      twx_sharpness(luma.data, luma.stride, size.width, size.height, &variance, &width)
      for y in 0..<size.height {
        image.readRGB(y, of: planes, into: &rgb)
        twx_count_rgb(rgb, size.width, Self.high, Self.low, &counts)
      }
    }
    sharpness = variance
    edgeWidth = width > 0 ? width : nil
    let pixels = Double(size.width * size.height)
    clippedHighlights = Double(counts[768]) / pixels
    clippedShadows = Double(counts[769]) / pixels
    histogram = (0..<3).map { Array(counts[($0 * 256)..<($0 * 256 + 256)]) }
  }
}

extension PlanarImage {
  /// Converts a row to RGB; `planes` are the picture's own.
  func readRGB(_ y: Int, of planes: UnsafeBufferPointer<twj_plane>, into rgb: inout [UInt8]) {
    let luma = planes[0]
    guard planes.count == 3 else {
      for x in 0..<size.width {
        let value = luma.data[y * luma.stride + x]
        for c in 0..<3 { rgb[3 * x + c] = value }
      }
      return
    }
    let row = y / sampling.vertical
    twx_rgb_row(
      luma.data + y * luma.stride, planes[1].data + row * planes[1].stride,
      planes[2].data + row * planes[2].stride, size.width, CInt(sampling.horizontal), &rgb)
  }
}
