/// A picture in another one's frame.
package struct PlacedImage: Sendable {
  /// The picture; missing parts are plain paper.
  package let image: PlanarImage
  /// A mask of the pixels that show something: 1 for each such pixel, else 0, row by row from the
  /// top left.
  package let known: [UInt8]

  /// The same, reduced until no side exceeds `side` pixels.
  ///
  /// - Throws: ``ImagingError`` when memory runs out.
  package func fitted(within side: Int) throws(ImagingError) -> PlacedImage {
    let smaller = try image.fitted(within: side)
    guard smaller.size != image.size else { return self }
    var known: [UInt8] = []
    known.reserveCapacity(smaller.size.width * smaller.size.height)
    for y in 0..<smaller.size.height {
      let row = (2 * y + 1) * image.size.height / (2 * smaller.size.height) * image.size.width
      for x in 0..<smaller.size.width {
        known.append(
          self.known[row + (2 * x + 1) * image.size.width / (2 * smaller.size.width)])
      }
    }
    return PlacedImage(image: smaller, known: known)
  }

  /// The share of the frame that it shows, 0...1.
  package var share: Double {
    var sum = 0
    for value in known { sum &+= Int(value) }
    return Double(sum) / Double(max(1, known.count))
  }
}

extension PlanarImage {
  /// This historical picture in another one's frame; missing parts are plain paper.
  ///
  /// - Parameters:
  ///   - transform: the way from this picture's pixels to those of a picture of that size.
  ///   - size: the size of the picture that is made.
  ///   - part: the visible part of this picture.
  /// - Returns: the picture, in colour, and a mask of the parts that show something.
  /// - Throws: ``ImagingError`` when memory runs out, and `invalidArgument` for a transform without
  ///   a way back.
  package func placed(
    by transform: PictureTransform, into size: PixelSize, showing part: PixelRegion
  ) throws(ImagingError) -> PlacedImage {
    guard let back = transform.back else {
      throw ImagingError(.invalidArgument, "the alignment can't be reversed")
    }
    // A picture much finer than its frame is reduced first, which avoids aliasing.
    let source = try fitted(within: sourceSide(for: back, size))
    let scale = SIMD2(
      Double(source.size.width) / Double(self.size.width),
      Double(source.size.height) / Double(self.size.height))
    var made: [Plane] = []
    var known: [UInt8] = []
    for (index, plane) in source.planes.enumerated() {
      let from = index == 0 ? ChromaSampling.full : source.sampling
      let to = index == 0 ? ChromaSampling.full : .quarter
      let fromShare = SIMD2(Double(from.horizontal), Double(from.vertical))
      let toShare = SIMD2(Double(to.horizontal), Double(to.vertical))
      let inner = part.scaled(by: scale / fromShare, within: plane.size)
      let target = try Plane(size: to.planeSize(of: size))
      let net = SamplingNet(width: target.width, height: target.height) { node in
        let shown = back((node + 0.5) * toShare - 0.5)
        return (shown + 0.5) * scale / fromShare - 0.5
          - SIMD2(Double(inner.x), Double(inner.y))
      }
      let paper = Self.paper[index]
      var inside = [UInt8](repeating: 0, count: target.width * target.height)
      plane.part(inner).withMemory { source in
        target.withMemory { memory in
          net.sample(
            source.samples, into: memory.samples, outside: paper, fading: true, inside: &inside)
        }
      }
      made.append(target.finished())
      if index == 0 { known = inside }
    }
    return PlacedImage(
      image: PlanarImage(size: size, sampling: .quarter, planes: made), known: known)
  }

  /// Luma and colour differences of plain paper, #F4F0E8.
  static let paper: [UInt8] = [240, 123, 131]

  /// The size that this picture needs for so many pixels of a frame.
  private func sourceSide(
    for back: (SIMD2<Double>) -> SIMD2<Double>, _ frame: PixelSize
  ) -> Int {
    let middle = SIMD2(Double(frame.width), Double(frame.height)) / 2
    let step = 16.0
    let (from, to) = (back(middle), back(middle + SIMD2(step, 0)))
    let move = ((to - from) * (to - from)).sum().squareRoot() / step
    let longest = Double(max(size.width, size.height))
    guard move.isFinite, move > 1 else { return max(size.width, size.height) }
    return max(16, Int((longest / move).rounded(.up)))
  }
}

extension PixelRegion {
  /// The same part of a plane that is scaled; at least two samples wide and high where the plane
  /// is.
  fileprivate func scaled(by scale: SIMD2<Double>, within size: PixelSize) -> PixelRegion {
    let left = min(Int(Double(x) * scale.x), max(0, size.width - 2))
    let top = min(Int(Double(y) * scale.y), max(0, size.height - 2))
    let right = min(size.width, max(left + 2, Int((Double(x + width) * scale.x).rounded(.up))))
    let bottom = min(size.height, max(top + 2, Int((Double(y + height) * scale.y).rounded(.up))))
    return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
  }
}
