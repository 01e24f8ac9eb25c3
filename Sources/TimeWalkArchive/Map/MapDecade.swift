package import TimeWalkCore

/// Decades by which clusters of a map count dates: from 1 for the years before -490 to 254 for
/// those from 2030 on; 0 isn't a date, or an open end.
package enum MapDecade {
  /// The values for a missing date and an open end.
  package static let unknown: UInt8 = 0
  private static let first = -50
  private static let last = 203

  /// The decade of a day, as candidates hold it: their least and greatest number are unknown.
  package static func of(day number: Int32) -> UInt8 {
    guard number != .min, number != .max else { return unknown }
    let year = Day(number: Int(number)).year
    let decade = year >= 0 ? year / 10 : (year - 9) / 10
    return UInt8(max(first, min(last, decade)) - first + 1)
  }

  /// The decades that a time touches, from 1 to 254.
  package static func touched(by era: Era?) -> ClosedRange<UInt8> {
    func decade(_ day: Day?) -> UInt8? { day.map { of(day: Int32(clamping: $0.number)) } }
    let (from, to) = (decade(era?.span.earliest) ?? 1, decade(era?.span.latest) ?? 254)
    return max(1, from)...max(1, from, to)
  }

  /// The first year of a decade.
  package static func firstYear(_ decade: UInt8) -> Int { (Int(decade) - 1 + first) * 10 }
}

/// An item's data for a cluster: its place and the decades of its date.
package struct MapEntry: Hashable, Sendable {
  /// Its place.
  package var place: MapPlace
  /// The decade of the first day that its date may mean.
  package var earliest: UInt8
  /// The decade of the last day.
  package var latest: UInt8

  /// Makes it from known data.
  package init(place: MapPlace, earliest: UInt8, latest: UInt8) {
    (self.place, self.earliest, self.latest) = (place, earliest, latest)
  }

  /// Reads a candidate.
  package init(_ candidates: Candidates, at index: Int) {
    place = MapPlace(
      latitude: candidates.latitudes[index], longitude: candidates.longitudes[index])
    earliest = MapDecade.of(day: candidates.earliestFuzzy[index])
    latest = MapDecade.of(day: candidates.latestFuzzy[index])
  }
}
