/// The number of pixels that share one sample of colour.
package struct ChromaSampling: Codable, Hashable, Sendable {
  /// Pixels from left to right that share a sample: 1, 2 or 4.
  package let horizontal: Int
  /// Pixels from top to bottom that share a sample: 1, 2 or 4.
  package let vertical: Int

  init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// A sample for each pixel, which photographers write 4:4:4.
  package static let full = ChromaSampling(horizontal: 1, vertical: 1)
  /// A sample for two by two pixels: 4:2:0, as from phones.
  package static let quarter = ChromaSampling(horizontal: 2, vertical: 2)

  /// The sampling of a picture that is laid on its side.
  var turned: ChromaSampling { ChromaSampling(horizontal: vertical, vertical: horizontal) }

  /// The size of a chroma plane of a picture of this size; a last odd pixel has its own sample.
  func planeSize(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: (size.width + horizontal - 1) / horizontal,
      height: (size.height + vertical - 1) / vertical)
  }
}
