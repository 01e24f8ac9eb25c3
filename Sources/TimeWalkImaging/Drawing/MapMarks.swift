internal import Foundation

/// The marks of a map: the place in its middle, and the view from there.
package struct MapMarks: Hashable, Sendable {
  /// The accuracy of the place, metres; 0 if unknown.
  package var error: Double
  /// The heading of the view, degrees clockwise from true north; `nil` if unknown.
  package var heading: Double?
  /// The field of view, degrees; a line is drawn if it is unknown.
  package var fieldOfView: Double?

  /// Makes marks; without arguments of the place alone.
  package init(error: Double = 0, heading: Double? = nil, fieldOfView: Double? = nil) {
    self.error = error
    self.heading = heading
    self.fieldOfView = fieldOfView
  }
}

/// Draws on a frame's square, which begins at the top left of a canvas.
struct MapDrawing {
  let frame: MapFrame
  let em: Double
  let fonts: FontSet

  private static let blue = Colour(0x1F, 0x6F, 0xB2)
  private static let white = Colour(255, 255, 255)
  /// Quiet, and at 7:1 on paper.
  private static let gray = Colour(0x52, 0x4D, 0x46)

  /// The length of a view's sector, as a share of the side.
  static let reach = 0.3
  /// The blue point, pixels from its middle.
  private var point: Double { (em * 0.5).rounded() }
  private var line: Double { max(2, em / 8) }

  /// The view, the error, and the point upon them.
  ///
  /// All have a white rim, for contrast on any map.
  func mark(_ marks: MapMarks, on canvas: borrowing Canvas) {
    let middle = SIMD2(Double(frame.side), Double(frame.side)) / 2
    if let heading = marks.heading, heading.isFinite {
      look(heading, marks.fieldOfView, from: middle, on: canvas)
    }
    let error = marks.error / frame.metresPerPixel
    // A circle that the point covers is left out.
    if error.isFinite, error > point + line {
      let reach = min(error, 2 * Double(frame.side)) + 2 * line
      canvas.shade(around: middle, reach, within: frame.side, Self.white, strength: 0.8) { offset in
        line + 0.5 - abs(offset.length - error)
      }
      canvas.shade(around: middle, reach, within: frame.side, Self.blue) { offset in
        line / 2 + 0.5 - abs(offset.length - error)
      }
    }
    canvas.shade(around: middle, point + line, within: frame.side, Self.white) {
      point + line - $0.length + 0.5
    }
    canvas.shade(around: middle, point, within: frame.side, Self.blue) {
      point - $0.length + 0.5
    }
  }

  /// A cone, or a line if the field of view is unknown.
  private func look(
    _ heading: Double, _ fieldOfView: Double?, from middle: SIMD2<Double>,
    on canvas: borrowing Canvas
  ) {
    let length = Self.reach * Double(frame.side)
    let width = min(max(fieldOfView.map { $0.isFinite ? $0 : 0 } ?? 0, 0), 360)
    func direction(_ degrees: Double) -> SIMD2<Double> {
      SIMD2(sin(degrees * .pi / 180), -cos(degrees * .pi / 180))
    }
    let ahead = direction(heading)
    let within = cos(width / 2 * .pi / 180)
    if width > 0 {
      canvas.shade(around: middle, length, within: frame.side, Self.blue, strength: 0.3) { offset in
        let distance = offset.length
        guard (offset * ahead).sum() >= within * distance else { return 0 }
        return length - distance + 0.5
      }
    }
    // A whole circle has no edges.
    let edges =
      width >= 360 ? [] : width > 0 ? [heading - width / 2, heading + width / 2] : [heading]
    for (colour, half) in [(Self.white, line), (Self.blue, line / 2)] {
      for edge in edges.map(direction) {
        canvas.shade(around: middle, length + line, within: frame.side, colour) { offset in
          let along = min(max((offset * edge).sum(), 0), length)
          return half + 0.5 - (offset - along * edge).length
        }
      }
    }
  }

  /// An arrow to the north, in the upper right corner.
  func arrow(on canvas: borrowing Canvas) {
    let (width, height) = (Int((em * 2.2).rounded()), Int((em * 3.6).rounded()))
    let gap = Int(em.rounded())
    let left = frame.side - gap - width
    canvas.fill(x: left, y: gap, width: width, height: height, with: CaptionTone.then.ground)
    let top = Double(gap) + em * 0.5, high = em * 1.4, half = em * 0.55
    let tip = SIMD2(Double(left) + Double(width) / 2, top)
    canvas.shade(around: tip, high + 1, within: frame.side, Self.gray) { offset in
      // Two slanted sides and a notched foot, each as the distance to its inner side.
      let slope = SIMD2(high, half) / SIMD2(high, half).length
      let side = offset.y * slope.y - abs(offset.x) * slope.x
      let foot = high - offset.y - (half - abs(offset.x)) * 0.5
      return min(side, foot) + 0.5
    }
    let letter = fonts.bold.line("N", size: (em * 1.1).rounded())
    canvas.draw(
      letter, with: fonts.bold, x: left + (width - Int(letter.width.rounded())) / 2,
      top: gap + Int((em * 2.15).rounded()), colour: Self.gray)
  }

