/// One plane of a picture that is drawn: convex shapes of one value, with smooth edges.
package struct SamplePlane: Sendable {
  /// Samples a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The samples, row by row from the top left.
  package private(set) var samples: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    samples = [UInt8](repeating: 0, count: width * height)
  }

  /// Lines of a row that are looked at, to see how far a shape covers it.
  private static let lines = 4

  /// Fills a convex shape.
  ///
  /// - Parameters:
  ///   - shape: its corners, in samples from the top left.
  ///   - value: what it is filled with.
  ///   - opacity: how much of it shows, 0...1.
  mutating func fill(_ shape: [Spot], with value: UInt8, opacity: Double) {
    let top = shape.map(\.y).min() ?? 0, bottom = shape.map(\.y).max() ?? 0
    let first = max(0, Int(max(top, 0).rounded(.down)))
    let last = min(height, Int(min(bottom, Double(height)).rounded(.up)))
    guard first < last else { return }
    samples.withUnsafeMutableBufferPointer { samples in
      for row in first..<last {
        let spans = (0..<Self.lines).compactMap { line in
          Self.span(of: shape, at: Double(row) + (Double(line) + 0.5) / Double(Self.lines))
        }
        guard !spans.isEmpty else { continue }
        let pixels = UnsafeMutableBufferPointer(
          rebasing: samples[(row * width)..<((row + 1) * width)])
        Self.fill(pixels, spans, with: Double(value), opacity: opacity)
      }
    }
  }

  /// From where to where a shape covers a line.
  private static func span(of shape: [Spot], at y: Double) -> (left: Double, right: Double)? {
    var left = Double.infinity, right = -Double.infinity
    var before = shape[shape.count - 1]
    for corner in shape {
      if (before.y <= y) != (corner.y <= y) {
        let x = before.x + (corner.x - before.x) * (y - before.y) / (corner.y - before.y)
        left = min(left, x)
        right = max(right, x)
      }
      before = corner
    }
    return left < right ? (left, right) : nil
  }

  /// Fills what the spans cover: the pixels that all of them cover at once, the others by their
  /// share.
  private static func fill(
    _ pixels: UnsafeMutableBufferPointer<UInt8>, _ spans: [(left: Double, right: Double)],
    with value: Double, opacity: Double
  ) {
    let width = Double(pixels.count)
    func column(_ x: Double) -> Int { Int(min(max(x, 0), width)) }
    var start = column((spans.map(\.left).min() ?? 0).rounded(.down))
    let end = column((spans.map(\.right).max() ?? 0).rounded(.up))
    var whole = start..<start
    if spans.count == lines {
      let from = column((spans.map(\.left).max() ?? 0).rounded(.up))
      let to = column((spans.map(\.right).min() ?? 0).rounded(.down))
      if from < to { whole = from..<to }
    }
    while start < end {
      if start == whole.lowerBound, !whole.isEmpty {
        if opacity >= 1 {
          pixels[whole].update(repeating: UInt8(value))
        } else {
          for x in whole { pixels[x] = mix(pixels[x], value, opacity) }
        }
        start = whole.upperBound
        continue
      }
      var covered = 0.0
      let x = Double(start)
      for span in spans { covered += max(0, min(span.right, x + 1) - max(span.left, x)) }
      pixels[start] = mix(pixels[start], value, opacity * covered / Double(lines))
      start += 1
    }
  }

  private static func mix(_ old: UInt8, _ value: Double, _ share: Double) -> UInt8 {
    UInt8(Double(old) + (value - Double(old)) * share + 0.5)
  }
}

/// A place in a picture, in pixels from the top left.
struct Spot: Sendable {
  var x: Double, y: Double
}
