package import TimeWalkCore

/// The way in which an item shows a place, though not the view from there.
package enum PlaceRelation: String, Hashable, Sendable, CaseIterable {
  /// A map, plan or aerial whose outline contains the place.
  case covers
  /// A view whose frame contains the place, by its pose and reach.
  case holds
  /// A view or subject close by.
  case near
}

/// An item that shows a place though not the view from there.
package struct FoundPlace: Hashable, Sendable {
  /// The item.
  package let item: Item
  /// The way in which it shows the place.
  package let how: PlaceRelation
  /// The way from the place to the item's; none to a map that covers it.
  package let way: Geodesic?
  /// The relation of the item's date to the requested time; `nil` without one of them.
  package let era: EraRelation?
  /// Its information about the spot, 0...1.
  package let worth: Double

  /// The possible error of its position; `nil` if unknown.
  package var placedTo: Distance? {
    how == .covers ? item.ground?.error : item.pose.coordinate.horizontalAccuracy
  }

  /// One sentence about its relation to the place, with the direction only if `tellsWay`.
  package func reason(tellsWay: Bool = true) -> String {
    var parts = [what(tellsWay)]
    if how == .covers, let meters = item.ground?.resolution?.meters {
      parts.append("a pixel is about \(Self.length(meters)) wide on the ground")
    }
    if let meters = placedTo?.meters, tellsWay {
      parts.append("placed to about \(Self.length(meters))")
    }
    return parts.joined(separator: "; ")
  }

  private func what(_ tellsWay: Bool) -> String {
    let time = item.date.map { "of \($0.words)" } ?? "undated"
    switch how {
    case .covers: return "\(thing) \(time) that covers the spot"
    case .holds:
      let place = tellsWay ? words(of: way).map { " from \($0)" } ?? "" : ""
      return "\(thing) \(time), seen\(place); the spot is within its frame"
    case .near:
      let place = tellsWay ? words(of: way) : nil
      let verb = item.pose.locationOf == .subject ? "shows" : "taken"
      return place.map {
        "\(thing) \(time), \(verb == "shows" ? "of a place \($0)" : "taken \($0)")"
      }
        ?? "\(thing) \(time), of a place close by"
    }
  }

  private var thing: String {
    switch item.kind {
    case .aerial: "an aerial photograph"
    case .imagined: how == .covers ? "an imagined map" : "an imagined picture"
    case let kind?: "a \(kind.rawValue)"
    case nil: how == .covers ? "a map" : "a picture"
    }
  }

  /// `120 m to the NE`; `nil` for an item at the spot itself.
  private func words(of way: Geodesic?) -> String? {
    guard let way, way.distance.meters >= 3 else { return nil }
    return "\(Self.length(way.distance.meters)) to the \(way.initialBearing.cardinal)"
  }

  /// A length with two digits that count.
  package static func length(_ meters: Double) -> String {
    switch meters {
    case ..<1: "\((meters * 10).rounded() == 0 ? 0.1 : (meters * 10).rounded() / 10) m"
    case ..<10: "\(Int(nearest: meters)) m"
    case ..<1000: "\(Int((meters / 10).rounded() * 10)) m"
    case ..<10_000: "\((meters / 100).rounded() / 10) km"
    default: "\(Int(nearest: meters / 1000)) km"
    }
  }
}
