internal import CImages

/// A map around a place: north up, with the place and the view marked, and a caption.
package struct MapCrop: Sendable {
  /// The position of the frame in the map.
  package var grid: MapGrid
  /// The map's area in its picture: rings in pixels of the whole upright picture, from its top left
  /// corner.
  ///
  /// Empty for the whole picture. A spot is within where a line from it crosses an odd number of
  /// edges.
  package var outline: [[SIMD2<Double>]] = []
  /// The marks.
  package var marks = MapMarks()
  /// The year of the map, in a word or two; drawn in a corner.
  package var year = ""
  /// The caption: a title, then a line each for date, maker, holder, rights, and the accuracy of
  /// the map.
  package var words: [String] = []

  /// Makes one of a grid; the rest is set afterwards.
  package init(_ grid: MapGrid) { self.grid = grid }

  /// The map alone, without marks and words.
  ///
  /// If a pixel of the frame takes several of the picture, the picture is reduced first, which
  /// avoids aliasing. If it takes less than one, the picture is enlarged by cubic splines.
  ///
  /// - Parameter part: The part of the picture that ``MapGrid/question`` requests, in sRGB.
  /// - Returns: The square, with plain paper where the map shows nothing, and a mask of the parts
  ///   that show something.
  /// - Throws: ``ImagingError`` when memory runs out.
  package func placed(_ part: PicturePart) throws(ImagingError) -> PlacedImage {
    let part = try part.smaller(step: grid.step)
    let side = grid.frame.side
    let size = PixelSize(width: side, height: side)
    let mask = try mask(part)
    let shown = try Plane(size: size)
    let made = try PlanarImage.blank(size: size, sampling: .full, isGray: false)
    let count = part.image.planes.count
    let targets = made.planes.prefix(count)
    if count == 3, part.image.sampling != .full {
      // Planes of colour that several pixels share lie otherwise.
      let net = grid.net(of: part.place),
        colours = grid.net(of: part.place.shared(part.image.sampling))
      Plane.sample([part.image.planes[0], mask], through: net, into: [targets[0], shown])
      Plane.sample(Array(part.image.planes[1...]), through: colours, into: Array(targets[1...]))
    } else {
      Plane.sample(
        part.image.planes + [mask], through: grid.net(of: part.place), into: targets + [shown])
    }
    var known: [UInt8] = []
    known.reserveCapacity(side * side)
    for y in 0..<side {
      shown.withRow(y) { shown in
        for (index, plane) in made.planes.enumerated() {
          let paper = UInt32(PlanarImage.paper[index])
          plane.withRow(y) { row in
            for x in row.indices where shown[x] != 255 || index >= count {
              let share = UInt32(shown[x])
              let sample = index < count ? UInt32(row[x]) : 128
              row[x] = UInt8((sample * share + paper * (255 - share) + 127) / 255)
            }
          }
        }
        known.append(contentsOf: shown.lazy.map { $0 >> 7 })
      }
    }
    return PlacedImage(
      image: PlanarImage(size: size, sampling: .full, planes: made.planes.map { $0.finished() }),
      known: known)
  }

  /// 255 where the part shows the map, and 0 elsewhere.
  private func mask(_ part: PicturePart) throws(ImagingError) -> Plane {
    let place = part.place
    // Corners far beyond any picture are clamped, and invalid numbers have no inside.
    let far = SIMD2(repeating: 10_000_000.0)
    let rings = outline.filter { $0.allSatisfy { !$0.x.isNaN && !$0.y.isNaN } }.map { ring in
      ring.map { ($0.clamped(lowerBound: -far, upperBound: far) - place.corner) / place.step }
    }
    let mask = try Plane(size: part.image.size)
    mask.fill(outline.isEmpty ? [mask.size.corners] : rings)
    return mask
  }

  /// Draws all: the map with a quiet hatch where it shows nothing, the marks, a scale, an arrow to
  /// the north, and the words below.
  ///
  /// - Parameters:
  ///   - part: The part of the picture that ``MapGrid/question`` requests, in sRGB.
  ///   - fonts: The fonts of the text.
  /// - Returns: The picture, and the parts of its text that could not be set correctly.
  /// - Throws: ``ImagingError`` when memory runs out.
  package func draw(_ part: PicturePart, fonts: FontSet) throws(ImagingError) -> DrawnMap {
    let placed = try placed(part)
    let side = grid.frame.side
    let em = CaptionBlock.em(for: side)
    let caption = CaptionBlock(words, tone: .then, width: side, em: em, fonts: fonts)
    let canvas = try Canvas(
      size: PixelSize(width: side, height: side + caption.height), ground: CaptionTone.then.ground)
    canvas.draw(placed.image, x: 0, y: 0)
    canvas.hatch(where: placed)
    let drawing = MapDrawing(frame: grid.frame, em: em, fonts: fonts)
    drawing.mark(marks, on: canvas)
    canvas.chip(year, tone: .then, picture: (0, 0, side), em: em, fonts: fonts)
    drawing.arrow(on: canvas)
    drawing.scale(on: canvas)
    canvas.draw(caption, x: 0, y: side, height: caption.height, fonts: fonts)
    return DrawnMap(image: canvas.finished(), gaps: TextGaps(caption.lines))
  }
}

