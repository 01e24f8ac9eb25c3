/// A width and a height in pixels.
package struct PixelSize: Codable, Hashable, Sendable {
  /// Pixels from left to right.
  package let width: Int
  /// Pixels from top to bottom.
  package let height: Int

  /// Makes a size from its sides.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size with its sides exchanged.
  package var turned: PixelSize { PixelSize(width: height, height: width) }

  /// This size, reduced to sides of at most `side`; never larger, and no side below 1.
  ///
  /// The long side is met exactly and the other is rounded to the nearest pixel.
  package func fitted(within side: Int) -> PixelSize {
    let longest = max(width, height)
    let side = max(side, 1)
    guard longest > side else { return self }
    func scaled(_ length: Int) -> Int {
      max(1, Int((Double(length) * Double(side) / Double(longest)).rounded()))
    }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

/// A rectangle of pixels, counted from the top left.
package struct PixelRegion: Codable, Hashable, Sendable {
  /// The first column and row.
  package let x: Int, y: Int
  /// Its width and height; an empty region is 0 wide and high.
  package let width: Int, height: Int

  /// Makes a region from its corner and size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// True if it holds no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The intersection of two regions; `nil` if empty.
  ///
  /// Any numbers are allowed, also such as no picture has.
  package func intersection(_ other: PixelRegion) -> PixelRegion? {
    guard !isEmpty, !other.isEmpty else { return nil }
    func end(_ start: Int, _ length: Int) -> Int {
      let (sum, overflow) = start.addingReportingOverflow(length)
      return overflow ? .max : sum
    }
    let left = max(x, other.x), top = max(y, other.y)
    let right = min(end(x, width), end(other.x, other.width))
    let bottom = min(end(y, height), end(other.y, other.height))
    guard left < right, top < bottom else { return nil }
    return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
  }
}
