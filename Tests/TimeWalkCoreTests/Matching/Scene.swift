import Testing

@testable import TimeWalkCore

/// A place to set up views around, by metres and degrees.
struct Scene {
  var origin: Coordinate

  init(latitude: Double = 40.75, longitude: Double = -73.98) throws {
    origin = try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// A place so far east and north of the origin.
  func place(east: Double, north: Double, accuracy: Double?) throws -> Coordinate {
    let step = Offset(east: east, north: north)
    let found = origin.destination(bearing: step.bearing, distance: Distance(finite: step.length))
    return found.with(horizontalAccuracy: accuracy.map { Distance(finite: $0) })
  }

  func photo(
    heading: Double? = 0, accuracy: Double? = 6, headingAccuracy: Double? = 8,
    field: Double? = 65
  ) -> Viewpoint {
    Viewpoint(
      coordinate: origin.with(horizontalAccuracy: accuracy.map { Distance(finite: $0) }),
      heading: heading.flatMap { Heading(degrees: $0) },
      headingAccuracy: headingAccuracy.flatMap { Angle(degrees: $0) },
      fieldOfView: field.flatMap { FieldOfView(degrees: $0) })
  }

  func item(
    _ key: Int64 = 1, east: Double = 0, north: Double = 0, heading: Double? = 0,
    accuracy: Double? = 8, headingAccuracy: Double? = 6, field: Double? = 60,
    of location: LocationOf = .camera, date: String? = nil
  ) throws -> Candidate {
    let made = try date.map { try CaptureDate(edtf: $0) }
    return Candidate(
      key: key,
      pose: RecordedPose(
        coordinate: try place(east: east, north: north, accuracy: accuracy), locationOf: location,
        heading: heading.flatMap { Heading(degrees: $0) },
        headingAccuracy: headingAccuracy.flatMap { Angle(degrees: $0) },
        fieldOfView: field.flatMap { FieldOfView(degrees: $0) }),
      dates: made?.strict, fuzzyDates: made?.fuzzy)
  }

  /// The judge's confidence for one item alone; 0 when it isn't reported.
  func confidence(_ photo: Viewpoint, _ item: Candidate) -> Double {
    let query = MatchQuery(viewpoint: photo, minimumConfidence: 0)
    return Matcher().judge(query, candidates: [item]).verdicts.first?.confidence ?? 0
  }
}