/// A map as one picture, and the parts of its text that could not be set correctly.
package struct DrawnMap: Sendable {
  /// The picture.
  package let image: PlanarImage
  /// The parts of the text that could not be set.
  package let gaps: TextGaps
}

extension PicturePart {
  /// The same, reduced: a pixel then represents this many of the whole picture.
  fileprivate func smaller(step: Double) throws(ImagingError) -> PicturePart {
    let finest = min(place.step.x, place.step.y)
    guard step > 1.1 * finest else { return self }
    let longest = Double(max(image.size.width, image.size.height))
    let fitted = try image.fitted(within: max(16, Int((longest * finest / step).rounded(.up))))
    let ratio = SIMD2(
      Double(image.size.width) / Double(fitted.size.width),
      Double(image.size.height) / Double(fitted.size.height))
    return PicturePart(
      image: fitted,
      place: PartPlace(x: place.x, y: place.y, step: place.step * ratio, whole: place.whole))
  }
}

extension PartPlace {
  /// The position in a plane whose samples several pixels share.
  fileprivate func shared(_ shares: ChromaSampling) -> PartPlace {
    PartPlace(
      x: x, y: y,
      step: step * SIMD2(Double(shares.horizontal), Double(shares.vertical)), whole: whole)
  }
}

extension PixelSize {
  fileprivate var corners: [SIMD2<Double>] {
    let right = Double(width), bottom = Double(height)
    return [.zero, SIMD2(right, 0), SIMD2(right, bottom), SIMD2(0, bottom)]
  }
}

extension Plane {
  /// Samples planes of one size at the positions of a net, into other planes under construction; 0
  /// outside.
  fileprivate static func sample(_ from: [Plane], through net: SamplingNet, into to: [Plane]) {
    let outside = [UInt8](repeating: 0, count: from.count)
    net.withMemory { net in
      withMemory(of: from) { from in
        withMemory(of: to) { to in
          twx_sample_net_smoothly(
            from.map(\.samples), to.map(\.samples), CInt(from.count), net, outside)
        }
      }
    }
  }

  /// Sets samples to 255 within an odd number of rings, to 0 within an even one.
  ///
  /// At edges it sets the covered share, while the plane is under construction.
  fileprivate func fill(_ rings: [[SIMD2<Double>]]) {
    let lines = 4
    var sums = [Float](repeating: 0, count: width)
    for y in 0..<height {
      for x in sums.indices { sums[x] = 0 }
      for line in 0..<lines {
        let level = Double(y) + (Double(line) + 0.5) / Double(lines)
        let crossings = Self.crossings(of: rings, at: level)
        for pair in Swift.stride(from: 0, to: crossings.count - 1, by: 2) {
          let from = min(max(crossings[pair], 0), Double(width))
          let to = min(max(crossings[pair + 1], 0), Double(width))
          // The touched columns, and the uncovered shares of the first and the last.
          let columns = Int(from)..<max(Int(from), Int(to.rounded(.up)))
          guard let first = columns.first, let last = columns.last else { continue }
          for x in columns { sums[x] += 1 }
          sums[first] -= Float(from - Double(first))
          sums[last] -= Float(Double(last + 1) - to)
        }
      }
      withRow(y) { row in
        for x in row.indices { row[x] = UInt8(min(max(sums[x] * 255 / Float(lines), 0), 255)) }
      }
    }
  }

  /// The positions where a row at a level crosses the rings' edges, from the left.
  private static func crossings(of rings: [[SIMD2<Double>]], at level: Double) -> [Double] {
    var crossings: [Double] = []
    for ring in rings {
      for (index, to) in ring.enumerated() {
        let from = ring[index == 0 ? ring.count - 1 : index - 1]
        guard (from.y <= level) != (to.y <= level) else { continue }
        crossings.append(from.x + (level - from.y) / (to.y - from.y) * (to.x - from.x))
      }
    }
    return crossings.sorted()
  }
}
