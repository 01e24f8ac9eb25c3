/// The parameters of `archive.places`: a spot, and a time.
package struct PlacesRequest: DescribedRequest {
  /// The spot; only latitude and longitude.
  package var pose = GivenPose()
  /// The span of time that is wanted, EDTF or a name that the archive knows; `nil` for all.
  package var era: String?

  /// The spot and the era.
  package static let fields: [RequestField<PlacesRequest>] =
    GivenPose.fields.filter { ["latitude", "longitude"].contains($0.wire.name) }
    .map { $0.required.at(\.pose) } + [
      RequestField(
        "era", \.era,
        "The period to show: EDTF, such as 1890/1930, or a named era of the archive.",
        unit: "era")
    ]

  /// Makes an empty request.
  package init() {}
}

/// The items near a place: maps that cover it, views that contain it, and items close by.
package struct PlacesReport: Codable, Hashable, Sendable {
  /// The most informative first, ten at most.
  package var places: [PlaceReport]
  /// The requested span of time; absent without one.
  package var era: EraReport?
  /// Notes for the user, in plain sentences.
  package var warnings: [String]

  /// Makes it from its values.
  package init(places: [PlaceReport], era: EraReport? = nil, warnings: [String]) {
    self.places = places
    self.era = era
    self.warnings = warnings
  }
}
