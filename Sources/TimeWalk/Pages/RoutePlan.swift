internal import Foundation
internal import TimeWalkBase
internal import TimeWalkAPI

/// A small map of a route, north up: its photos or views by their numbers, in order.
package struct RoutePlan {
  /// A stop on the map.
  package struct Place {
    /// The link to its part of the page.
    let id: String
    let number: Int
    /// WGS 84 degrees; `nil` leaves it out.
    let latitude: Double?, longitude: Double?
    /// Degrees from true north.
    let heading: Double?

    package init(
      id: String, number: Int, latitude: Double?, longitude: Double?, heading: Double?
    ) {
      (self.id, self.number, self.heading) = (id, number, heading)
      (self.latitude, self.longitude) = (latitude, longitude)
    }
  }

  private struct Stop {
    let id: String
    let number: Int
    let x: Double, y: Double
    let heading: Double?
  }

  private let stops: [Stop]
  /// The metres and pixels of the bar.
  private let bar: (metres: Double, pixels: Double)

  private static let width = 640.0, height = 400.0, margin = 48.0
  /// The space around a mark's middle: pages make it larger on narrow screens.
  private static let spacing = 24.0
  /// Metres of a degree of latitude, on the average of the meridian.
  private static let degree = 111_195.0

  /// `nil` if fewer than two of the photos have a position.
  package init?(_ photos: [Place]) {
    let placed = photos.compactMap { photo in
      photo.latitude.flatMap { latitude in photo.longitude.map { (photo, latitude, $0) } }
    }
    guard placed.count > 1, let (_, latitude, longitude) = placed.first else { return nil }
    let narrow = cos(latitude * .pi / 180)
    let places = placed.map { photo, north, east in
      // The shorter way round, also across the antimeridian.
      let turn = (east - longitude).remainder(dividingBy: 360)
      return (photo, east: turn * narrow * Self.degree, north: (north - latitude) * Self.degree)
    }
    let easts = places.map(\.east), norths = places.map(\.north)
    let west = easts.min() ?? 0, east = easts.max() ?? 0
    let south = norths.min() ?? 0, north = norths.max() ?? 0
    let scale = min(
      (Self.width - 2 * Self.margin) / max(20, east - west),
      (Self.height - 2 * Self.margin) / max(20, north - south))
    var stops: [Stop] = []
    for (photo, x, y) in places {
      let (x, y) = Self.free(
        Self.width / 2 + (x - (west + east) / 2) * scale,
        Self.height / 2 - (y - (south + north) / 2) * scale, beside: stops)
      stops.append(
        Stop(id: photo.id, number: photo.number, x: x, y: y, heading: photo.heading))
    }
    self.stops = stops
    let metres = PagePlan.bars.last { $0 * scale <= 160 } ?? 1
    bar = (metres, metres * scale)
  }

  /// The map as HTML.
  ///
  /// - Parameters:
  ///   - text: the page's words.
  ///   - areViews: true if views to be found are on it, and not photos.
  /// - Returns: the markup.
  package func html(in text: PageText = PageText(), areViews: Bool = false) -> String {
    let values = Values(
      line: stops.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " "),
      stops: stops.map { stop in
        let heading = stop.heading.map { heading in
          let angle = heading * .pi / 180
          return "M\(Self.text(stop.x)) \(Self.text(stop.y))"
            + "l\(Self.text(30 * sin(angle))) \(Self.text(-30 * cos(angle)))"
        }
        return Values.Stop(
          id: stop.id, title: text(areViews ? "View %1" : "Photo %1", "\(stop.number)"),
          heading: heading, x: Self.text(stop.x), y: Self.text(stop.y),
          below: Self.text(stop.y + 5), number: stop.number)
      },
      bar: Self.text(bar.pixels), length: PagePlan.metres(bar.metres))
    return PageFile.route.html(values, in: text)
  }

  /// The values of its template.
  private struct Values {
    struct Stop {
      let id: String
      let title: String
      /// The line in the direction of its view.
      let heading: String?
      let x: String, y: String
      /// The line of its number.
      let below: String
      let number: Int
    }

    let line: String
    let stops: [Stop]
    let bar: String
    let length: String
  }

  /// The nearest position where a mark covers no other number; by default its own.
  private static func free(
    _ x: Double, _ y: Double, beside stops: [Stop]
  ) -> (x: Double, y: Double) {
    let (across, down) = (spacing...width - spacing, spacing...height - spacing)
    for step in steps where across.contains(x + step.x) && down.contains(y + step.y) {
      let place = (x: x + step.x, y: y + step.y)
      let isFree = stops.allSatisfy { hypot($0.x - place.x, $0.y - place.y) >= 2 * spacing }
      if isFree { return place }
    }
    return (x, y)
  }

  /// Ways from a mark's own place to others, the shortest first.
  private static let steps: [(x: Double, y: Double)] = {
    let step = 2 * spacing + 2
    let (columns, rows) = (Int(width / step), Int(height / step))
    var steps: [(x: Double, y: Double)] = []
    for row in -rows...rows {
      for column in -columns...columns {
        steps.append((Double(column) * step, Double(row) * step))
      }
    }
    // To the right rather than to the left.
    return steps.sorted { a, b in
      let (near, far) = (hypot(a.x, a.y), hypot(b.x, b.y))
      return near != far ? near < far : a.x > b.x
    }
  }()

  private static func text(_ value: Double) -> String { "\(value.rounded(places: 1))" }
}
