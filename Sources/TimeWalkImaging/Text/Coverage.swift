/// The share of each pixel that letters and their rims cover in a rectangle.
struct Coverage: Sendable {
  enum Layer { case letters, rim }

  let width: Int, height: Int
  private(set) var letters: [UInt8]
  private(set) var rim: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    letters = [UInt8](repeating: 0, count: width * height)
    rim = letters
  }

  /// Adds a glyph; parts outside are left out.
  mutating func add(_ glyph: GlyphBitmap, to layer: Layer, x: Int, baseline: Int) {
    let left = x + glyph.left, top = baseline - glyph.top
    let columns = max(0, -left)..<max(max(0, -left), min(glyph.width, width - left))
    let rows = max(0, -top)..<max(max(0, -top), min(glyph.height, height - top))
    guard !columns.isEmpty else { return }
    for row in rows {
      let from = row * glyph.width, to = (top + row) * width + left
      for column in columns {
        let value = glyph.coverage[from + column]
        if value > 0 { join(value, at: to + column, layer) }
      }
    }
  }

  /// Adds a filled rectangle to the letters; parts outside are left out.
  mutating func addBar(
    x: Int, y: Int, width barWidth: Int, height barHeight: Int, coverage value: UInt8
  ) {
    for row in max(0, y)..<max(max(0, y), min(height, y + barHeight)) {
      for column in max(0, x)..<max(max(0, x), min(width, x + barWidth)) {
        join(value, at: row * width + column, .letters)
      }
    }
  }

  /// Makes the letters bolder, by a share of their coverage.
  mutating func strengthen(by share: Double) {
    for index in letters.indices where letters[index] > 0 {
      letters[index] = UInt8(min(255, Double(letters[index]) * (1 + share)))
    }
  }

  private mutating func join(_ value: UInt8, at index: Int, _ layer: Layer) {
    switch layer {
    case .letters: letters[index] = UInt8(min(255, Int(letters[index]) + Int(value)))
    case .rim: rim[index] = max(rim[index], value)
    }
  }
}
