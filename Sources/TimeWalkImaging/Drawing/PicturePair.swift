/// A picture of then and one of now, to be shown together.
package struct PicturePair: Sendable {
  /// One of the two pictures, with its caption.
  package struct Side: Sendable {
    /// The picture, upright.
    package var image: PlanarImage
    /// The year of the picture, in a word or two; drawn in the picture's corner.
    package var year: String
    /// Its subject.
    package var title: String
    /// The other lines of the caption: date, maker, holder, rights.
    package var lines: [String]

    /// Makes a side.
    package init(image: PlanarImage, year: String, title: String, lines: [String]) {
      self.image = image
      self.year = year
      self.title = title
      self.lines = lines
    }
  }

  /// The old picture, as it is.
  package var then: Side
  /// The new one.
  package var now: Side
  /// The old picture in the new one's frame; `nil` if it stays unchanged or its alignment is
  /// unknown.
  package var placed: PlacedImage?

  /// Makes a pair.
  package init(then: Side, now: Side, placed: PlacedImage? = nil) {
    self.then = then
    self.now = now
    self.placed = placed
  }
}

/// A pair as one picture, and the parts of its text that could not be set correctly.
package struct DrawnPair: Sendable {
  /// The picture.
  package let image: PlanarImage
  /// The parts of the text that could not be set.
  package let gaps: TextGaps
}

extension PicturePair {
  /// The largest aspect ratio of pictures side by side; wider ones are placed above each other.
  private static let widestBeside = 2.2

  /// Both whole pictures with their captions below them, side by side, or above each other if one
  /// is a panorama.
  ///
  /// - Parameters:
  ///   - side: The width of both together, pixels; it is less where that would enlarge both.
  ///   - fonts: The fonts of the captions.
  /// - Returns: The picture.
  /// - Throws: ``ImagingError`` when memory runs out.
  package func beside(within side: Int, fonts: FontSet) throws(ImagingError) -> DrawnPair {
    let shapes = [then.image.size.shape, now.image.size.shape]
    if shapes.contains(where: { $0 > Self.widestBeside }) {
      return try above(within: side, fonts: fonts)
    }
    let tallest = max(then.image.size.height, now.image.size.height)
    let height = min(tallest, max(16, Int(Double(side) / (shapes[0] + shapes[1]))))
    let left = try then.image.scaled(toHeight: height)
    let right = try now.image.scaled(toHeight: height)
    let width = left.size.width + right.size.width
    let em = CaptionBlock.em(for: min(width, 2 * min(left.size.width, right.size.width)))
    let below = [
      CaptionBlock(then, tone: .then, width: left.size.width, em: em, fonts: fonts),
      CaptionBlock(now, tone: .now, width: right.size.width, em: em, fonts: fonts),
    ]
    let caption = below.map(\.height).max() ?? 0
    let canvas = try Canvas(
      size: PixelSize(width: width, height: height + caption), ground: CaptionTone.then.ground)
    canvas.draw(left, x: 0, y: 0)
    canvas.draw(right, x: left.size.width, y: 0)
    canvas.chip(then.year, tone: .then, picture: (0, 0, left.size.width), em: em, fonts: fonts)
    canvas.chip(
      now.year, tone: .now, picture: (left.size.width, 0, right.size.width), em: em, fonts: fonts)
    canvas.draw(below[0], x: 0, y: height, height: caption, fonts: fonts)
    canvas.draw(below[1], x: left.size.width, y: height, height: caption, fonts: fonts)
    return DrawnPair(image: canvas.finished(), gaps: TextGaps(below.flatMap(\.lines)))
  }

  private func above(within side: Int, fonts: FontSet) throws(ImagingError) -> DrawnPair {
    let width = min(side, max(then.image.size.width, now.image.size.width))
    let em = CaptionBlock.em(for: width)
    var parts: [(image: PlanarImage, caption: CaptionBlock)] = []
    for (side, tone) in [(then, CaptionTone.then), (now, .now)] {
      // A narrow picture with a panorama is at most as high as it is wide.
      let most = Int(Double(width) * min(side.image.size.shape, 1))
      parts.append(
        (
          try side.image.scaled(toWidth: max(16, most)),
          CaptionBlock(side, tone: tone, width: width, em: em, fonts: fonts)
        ))
    }
    let height = parts.reduce(0) { $0 + $1.image.size.height + $1.caption.height }
    let canvas = try Canvas(
      size: PixelSize(width: width, height: height), ground: CaptionTone.now.ground)
    var y = 0
    for (part, year) in zip(parts, [then.year, now.year]) {
      let left = (width - part.image.size.width) / 2
      canvas.draw(part.image, x: left, y: y)
      canvas.chip(
        year, tone: part.caption.tone, picture: (left, y, part.image.size.width), em: em,
        fonts: fonts)
      y += part.image.size.height
      canvas.draw(part.caption, x: 0, y: y, height: part.caption.height, fonts: fonts)
      y += part.caption.height
    }
    return DrawnPair(
      image: canvas.finished(), gaps: TextGaps(parts.map(\.caption).flatMap(\.lines)))
  }