  /// A round number of metres, in the lower left corner.
  func scale(on canvas: borrowing Canvas) {
    let metres = Self.roundLength(below: 0.25 * Double(frame.side) * frame.metresPerPixel)
    let length = Int((metres / frame.metresPerPixel).rounded())
    let label = fonts.regular.line(Self.words(metres), size: em)
    let gap = Int(em.rounded()), inner = Int((em * 0.6).rounded())
    let thick = max(2, Int((em / 7).rounded())), tick = Int((em * 0.5).rounded())
    let width = max(length, Int(label.width.rounded(.up))) + 2 * inner
    let text = Int(label.ascent.rounded(.up))
    let height = text + tick + 2 * inner + thick
    let top = frame.side - gap - height
    canvas.fill(x: gap, y: top, width: width, height: height, with: CaptionTone.then.ground)
    canvas.draw(label, with: fonts.regular, x: gap + inner, top: top + inner, colour: Self.gray)
    let bar = top + height - inner - thick
    canvas.fill(x: gap + inner, y: bar, width: length, height: thick, with: Self.gray)
    for x in [gap + inner, gap + inner + length - thick] {
      canvas.fill(x: x, y: bar - tick / 2, width: thick, height: tick / 2, with: Self.gray)
    }
  }

  /// The largest of 1, 2 and 5, and these times powers of ten, within the length.
  static func roundLength(below most: Double) -> Double {
    let ten = pow(10, log10(most).rounded(.down))
    // Powers are not always exact.
    return [5, 2, 1].map { $0 * ten }.first { $0 <= most * 1.000_001 } ?? ten
  }

  /// A length for people, such as 200 m, 5 km or 50 cm.
  static func words(_ metres: Double) -> String {
    let (number, unit) =
      metres >= 999.5
      ? (metres / 1000, "km") : metres >= 0.995 ? (metres, "m") : (metres * 100, "cm")
    return number >= 0.995 ? "\(Int(number.rounded())) \(unit)" : "\(number) \(unit)"
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

extension Canvas {
  /// Blends a colour over the canvas around a place.
  ///
  /// - Parameters:
  ///   - middle: The place, pixels from the top left corner.
  ///   - reach: the distance around it, in pixels.
  ///   - side: The square at the top left that is drawn on.
  ///   - colour: The colour to blend.
  ///   - strength: the opacity, 0...1.
  ///   - share: The covered share of a pixel, for its middle's offset from the place, clamped to
  ///     0...1.
  fileprivate func shade(
    around middle: SIMD2<Double>, _ reach: Double, within side: Int, _ colour: Colour,
    strength: Double = 1, share: (SIMD2<Double>) -> Double
  ) {
    func range(_ place: Double) -> Range<Int> {
      let first = min(max(0, Int((place - reach).rounded(.down)) - 1), side)
      return first..<max(first, min(side, Int((place + reach).rounded(.up)) + 1))
    }
    let (columns, samples) = (range(middle.x), colour.samples)
    for y in range(middle.y) {
      let shares = columns.map { x in
        let covered = share(SIMD2(Double(x) + 0.5, Double(y) + 0.5) - middle)
        return Int(min(max(covered, 0), 1) * strength * 255)
      }
      guard shares.contains(where: { $0 > 0 }) else { continue }
      for (plane, sample) in zip(planes, samples) {
        plane.withRow(y) { row in
          for (x, share) in zip(columns, shares) where share > 0 {
            let old = Int(row[x])
            row[x] = UInt8(old + (sample - old) * share / 255)
          }
        }
      }
    }
  }

  /// Draws thin slanted lines where a picture shows nothing.
  func hatch(where placed: PlacedImage) {
    let (gap, side) = (14, placed.image.size.width)
    let quiet = Colour(0xDF, 0xD9, 0xCD).samples
    for y in 0..<placed.image.size.height {
      for (plane, sample) in zip(planes, quiet) {
        plane.withRow(y) { row in
          for x in stride(from: (gap - 1) - (y + gap - 1) % gap, to: side, by: gap)
          where placed.known[y * side + x] == 0 {
            row[x] = UInt8(sample)
          }
        }
      }
    }
  }
}
