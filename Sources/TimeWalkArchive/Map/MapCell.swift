/// The number of items in a cell of a map's tile, with their mean place and decades.
///
/// A tile has 16 by 16 cells. All values are sums of integers, independent of the order of
/// counting.
package struct MapCell: Hashable, Sendable {
  /// The number of cells across a tile, as a power of 2.
  package static let bits = 4

  /// The number of items.
  package private(set) var count = 0
  /// The sum of their places.
  package private(set) var x = 0
  /// The sum of their places.
  package private(set) var y = 0
  /// The number of dates that begin in each decade; those without a beginning are left out.
  package private(set) var earliest: [UInt8: Int] = [:]
  /// The number of dates that end in each decade; those without an end are left out.
  package private(set) var latest: [UInt8: Int] = [:]

  /// Makes an empty cell.
  package init() {}

  /// Takes sums that were written.
  package init(count: Int, x: Int, y: Int, earliest: [UInt8: Int], latest: [UInt8: Int]) {
    (self.count, self.x, self.y) = (count, x, y)
    (self.earliest, self.latest) = (earliest, latest)
  }

  /// Adds an item so many times; -1 takes it away.
  package mutating func add(_ entry: MapEntry, times: Int = 1) {
    count += times
    x += Int(entry.place.x) * times
    y += Int(entry.place.y) * times
    MapCell.add(entry.earliest, times, to: &earliest)
    MapCell.add(entry.latest, times, to: &latest)
  }

  private static func add(_ decade: UInt8, _ times: Int, to counts: inout [UInt8: Int]) {
    guard decade != MapDecade.unknown else { return }
    let sum = (counts[decade] ?? 0) + times
    counts[decade] = sum == 0 ? nil : sum
  }

  /// The number of items that may be of some decades: all but those that end before or begin after
  /// them.
  package func count(in decades: ClosedRange<UInt8>) -> Int {
    var count = count
    for (decade, items) in latest where decade < decades.lowerBound { count -= items }
    for (decade, items) in earliest where decade > decades.upperBound { count -= items }
    return count
  }

  /// The number of the cell of a tile's zoom that holds a place, row by row.
  package static func index(of place: MapPlace, zoom: Int) -> Int {
    let shift = UInt32(MapPlace.bits - zoom - bits)
    let mask: UInt32 = 1 << UInt32(bits) - 1
    return Int((place.y >> shift & mask) << UInt32(bits) | place.x >> shift & mask)
  }
}

/// Items of a map's tile that are shown as one.
package struct MapCluster: Hashable, Sendable {
  /// The number of items of the requested time.
  package var count: Int
  /// The mean place of all items of the cell, degrees north.
  package var latitude: Double
  /// The same, degrees east.
  package var longitude: Double
  /// The first year of the decade in which the first date of all items of the cell begins; `nil`
  /// without a date.
  package var firstYear: Int?
  /// The last year of the decade in which the last of their dates ends.
  package var lastYear: Int?

  /// Makes a cluster of a cell; `nil` if nothing in it is of some decades.
  package init?(_ cell: MapCell, decades: ClosedRange<UInt8>) {
    count = cell.count(in: decades)
    guard count > 0 else { return nil }
    let place = MapPlace.coordinate(
      x: Double(cell.x) / Double(cell.count) + 0.5, y: Double(cell.y) / Double(cell.count) + 0.5)
    (latitude, longitude) = (place.latitude, place.longitude)
    firstYear = cell.earliest.keys.min().map(MapDecade.firstYear)
    lastYear = cell.latest.keys.max().map { MapDecade.firstYear($0) + 9 }
  }
}
