/// The position of a TIFF's pixels on the ground, from its tags (OGC GeoTIFF 1.1, OGC 19-008r4).
package struct GeoTIFF: Hashable, Sendable {
  /// Their position in a plane; `nil` without such tags.
  package let layout: PixelLayout?
  /// The plane's EPSG code; `nil` if missing or unregistered.
  package let epsg: Int?

  /// The key's value for a user-defined system without a code.
  private static let userDefined = 32767

  /// Reads the values of the tags; an absent tag has none.
  ///
  /// A scale with a tie point counts before a matrix, and that before many tie points, as in GDAL.
  ///
  /// - Parameters:
  ///   - scale: ModelPixelScaleTag, units of the plane.
  ///   - tiepoints: ModelTiepointTag, six numbers each.
  ///   - matrix: ModelTransformationTag, 16 numbers, row by row.
  ///   - keys: GeoKeyDirectoryTag.
  /// - Throws: `.degenerate` for numbers that aren't finite or put the picture on a line, and for
  ///   too many tie points.
  package init(
    scale: [Double], tiepoints: [Double], matrix: [Double], keys: [Int]
  ) throws(WorldFileFault) {
    func key(_ wanted: Int) -> Int? {
      // A header of four numbers; then number, place, count and value of each key. Place 0 is here.
      stride(from: 4, to: keys.count - 3, by: 4).first { keys[$0] == wanted && keys[$0 + 1] == 0 }
        .map { keys[$0 + 3] }
    }
    let codes = key(1024) == 2 ? [key(2048)] : [key(3072), key(2048)]
    let code = codes.lazy.compactMap(\.self).first
    epsg = code.flatMap {
      (1...Int(UInt16.max)).contains($0) && $0 != GeoTIFF.userDefined ? $0 : nil
    }
    // The tags count from the first pixel's corner, or with PixelIsPoint from its middle.
    let middle = key(1025) == 2 ? 0 : 0.5
    if scale.count >= 2, scale[0] != 0, scale[1] != 0, tiepoints.count >= 6 {
      let (width, height) = (scale[0], -abs(scale[1]))
      layout = .even(
        try WorldFile(
          x: (width, 0, tiepoints[3] + (middle - tiepoints[0]) * width),
          y: (0, height, tiepoints[4] + (middle - tiepoints[1]) * height)))
    } else if matrix.count >= 8 {
      layout = .even(
        try WorldFile(
          x: (matrix[0], matrix[1], matrix[3] + middle * (matrix[0] + matrix[1])),
          y: (matrix[4], matrix[5], matrix[7] + middle * (matrix[4] + matrix[5]))))
    } else if tiepoints.count >= 18 {
      guard tiepoints.allSatisfy(\.isFinite),
        tiepoints.count / 6 <= GeoreferenceAnnotation.mostControlPoints
      else { throw .degenerate }
      layout = .tied(
        stride(from: 0, to: tiepoints.count - 5, by: 6).map { at in
          PixelLayout.TiedPixel(
            pixel: PixelPoint(
              x: tiepoints[at] + 0.5 - middle, y: tiepoints[at + 1] + 0.5 - middle),
            point: PlanePoint(x: tiepoints[at + 3], y: tiepoints[at + 4]))
        })
    } else {
      layout = nil
    }
  }
}
