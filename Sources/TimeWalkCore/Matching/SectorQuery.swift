/// A quick query: the views of a time near a place that overlap a view from there, or that show a
/// spot.
///
/// It has no uncertainties and gives no verdicts: for maps and lists, not for matches.
package struct SectorQuery: Hashable, Sendable {
  /// The place from which the view is taken.
  package var place: Coordinate
  /// The heading of the view; `nil` means all around.
  package var heading: Heading?
  /// The horizontal angle that it sees, at most half a circle; `nil` all around.
  package var fieldOfView: FieldOfView?
  /// The viewing distance.
  package var distance: Distance
  /// The greatest distance of the other items' places.
  package var radius: Distance
  /// The days that a date must overlap, which excludes undated views; `nil` for any or no date.
  package var dates: DateSpan?
  /// The greatest number to return.
  package var limit: Int

  /// The viewing range of a view whose record has none.
  package static let usualDistance = 150.0
  /// The distance within which nearness counts as e to 1, metres.
  package static let decay: Float = 150

  /// The size of a spot on the ground, in metres.
  static let spot = 2.0

  /// Queries the views that show a spot.
  ///
  /// - Parameters:
  ///   - spot: the place on the ground.
  ///   - radius: the greatest distance of the views' own places.
  ///   - limit: the greatest number to return.
  package init(showing spot: Coordinate, radius: Distance, limit: Int) {
    self.init(
      place: spot, heading: nil, fieldOfView: nil,
      distance: Distance(finite: SectorQuery.spot), radius: radius, dates: nil, limit: limit)
  }

  /// Makes a question.
  package init(
    place: Coordinate, heading: Heading?, fieldOfView: FieldOfView?, distance: Distance,
    radius: Distance, dates: DateSpan?, limit: Int = 20
  ) {
    self.place = place
    self.heading = heading
    self.fieldOfView = fieldOfView
    self.distance = distance
    self.radius = radius
    self.dates = dates
    self.limit = limit
  }
}

/// A view that a `SectorQuery` found.
package struct SectorHit: Hashable, Sendable {
  /// Its key in the archive.
  package var key: Int64
  /// Agreement of the headings, 0...1 (a half if the view's is unknown), times the nearness, 0...1.
  package var score: Float
}
