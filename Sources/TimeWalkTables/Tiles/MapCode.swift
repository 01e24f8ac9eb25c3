package import TimeWalkArchive

/// A `MapEntry` in 64 bits; sorting puts the items of every tile of the map next to each other.
///
/// The bits of both numbers of the place take turns (G. M. Morton, "A Computer Oriented Geodetic
/// Data Base", 1966), then come the decades.
package struct MapCode: Hashable, Comparable {
  package let bits: UInt64

  private static let placeShift: UInt64 = 16

  package init(_ entry: MapEntry) {
    bits =
      (MapCode.spread(entry.place.y) << 1 | MapCode.spread(entry.place.x)) << MapCode.placeShift
      | UInt64(entry.earliest) << 8 | UInt64(entry.latest)
  }

  package var entry: MapEntry {
    let place = bits >> MapCode.placeShift
    return MapEntry(
      place: MapPlace(x: MapCode.gather(place), y: MapCode.gather(place >> 1)),
      earliest: UInt8(truncatingIfNeeded: bits >> 8), latest: UInt8(truncatingIfNeeded: bits))
  }

  /// The common bits of all codes of a square at a zoom, from 0 to 24.
  package func prefix(zoom: Int) -> UInt64 {
    bits >> (MapCode.placeShift + 2 * UInt64(MapPlace.bits - zoom))
  }

  /// The differences of two sorted lists of codes, in both directions.
  package static func difference(
    _ before: [MapCode], _ after: [MapCode]
  ) -> (removed: [MapCode], added: [MapCode]) {
    var (removed, added): ([MapCode], [MapCode]) = ([], [])
    var (old, new) = (before[...], after[...])
    while let first = old.first, let other = new.first {
      if first <= other { old.removeFirst() }
      if other <= first { new.removeFirst() }
      if first < other { removed.append(first) }
      if other < first { added.append(other) }
    }
    return (removed + old, added + new)
  }

  package static func < (a: MapCode, b: MapCode) -> Bool { a.bits < b.bits }

  /// The bits of a number below 2 to the power of 24, with a gap behind each.
  private static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  private static func gather(_ bits: UInt64) -> UInt32 {
    var bits = bits & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }
}
