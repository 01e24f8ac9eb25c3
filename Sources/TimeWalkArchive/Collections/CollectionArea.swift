package import TimeWalkBase

/// The area of a collection's items, from its statement.
package struct CollectionArea: Hashable, Sendable {
  /// Degrees; more than `east` where the area crosses the antimeridian.
  package let west: Double
  /// Degrees, at most `north`.
  package let south: Double
  /// Degrees.
  package let east: Double
  /// Degrees.
  package let north: Double

  /// Reads `[west, south, east, north]`; `nil` for anything else.
  package init?(json: JSONValue?) {
    guard let list = json?.elements, list.count == 4 else { return nil }
    let numbers = list.compactMap(\.number)
    guard numbers.count == 4, numbers[1] <= numbers[3],
      [numbers[0], numbers[2]].allSatisfy({ (-180...180).contains($0) }),
      [numbers[1], numbers[3]].allSatisfy({ (-90...90).contains($0) })
    else { return nil }
    (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Reads the text of `json`; `nil` for anything else.
  package init?(text: String?) {
    guard let text else { return nil }
    self.init(json: try? JSONValue(document: Array(text.utf8)))
  }

  /// In the form of `collection.json`: `[west, south, east, north]`.
  package var json: String {
    "[" + [west, south, east, north].map(DecimalText.write).joined(separator: ", ") + "]"
  }

  /// Returns true if a place lies in it.
  package func contains(latitude: Double, longitude: Double) -> Bool {
    guard (south...north).contains(latitude) else { return false }
    return west <= east
      ? (west...east).contains(longitude) : longitude >= west || longitude <= east
  }
}
