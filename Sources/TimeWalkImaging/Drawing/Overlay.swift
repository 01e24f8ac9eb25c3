/// Text on a band at the bottom of a picture, with its problems.
package struct OverlaidPicture: Sendable {
  /// The picture that was written on, as it was.
  package let clean: PlanarImage
  /// The rows of ``region`` with the text; `nil` when nothing was written.
  let band: PlanarImage?
  /// The only pixels that differ: the full width, from a row that begins a row of JPEG blocks to
  /// the last row.
  ///
  /// A decoder that smooths colour reaches one sample of colour above it. Empty when nothing was
  /// written.
  package let region: PixelRegion
  /// Fields without enough space, in their order.
  package let dropped: [String]
  /// Parts of the text that could not be set correctly.
  package let gaps: TextGaps

  /// The whole picture with the band, composed at each access.
  package var image: PlanarImage {
    get throws(ImagingError) {
      guard let band else { return clean }
      var planes: [Plane] = []
      for (plane, rows) in zip(clean.planes, band.planes) {
        planes.append(try plane.replacingRows(from: plane.height - rows.height, with: rows))
      }
      return PlanarImage(size: clean.size, sampling: clean.sampling, planes: planes)
    }
  }

  /// The overlaid picture as a JPEG, with the rows above the band taken from the clean one's file.
  ///
  /// The result is, byte for byte, the encoding of ``image``, in a tenth of the time.
  ///
  /// - Parameters:
  ///   - file: The encoding of ``clean``, with restart markers, before metadata was added.
  ///   - quality: The quality that it was encoded with.
  /// - Returns: The file's bytes.
  /// - Throws: ``ImagingError`` for a quality that makes no sense, or when memory runs out.
  package func encode(
    reusing file: [UInt8], quality: Int = PlanarImage.defaultQuality
  ) throws(ImagingError) -> [UInt8] {
    guard let band else { return file }
    let row = region.y / (8 * clean.sampling.vertical)
    let rows = try band.encode(quality: quality)
    if let spliced = JPEGSplice.replace(rowsFrom: row, of: file, with: rows) { return spliced }
    return try image.encode(quality: quality)
  }
}

extension PlanarImage {
  /// Writes fields on a band at the bottom of the picture.
  ///
  /// A field stays on one line unless it is longer than a line. The text is 1/45 of the short side
  /// high, at least 11 pixels. If that would cover more than the lower third, it becomes smaller,
  /// down to 7 pixels. Fields that then exceed half the height are dropped, from the end.
  ///
  /// - Parameters:
  ///   - fields: The texts to write, in order; empty ones are left out.
  ///   - font: The typeface.
  /// - Returns: A new picture, with the text and its layout; this one stays unchanged.
  /// - Throws: ``ImagingError`` when memory runs out. A lack of space is not an error.
  package func overlaid(fields: [String], font: Typeface) throws(ImagingError) -> OverlaidPicture {
    let fields = fields.filter { !$0.allSatisfy(\.isWhitespace) }
    // Whole blocks for 4:2:0 as for 4:4:4; only sources that share colour among four rows have
    // taller ones.
    let blockRows = max(16, 8 * sampling.vertical)
    guard let layout = OverlayLayout.make(fields, on: size, blockRows: blockRows, typeface: font)
    else {
      return OverlaidPicture(
        clean: self, band: nil, region: PixelRegion(x: 0, y: 0, width: 0, height: 0),
        dropped: fields, gaps: TextGaps())
    }
    var rows: [Plane] = []
    for (index, plane) in planes.enumerated() {
      rows.append(
        try plane.copied(fromRow: index == 0 ? layout.bandTop : layout.bandTop / sampling.vertical))
    }
    let size = PixelSize(width: size.width, height: layout.bandHeight)
    PlanarImage(size: size, sampling: sampling, planes: rows).write(layout.drawn(with: font))
    return OverlaidPicture(
      clean: self,
      band: PlanarImage(size: size, sampling: sampling, planes: rows.map { $0.finished() }),
      region: PixelRegion(x: 0, y: layout.bandTop, width: size.width, height: size.height),
      dropped: Array(fields.dropFirst(layout.shown)),
      gaps: TextGaps(layout.rows.joined().lazy.map(\.line)))
  }
}

extension OverlayLayout {
  /// The letters, as seen from the band's top left.
  fileprivate func drawn(with typeface: Typeface) -> Coverage {
    var coverage = Coverage(width: picture.width, height: bandHeight)
    for (row, baseline) in zip(rows, baselines) {
      for piece in row {
        typeface.draw(piece.line, x: piece.x, baseline: baseline, edge: rim, into: &coverage)
      }
    }
    // The stems of small letters are thinner than a pixel, and would look gray.
    if fontSize < 18 { coverage.strengthen(by: 0.4) }
    let thickness = max(1, Int((fontSize / 14).rounded()))
    for tick in ticks {
      let height = Int((fontSize * 0.8).rounded())
      coverage.addBar(
        x: Int(tick.x) - thickness / 2, y: baselines[tick.row] - height + Int(fontSize * 0.05),
        width: thickness,
        height: height, coverage: 110)
    }
    return coverage
  }
}