  /// Both pictures half through each other in the new one's frame, with both captions below; `nil`
  /// without a placed picture.
  ///
  /// - Throws: ``ImagingError`` when memory runs out.
  package func blend(fonts: FontSet) throws(ImagingError) -> DrawnPair? {
    guard let placed else { return nil }
    let frame = FramedPair(self, fonts: fonts)
    let canvas = try frame.canvas(of: now.image)
    canvas.blend(placed)
    frame.mark(canvas, years: [.then, .now], fonts: fonts)
    return DrawnPair(image: canvas.finished(), gaps: frame.gaps)
  }

  /// True if this installation can write a ``wipe(quality:xmp:fonts:)``.
  package static var canWipe: Bool { PictureAnimation.isAvailable }

  /// An animated WebP in which the old picture is drawn over the new one, and back again.
  ///
  /// - Parameters:
  ///   - quality: Of the frames, 0 to 100 in libwebp's scale.
  ///   - xmp: A packet with its description; empty for none.
  ///   - fonts: The fonts of the captions.
  /// - Returns: The file's bytes and size; `nil` without a placed picture.
  /// - Throws: ``ImagingError`` with `libraryMissing` without libwebpmux, and when memory runs out.
  package func wipe(quality: Int, xmp: [UInt8], fonts: FontSet) throws(ImagingError)
    -> (bytes: [UInt8], size: PixelSize, gaps: TextGaps)?
  {
    guard let placed else { return nil }
    let frame = FramedPair(self, fonts: fonts)
    let before = try frame.canvas(of: now.image)
    frame.mark(before, years: [.now], fonts: fonts)
    let after = try frame.canvas(of: now.image)
    after.draw(placed)
    frame.mark(after, years: [.then], fonts: fonts)
    let bytes = try PictureAnimation.wipe(
      from: before.finished(), to: after.finished(), height: now.image.size.height,
      quality: quality, xmp: xmp)
    return (bytes, frame.size, frame.gaps)
  }
}

/// A picture with both captions below it.
private struct FramedPair {
  let size: PixelSize
  private let picture: PixelSize
  private let em: Double
  private let captions: [CaptionBlock]
  private let years: [CaptionTone: String]

  var gaps: TextGaps { TextGaps(captions.flatMap(\.lines)) }

  init(_ pair: PicturePair, fonts: FontSet) {
    picture = pair.now.image.size
    em = CaptionBlock.em(for: picture.width)
    let half = picture.width / 2
    captions = [
      CaptionBlock(pair.then, tone: .then, width: half, em: em, fonts: fonts),
      CaptionBlock(pair.now, tone: .now, width: picture.width - half, em: em, fonts: fonts),
    ]
    years = [.then: pair.then.year, .now: pair.now.year]
    size = PixelSize(
      width: picture.width, height: picture.height + (captions.map(\.height).max() ?? 0))
  }

  func canvas(of image: PlanarImage) throws(ImagingError) -> Canvas {
    let canvas = try Canvas(size: size, ground: CaptionTone.then.ground)
    canvas.draw(image, x: 0, y: 0)
    return canvas
  }

  /// Writes the captions, and the years of the pictures in the corners.
  func mark(_ canvas: borrowing Canvas, years shown: Set<CaptionTone>, fonts: FontSet) {
    var x = 0
    for caption in captions {
      canvas.draw(
        caption, x: x, y: picture.height, height: size.height - picture.height, fonts: fonts)
      x += caption.width
    }
    for tone in shown {
      canvas.chip(
        years[tone] ?? "", tone: tone, picture: (0, 0, picture.width), em: em,
        isRight: tone == .now, fonts: fonts)
    }
  }
}

extension PixelSize {
  /// Its width for a height of one.
  fileprivate var shape: Double { Double(width) / Double(max(1, height)) }
}

extension PlanarImage {
  fileprivate func scaled(toHeight height: Int) throws(ImagingError) -> PlanarImage {
    let width = max(1, Int((Double(height) * size.shape).rounded()))
    return try resampled(to: PixelSize(width: width, height: height), turning: .upright)
  }

  fileprivate func scaled(toWidth width: Int) throws(ImagingError) -> PlanarImage {
    let height = max(1, Int((Double(width) / size.shape).rounded()))
    return try resampled(to: PixelSize(width: width, height: height), turning: .upright)
  }
}
