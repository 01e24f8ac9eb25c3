/// The layout of a plate.
struct PlateLayout: Sendable {
  private struct PlacedLine: Sendable {
    let line: TextLine
    let isBold: Bool
    let x: Int, top: Int
    let colour: Colour
  }

  private enum Tone {
    static let paper = Colour(244, 240, 231)
    static let bar = Colour(52, 58, 64)
    static let barText = Colour(255, 255, 255)
    static let barNote = Colour(206, 211, 216)
    static let title = Colour(28, 30, 33)
    static let label = Colour(122, 114, 100)
    static let text = Colour(52, 58, 64)
    static let rule = Colour(196, 187, 170)
    static let dash = Colour(158, 146, 124)
    static let link = Colour(20, 80, 140)
  }

  /// The size, colour and layout of a text.
  private struct Style {
    let em: Double
    let colour: Colour
    var isBold = false
    var lines = 1
    var breaking = Typeface.LineBreaking.words
    /// True if right-to-left text begins at the column's right side.
    ///
    /// Otherwise it begins at that of its widest line, next to its label.
    var fills = false
  }

  private struct PlacedCode: Sendable {
    let code: QRCode
    let x: Int, y: Int, module: Int
  }

  /// The fewest pixels of a module that a phone can read from a picture on a screen.
  private static let leastModule = 3

  private let size: PixelSize
  private let unit: Double
  private var placed: [PlacedLine] = []
  private var rules: [Int] = []
  private var placedCode: PlacedCode?
  private let barHeight: Int
  private let inset: Int, margin: Int

  /// True if all lines are within the frame.
  let fits: Bool

  /// The parts that could not be set correctly.
  var gaps: TextGaps { TextGaps(placed.lazy.map(\.line)) }

