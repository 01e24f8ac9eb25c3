extension PlanarImage {
  /// The picture without its frame of paper and the captions on that; the whole picture if no frame
  /// is found.
  package var partInsidePaper: PixelRegion {
    region(of: ToneGrid(planes[0])?.insidePaper())
  }

  /// The compared part: inside a frame of paper, else inside margins of nearly one tone, such as a
  /// slide's.
  ///
  /// Fingerprints leave the same margins out. Such a margin may be a plain sky, without features to
  /// compare.
  var comparedPart: PixelRegion {
    let grid = ToneGrid(planes[0])
    return region(of: grid?.insidePaper() ?? grid?.withoutMargins())
  }

  private func region(of grid: ToneGrid?) -> PixelRegion {
    let whole = PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
    guard let part = grid?.part else { return whole }
    // One and a half fields more, since scans aren't straight and edges are soft.
    let slack = 1.5
    func bound(_ fields: Range<Int>, _ length: Int) -> (start: Int, end: Int) {
      let field = Double(length) / Double(ToneGrid.side)
      let start = fields.lowerBound > 0 ? (Double(fields.lowerBound) + slack) * field : 0
      let end =
        fields.upperBound < ToneGrid.side
        ? (Double(fields.upperBound) - slack) * field : Double(length)
      // At a whole chroma sample, which at most four pixels share.
      return ((Int(start.rounded(.up)) + 3) / 4 * 4, Int(end))
    }
    let columns = bound(part.columns, size.width)
    let rows = bound(part.rows, size.height)
    guard columns.end > columns.start, rows.end > rows.start else { return whole }
    return PixelRegion(
      x: columns.start, y: rows.start, width: columns.end - columns.start,
      height: rows.end - rows.start)
  }
}

extension PlanarImage {
  /// A part of the picture, in its own memory; its corner must be at a whole chroma sample.
  ///
  /// - Throws: ``ImagingError`` when memory runs out.
  package func cropped(to part: PixelRegion) throws(ImagingError) -> PlanarImage {
    let (across, down) = isGray ? (1, 1) : (sampling.horizontal, sampling.vertical)
    precondition(part.x % across == 0 && part.y % down == 0, "between samples of colour")
    let cropped = PixelSize(width: part.width, height: part.height)
    if cropped == size { return self }
    var made: [Plane] = []
    for (index, plane) in planes.enumerated() {
      let shared = index == 0 ? ChromaSampling.full : sampling
      let target = try Plane(size: shared.planeSize(of: cropped))
      let (left, top) = (part.x / shared.horizontal, part.y / shared.vertical)
      for y in 0..<target.height {
        plane.withRow(top + y) { source in
          target.withRow(y) { row in
            _ = row.update(fromContentsOf: source[left..<(left + target.width)])
          }
        }
      }
      made.append(target.finished())
    }
    return PlanarImage(size: cropped, sampling: sampling, planes: made)
  }
}
