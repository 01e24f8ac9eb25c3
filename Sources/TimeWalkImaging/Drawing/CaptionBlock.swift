/// Historical pictures have paper colours, photos have glass colours.
enum CaptionTone: Hashable, Sendable {
  case then, now

  var ground: Colour { self == .then ? Colour(0xF4, 0xF0, 0xE8) : Colour(0x33, 0x38, 0x3E) }
  var ink: Colour { self == .then ? Colour(0x23, 0x20, 0x1B) : Colour(255, 255, 255) }
  var chip: Colour { self == .then ? Colour(0x8F, 0x52, 0x0A) : Colour(0x1F, 0x6F, 0xB2) }
}

/// The caption below a picture: its title and lines, wrapped to a width.
struct CaptionBlock: Sendable {
  let tone: CaptionTone
  let width: Int
  let height: Int
  private let placed: [(line: TextLine, isBold: Bool, x: Int, top: Int)]

  /// Its lines, from the top.
  var lines: [TextLine] { placed.map(\.line) }

  /// Lines that a title and any other text may take before it ends in an ellipsis.
  private static let mostTitleLines = 3, mostLines = 6

  /// The size of letters for a picture's width, pixels.
  static func em(for width: Int) -> Double { max(13, (Double(width) / 76).rounded()) }

  init(_ side: PicturePair.Side, tone: CaptionTone, width: Int, em: Double, fonts: FontSet) {
    self.init([side.title] + side.lines, tone: tone, width: width, em: em, fonts: fonts)
  }

  /// From a title and the lines below it; empty ones are left out.
  init(_ words: [String], tone: CaptionTone, width: Int, em: Double, fonts: FontSet) {
    self.tone = tone
    self.width = width
    let margin = Int((em * 1.2).rounded())
    let column = Double(max(1, width - 2 * margin))
    var found: [(line: TextLine, isBold: Bool, x: Int, top: Int)] = []
    var y = Double(margin)
    func place(_ text: String, _ em: Double, isBold: Bool, most: Int) {
      guard !text.allSatisfy(\.isWhitespace) else { return }
      let face = isBold ? fonts.bold : fonts.regular
      let isAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
      let set = face.wrap(
        text, size: em, width: column, maximumLines: most,
        breaking: isAddress ? .anywhere : .words)
      let usual = (em * 1.4).rounded()
      for (index, line) in set.lines.enumerated() {
        y +=
          index > 0
          ? set.lines[index - 1].leading(to: line, usual: usual)
          : (line.reachAbove - line.ascent).rounded(.up)
        found.append((line, isBold, Int(line.start(from: Double(margin), width: column)), Int(y)))
      }
      if let last = set.lines.last { y += max(usual, (last.ascent + last.reachBelow).rounded(.up)) }
    }
    place(words.first ?? "", (em * 1.25).rounded(), isBold: true, most: Self.mostTitleLines)
    y += (em * 0.3).rounded()
    for line in words.dropFirst() { place(line, em, isBold: false, most: Self.mostLines) }
    placed = found
    height = Int(y) + margin
  }

  fileprivate func draw(on canvas: borrowing Canvas, x: Int, y: Int, fonts: FontSet) {
    for item in placed {
      canvas.draw(
        item.line, with: item.isBold ? fonts.bold : fonts.regular, x: x + item.x, top: y + item.top,
        colour: tone.ink)
    }
  }
}

extension Canvas {
  /// Draws a caption on its ground, which is as high as its neighbour's.
  func draw(_ caption: CaptionBlock, x: Int, y: Int, height: Int, fonts: FontSet) {
    fill(x: x, y: y, width: caption.width, height: height, with: caption.tone.ground)
    caption.draw(on: self, x: x, y: y, fonts: fonts)
  }

  /// Draws a placed picture, with its corner at the canvas's.
  func draw(_ placed: PlacedImage) { draw(placed.image, x: 0, y: 0) }

  /// Marks a picture with its year, in an upper corner.
  ///
  /// The picture has the given corner and width; the year is at its left, or optionally at its
  /// right.
  func chip(
    _ year: String, tone: CaptionTone, picture: (x: Int, y: Int, width: Int), em: Double,
    isRight: Bool = false, fonts: FontSet
  ) {
    guard !year.isEmpty else { return }
    let size = (em * 1.2).rounded()
    let space = Int((em * 0.6).rounded()), gap = Int(em.rounded())
    let available = Double(picture.width - 2 * (gap + space))
    guard available > size,
      let line = fonts.bold.wrap(year, size: size, width: available, maximumLines: 1).lines.first
    else { return }
    let width = Int(line.width.rounded(.up)) + 2 * space
    let height = Int((line.ascent + line.descent).rounded(.up)) + space
    let x = picture.x + (isRight ? picture.width - gap - width : gap)
    fill(x: x, y: picture.y + gap, width: width, height: height, with: tone.chip)
    draw(
      line, with: fonts.bold, x: x + space, top: picture.y + gap + space / 2,
      colour: Colour(255, 255, 255))
  }
}
