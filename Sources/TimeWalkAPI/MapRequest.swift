package import TimeWalkArchive
internal import TimeWalkBase

/// The parameters of `archive.map`: a tile of the map, and a time.
package struct MapRequest: DescribedRequest {
  /// The zoom level, 0 for the whole world.
  package var z = 0
  /// The tile's column, from the west.
  package var x = 0
  /// The tile's row, from the north.
  package var y = 0
  /// The span of time that is wanted, EDTF or a name that the archive knows; `nil` for all.
  package var era: String?

  /// The tile's three numbers, and the era.
  package static let fields: [RequestField<MapRequest>] = [
    number("z", \.z, MapTile.zooms, "The zoom level; 0 shows the whole world in one tile."),
    number(
      "x", \.x, 0...1 << MapTile.zooms.upperBound - 1,
      "The tile's column in Web Mercator, from 180 degrees west; less than 2 to the power of z."),
    number(
      "y", \.y, 0...1 << MapTile.zooms.upperBound - 1,
      "The tile's row, from 85.05 degrees north; less than 2 to the power of z."),
    RequestField(
      "era", \.era,
      "The period to show: EDTF, such as 1890/1930, or a named era of the archive. Clusters count it by decades.",
      unit: "era"),
  ]

  private static func number(
    _ name: String, _ path: any WritableKeyPath<MapRequest, Int> & Sendable,
    _ range: ClosedRange<Int>, _ about: String
  ) -> RequestField<MapRequest> {
    RequestField(WireField(name, .integer(range), about)) {
      (value, request) throws(TimeWalkError) in
      if let number = WireField.whole(value) { request[keyPath: path] = number }
    } write: {
      .number(String($0[keyPath: path]))
    }.required
  }

  /// Makes a request for the whole world.
  package init() {}

  /// The tile.
  ///
  /// - Throws: `invalidValue` for a column or row that the zoom doesn't have.
  package func tile() throws(TimeWalkError) -> MapTile {
    if let tile = MapTile(zoom: z, x: x, y: y) { return tile }
    let field = (0..<1 << max(0, z)).contains(x) ? "y" : "x"
    throw TimeWalkError(
      .invalidValue,
      "no tile \(x), \(y) at zoom \(z); both numbers must be less than \(1 << max(0, z))",
      field: field)
  }
}
