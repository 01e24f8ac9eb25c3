import Foundation

/// Where a collection's items lie, by its own word.
struct CollectionArea: Hashable, Sendable {
  /// Degrees; west may be more than east where the area crosses the antimeridian.
  let west, south, east, north: Double

  /// Reads `[west, south, east, north]`; `nil` for anything else.
  init?(json: Any?) {
    guard let list = json as? [Any], list.count == 4 else { return nil }
    // A boolean is a number to Foundation.
    let numbers = list.compactMap { ($0 as? NSNumber)?.doubleValue }
    guard numbers.count == 4, numbers[1] <= numbers[3],
      [numbers[0], numbers[2]].allSatisfy({ (-180...180).contains($0) }),
      [numbers[1], numbers[3]].allSatisfy({ (-90...90).contains($0) })
    else { return nil }
    (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Whether a place lies in it.
  func contains(latitude: Double, longitude: Double) -> Bool {
    guard (south...north).contains(latitude) else { return false }
    return west <= east
      ? (west...east).contains(longitude) : longitude >= west || longitude <= east
  }
}
