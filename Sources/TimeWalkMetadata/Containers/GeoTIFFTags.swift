/// The unchanged values of a TIFF's tags about the ground position of its pixels (OGC GeoTIFF 1.1,
/// OGC 19-008r4).
package struct GeoTIFFTags: Codable, Hashable, Sendable {
  /// ModelPixelScaleTag: units of the plane that a pixel is wide, high and deep.
  package var scale: [Double]
  /// ModelTiepointTag: column, row, 0 and x, y, z, again and again.
  package var tiepoints: [Double]
  /// ModelTransformationTag: 16 numbers, row by row.
  package var matrix: [Double]
  /// GeoKeyDirectoryTag: four numbers, then four for each key.
  package var keys: [Int]

  /// Reads the tags of a directory; `nil` if it has none of them.
  init?(_ directory: TIFFBlock.Directory, of block: TIFFBlock) {
    func numbers(_ tag: UInt16) -> [Double] {
      directory.entry(tag).map { block.field($0).numbers.map { $0.value ?? .nan } } ?? []
    }
    scale = numbers(0x830E)
    tiepoints = numbers(0x8482)
    matrix = numbers(0x85D8)
    keys = numbers(0x87AF).map { Int(exactly: $0) ?? 0 }
    if [scale, tiepoints, matrix].allSatisfy(\.isEmpty), keys.isEmpty { return nil }
  }
}
