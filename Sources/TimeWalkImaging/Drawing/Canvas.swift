/// A picture that is being drawn, with colour for each pixel.
///
/// It owns unshared planes until ``finished()`` returns them and consumes the canvas.
struct Canvas: ~Copyable {
  let size: PixelSize
  private let picture: PlanarImage

  /// Luma and both colours, a sample for each pixel, to draw on.
  var planes: [Plane] { picture.planes }

  init(size: PixelSize, ground: Colour) throws(ImagingError) {
    self.size = size
    picture = try PlanarImage.blank(size: size, sampling: .full, isGray: false)
    fill(x: 0, y: 0, width: size.width, height: size.height, with: ground)
  }

  /// Fills a rectangle; parts outside the canvas are left out.
  func fill(x: Int, y: Int, width: Int, height: Int, with colour: Colour) {
    let left = min(max(0, x), size.width), right = max(left, min(size.width, x + width))
    let top = min(max(0, y), size.height), bottom = max(top, min(size.height, y + height))
    for (plane, sample) in zip(picture.planes, colour.samples) {
      for row in top..<bottom {
        plane.withRow(row) { $0[left..<right].update(repeating: UInt8(sample)) }
      }
    }
  }

  /// Draws a dashed frame whose outer side lies `inset` pixels inside the picture.
  func frame(inset: Int, thickness: Int, dash: Int, gap: Int, colour: Colour) {
    let right = size.width - inset, bottom = size.height - inset
    for (start, end) in Self.dashes(from: inset, to: right, dash: dash, gap: gap) {
      fill(x: start, y: inset, width: end - start, height: thickness, with: colour)
      fill(x: start, y: bottom - thickness, width: end - start, height: thickness, with: colour)
    }
    for (start, end) in Self.dashes(from: inset, to: bottom, dash: dash, gap: gap) {
      fill(x: inset, y: start, width: thickness, height: end - start, with: colour)
      fill(x: right - thickness, y: start, width: thickness, height: end - start, with: colour)
    }
  }

  /// Dashes that begin and end with a whole one, the gaps stretched to suit.
  private static func dashes(from start: Int, to end: Int, dash: Int, gap: Int) -> [(Int, Int)] {
    let length = end - start
    let count = max(1, (length - dash) / (dash + gap))
    return (0...count).map { index in
      let position = start + (length - dash) * index / count
      return (position, position + dash)
    }
  }

  /// Draws a line of text with the top of its first font's letters at `top`; parts outside the
  /// canvas are left out.
  func draw(_ line: TextLine, with typeface: Typeface, x: Int, top: Int, colour: Colour) {
    let rim = 2
    let height = Int(line.reachAbove.rounded(.up) + line.reachBelow.rounded(.up)) + 2 * rim
    let baseline = Int(line.reachAbove.rounded(.up))
    let top = top - baseline + Int(line.ascent.rounded(.up))
    var coverage = Coverage(width: Int(line.width.rounded(.up)) + 4 * rim, height: height)
    typeface.draw(
      line, x: Double(2 * rim), baseline: rim + baseline, into: &coverage)
    let samples = colour.samples
    // The part of the line inside the picture.
    let left = x - 2 * rim
    let columns = max(0, -left)..<max(max(0, -left), min(coverage.width, size.width - left))
    coverage.letters.withUnsafeBufferPointer { letters in
      for row in 0..<coverage.height where (0..<size.height).contains(top - rim + row) {
        let shares = letters[(row * coverage.width)..<((row + 1) * coverage.width)]
        guard shares.contains(where: { $0 > 0 }) else { continue }
        for (plane, sample) in zip(picture.planes, samples) {
          plane.withRow(top - rim + row) { pixels in
            for column in columns {
              let share = Int(shares[shares.startIndex + column])
              guard share > 0 else { continue }
              let old = Int(pixels[left + column])
              pixels[left + column] = UInt8(old + (sample - old) * share / 255)
            }
          }
        }
      }
    }
  }

  /// The picture, ready to be encoded.
  consuming func finished() -> PlanarImage {
    PlanarImage(size: size, sampling: .full, planes: picture.planes.map { $0.finished() })
  }
}
