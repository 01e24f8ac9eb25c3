extension PlanarImage {
  /// The picture without its frame of paper and the captions on that; all of it where no frame can be told.
  public var partInsidePaper: PixelRegion {
    region(of: ToneGrid(planes[0])?.insidePaper())
  }

  /// The part that is compared: inside a frame of paper, else inside margins of nearly one tone, such as a slide's, as
  /// fingerprints leave them out.
  ///
  /// Such a margin may be a plain sky, which shows nothing to compare.
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
      return (Int(start.rounded(.up)), Int(end))
    }
    let columns = bound(part.columns, size.width)
    let rows = bound(part.rows, size.height)
    guard columns.end > columns.start, rows.end > rows.start else { return whole }
    return PixelRegion(
      x: columns.start, y: rows.start, width: columns.end - columns.start,
      height: rows.end - rows.start)
  }
}
