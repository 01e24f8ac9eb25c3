/// What `archive.places` is asked: a spot, and a time.
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

  /// Asks for nothing yet.
  package init() {}
}

/// What shows a place: maps that cover it, views that hold it, and what is near.
package struct PlacesReport: Codable, Hashable, Sendable {
  /// What says most first, ten at most.
  package var places: [PlaceReport]
  /// The span of time that was asked for; absent when none was.
  package var era: EraReport?
  /// What the user should know, in plain sentences.
  package var warnings: [String]

  /// Takes what it says.
  package init(places: [PlaceReport], era: EraReport? = nil, warnings: [String]) {
    self.places = places
    self.era = era
    self.warnings = warnings
  }
}
