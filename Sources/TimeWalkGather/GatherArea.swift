internal import Foundation
package import TimeWalkCore

/// A circle on the ground that is asked about.
package struct GatherArea: Hashable, Sendable {
  /// The largest radius, metres: a larger one would request a whole country by mistake.
  package static let largestRadius = 100_000.0
  /// The smallest radius, metres: the least that Commons takes.
  package static let smallestRadius = 10.0

  /// The middle.
  package let center: Coordinate
  /// The radius, metres.
  package let radius: Double

  /// Makes an area.
  ///
  /// - Throws: `.badRequest` for a radius that is not from `smallestRadius` to `largestRadius`.
  package init(center: Coordinate, radius: Double) throws(GatherError) {
    guard (GatherArea.smallestRadius...GatherArea.largestRadius).contains(radius) else {
      throw GatherError(
        .badRequest,
        "the radius \(radius.plain) m must be from 10 m to 100 km")
    }
    (self.center, self.radius) = (center, radius)
  }

  private init(unchecked center: Coordinate, radius: Double) {
    (self.center, self.radius) = (center, radius)
  }

  /// The way from the middle, metres.
  package func distance(to place: Coordinate) -> Double {
    Geodesic(from: center, to: place).distance.meters
  }

  /// Returns true if a place lies in it.
  package func contains(_ place: Coordinate) -> Bool { distance(to: place) <= radius }

  /// Circles of at most a radius that together cover this one.
  package func circles(largest: Double) -> [GatherArea] {
    guard radius > largest else { return [self] }
    // Squares whose corners lie on their circles, in rows that overlap by a fiftieth. This exceeds
    // the error of a flat map of 200 km.
    let side = largest * 2.0.squareRoot() * 0.98
    let count = Int((2 * radius / side).rounded(.up))
    let first = -Double(count - 1) / 2 * side
    var circles: [GatherArea] = []
    for row in 0..<count {
      for column in 0..<count {
        let (east, north) = (first + Double(column) * side, first + Double(row) * side)
        // A square that the circle doesn't reach.
        let nearest = (max(0, abs(east) - side / 2), max(0, abs(north) - side / 2))
        guard nearest.0 * nearest.0 + nearest.1 * nearest.1 <= radius * radius * 1.04 else {
          continue
        }
        circles.append(GatherArea(unchecked: moved(east: east, north: north), radius: largest))
      }
    }
    return circles
  }

  /// Four circles that cover this one's square of half its width, or `nil` if they would be below
  /// the smallest radius.
  ///
  /// A circle of radius r represents the square that it encloses; the four represent its quarters.
  package var quarters: [GatherArea]? {
    let half = radius / 2
    guard half >= GatherArea.smallestRadius else { return nil }
    let step = half / 2.0.squareRoot()
    return [(-step, -step), (step, -step), (-step, step), (step, step)].map { east, north in
      // One hundredth more, for the error of a flat map.
      GatherArea(unchecked: moved(east: east, north: north), radius: half * 1.01)
    }
  }

  /// The circle whose enclosed square covers all of this one.
  package var enclosing: GatherArea {
    GatherArea(unchecked: center, radius: radius * 2.0.squareRoot())
  }

  /// The box around it: degrees; `west` is more than `east` where it crosses the antimeridian.
  package var box: (west: Double, south: Double, east: Double, north: Double) {
    let degrees = radius / 111_000
    let (south, north) = (center.latitude - degrees, center.latitude + degrees)
    guard south > -89, north < 89 else {
      return (-180, max(-90, south), 180, min(90, north))
    }
    let east = moved(east: radius * 1.01, north: 0).longitude
    let west = moved(east: -radius * 1.01, north: 0).longitude
    return (west, south, east, north)
  }

  /// Boxes of about a side, metres, that together cover this circle, the nearest first; none
  /// crosses the antimeridian.
  package func boxes(side: Double) -> [GatherBox] {
    let box = box
    let width = box.east - box.west + (box.west > box.east ? 360 : 0)
    let widest = min(abs(box.south), abs(box.north), box.south < 0 && box.north > 0 ? 0 : 90)
    func count(_ degrees: Double) -> Int {
      // A box less where that makes them a twentieth wider.
      max(1, Int((degrees * 111_320 / side - 0.05).rounded(.up)))
    }
    let rows = count(box.north - box.south)
    let columns = count(width * cos(widest * .pi / 180))
    var boxes: [GatherBox] = []
    for row in 0..<rows {
      let step = (box.north - box.south) / Double(rows)
      let south = box.south + Double(row) * step
      for column in 0..<columns {
        let west = box.west + Double(column) * width / Double(columns)
        let east = box.west + Double(column + 1) * width / Double(columns)
        let sides: [(Double, Double)] =
          east <= 180
          ? [(west, east)]
          : west < 180 ? [(west, 180), (-180, east - 360)] : [(west - 360, east - 360)]
        boxes += sides.map { (west, east) in
          GatherBox(west: west, south: south, east: east, north: south + step, from: self)
        }
      }
    }
    return boxes.filter { $0.distance <= radius * 1.01 + 1 }
      .sorted { ($0.distance, $0.south, $0.west) < ($1.distance, $1.south, $1.west) }
  }

  private func moved(east: Double, north: Double) -> Coordinate {
    func step(_ from: Coordinate, _ meters: Double, _ degrees: Double) -> Coordinate {
      guard let bearing = Heading(degrees: meters < 0 ? degrees + 180 : degrees),
        let distance = Distance(meters: abs(meters)), meters != 0
      else { return from }
      return from.destination(bearing: bearing, distance: distance)
    }
    return step(step(center, north, 0), east, 90)
  }
}

/// A part of an area that is asked about, degrees.
package struct GatherBox: Hashable, Sendable {
  /// Its sides; `west` is less than `east`.
  package let west, south, east, north: Double
  /// The way from the area's middle to its nearest point, metres.
  package let distance: Double

  init(west: Double, south: Double, east: Double, north: Double, from area: GatherArea) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
    let center = area.center
    let latitude = center.latitude.clamped(to: south...north)
    let longitudes =
      west <= center.longitude && center.longitude <= east ? [center.longitude] : [west, east]
    distance =
      longitudes.compactMap { Coordinate(latitude: latitude, longitude: $0) }
      .map(area.distance).min() ?? 0
  }
}

extension Double {
  /// As a person writes it: 2000 and not 2000.0, 38.7139.
  var plain: String {
    guard isFinite, self == rounded(), abs(self) < 1e15 else { return "\(self)" }
    return "\(Int(self))"
  }
}