  init(
    _ plate: Plate, details: [Plate.Detail], code: QRCode?, size: PixelSize, scale: Double,
    fonts: FontSet
  ) {
    self.size = size
    // All measures are for a plate of 1600 by 1200.
    unit = min(Double(size.width) / 1600, Double(size.height) / 1200)
    let u = unit
    func px(_ value: Double) -> Int { Int((value * u).rounded()) }
    inset = px(44)
    margin = px(112)
    barHeight = px(124)
    let width = Double(size.width - 2 * margin)
    var lines: [PlacedLine] = []

    /// Places a text, and returns where the next may begin.
    func place(_ text: String, _ style: Style, x: Int, top: Int, width: Double) -> Int {
      let face = style.isBold ? fonts.bold : fonts.regular
      let set = face.wrap(
        text, size: style.em, width: width, maximumLines: style.lines, breaking: style.breaking)
      let column = style.fills ? width : set.lines.map(\.width).max() ?? 0
      let usual = (style.em * 1.3).rounded()
      var y = Double(top)
      for (index, line) in set.lines.enumerated() {
        y +=
          index > 0
          ? set.lines[index - 1].leading(to: line, usual: usual)
          : (line.reachAbove - line.ascent).rounded(.up)
        lines.append(
          PlacedLine(
            line: line, isBold: style.isBold, x: Int(line.start(from: Double(x), width: column)),
            top: Int(y), colour: style.colour))
      }
      guard let last = set.lines.last else { return Int(y) }
      return Int(y + max(usual, (last.ascent + last.reachBelow).rounded(.up)))
    }

    // The bar.
    let barTop = inset + px(28)
    let headline = fonts.bold.wrap(plate.headline, size: 44 * u, width: width, maximumLines: 1)
    let headlineWidth = headline.lines.first?.width ?? 0
    _ = place(
      plate.headline, Style(em: 44 * u, colour: Tone.barText, isBold: true), x: margin,
      top: barTop + px(36), width: width)
    let noteX = margin + Int(headlineWidth) + px(40)
    let noteWidth = Double(size.width - margin - noteX)
    if noteWidth > 200 * u {
      let small = fonts.regular.wrap(
        plate.explanation, size: 26 * u, width: noteWidth, maximumLines: 2)
      _ = place(
        plate.explanation, Style(em: 26 * u, colour: Tone.barNote, lines: 2), x: noteX,
        top: barTop + px(small.lines.count > 1 ? 28 : 53), width: noteWidth)
    }

    // The title.
    var y = barTop + barHeight + px(64 * scale)
    y = place(
      plate.title,
      Style(
        em: 68 * u * scale, colour: Tone.title, isBold: true, lines: Plate.maximumTitleLines,
        fills: true), x: margin, top: y, width: width)
    y += px(30 * scale)
    rules = [y]
    y += px(38 * scale)

    // The details: labels on the left, texts in a column.
    let em = 36 * u * scale
    let labels = details.map { fonts.regular.line($0.label, size: em).width }
    let column = min(width / 3, (labels.max() ?? 0) + 48 * u)
    for detail in details {
      let first = lines.count
      let next = place(
        detail.text, Style(em: em, colour: Tone.text, lines: Plate.maximumDetailLines),
        x: margin + Int(column), top: y, width: width - column)
      // On the text's own line, which high letters may have pushed down.
      let top = first < lines.count ? lines[first].top : y
      _ = place(
        detail.label, Style(em: em, colour: Tone.label), x: margin, top: top,
        width: column - 24 * u)
      y = next
      y += px(12 * scale)
    }

    // The link at the bottom, or directly below the text if space is short.
    let link = plate.link ?? ""
    if !link.isEmpty {
      let modules = code.map { $0.side + 2 * QRCode.margin } ?? 1
      let module = px(280 * scale) / modules
      let codeSide = code != nil && module >= Self.leastModule ? module * modules : 0
      let width = codeSide == 0 ? width : width - Double(codeSide + px(36))
      func wrapped(_ em: Double) -> WrappedText {
        fonts.regular.wrap(
          link, size: em, width: width, maximumLines: Plate.maximumLinkLines, breaking: .anywhere)
      }
      var linkEm = 34 * u * scale
      var set = wrapped(linkEm)
      // A little smaller where that saves a line, which would hold but a few letters, or an
      // ellipsis.
      for smaller in [31 * u * scale, 28 * u * scale] {
        let other = wrapped(smaller)
        if other.lines.count < set.lines.count || (set.isCut && !other.isCut) {
          (linkEm, set) = (smaller, other)
        }
      }
      let written = px(38 * scale) + Int(linkEm * 1.3) * (set.lines.count + 1) + px(20)
      let needed = max(written, codeSide == 0 ? 0 : px(20 * scale) + codeSide)
      let bottom = size.height - inset - px(44) - needed
      y = max(y + px(20 * scale), bottom)
      rules.append(y)
      if let code, codeSide > 0 {
        placedCode = PlacedCode(
          code: code, x: size.width - margin - codeSide, y: y + px(20 * scale), module: module)
      }
      let codeEnd = y + px(20 * scale) + codeSide
      y += px(34 * scale)
      y = place(
        plate.linkLabel, Style(em: 28 * u * scale, colour: Tone.label), x: margin, top: y,
        width: width)
      y += px(6)
      y = place(
        link,
        Style(
          em: linkEm, colour: Tone.link, lines: Plate.maximumLinkLines, breaking: .anywhere),
        x: margin, top: y, width: width)
      if codeSide > 0 { y = max(y, codeEnd) }
    }
    placed = lines
    fits = y <= size.height - inset - px(28)
  }

  func drawn(fonts: FontSet) throws(ImagingError) -> PlanarImage {
    let canvas = try Canvas(size: size, ground: Tone.paper)
    func px(_ value: Double) -> Int { max(1, Int((value * unit).rounded())) }
    canvas.frame(inset: inset, thickness: px(5), dash: px(34), gap: px(20), colour: Tone.dash)
    let edge = inset + px(28)
    canvas.fill(x: edge, y: edge, width: size.width - 2 * edge, height: barHeight, with: Tone.bar)
    for y in rules {
      canvas.fill(x: margin, y: y, width: size.width - 2 * margin, height: px(2), with: Tone.rule)
    }
    for item in placed {
      canvas.draw(
        item.line, with: item.isBold ? fonts.bold : fonts.regular, x: item.x, top: item.top,
        colour: item.colour)
    }
    if let placedCode {
      canvas.draw(
        placedCode.code, x: placedCode.x, y: placedCode.y, module: placedCode.module)
    }
    return canvas.finished()
  }
}
