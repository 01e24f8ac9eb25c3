/// The answer to `submit`: that of `match` for the photo's pose, with the photo's outputs.
///
/// The fields of `search` are also fields of the answer itself, in Swift as in JSON.
@dynamicMemberLookup
public struct SubmitResponse: Codable, Hashable, Sendable {
  /// The photo's number and original.
  public var photo: PhotoReport
  /// The pose that was used, and the archive's answer for it.
  public var search: MatchResponse
  /// The outputs.
  public var renditions: [RenditionReport]
  /// The alignment of the historical picture in the photo's frame; absent if not requested or
  /// unknown.
  public var alignment: AlignmentReport?
  /// The free space on the disk; absent while there is plenty.
  public var space: SpaceReport?
  /// The photo's id in the library; not written.
  package var id: String?

  /// Makes it from its values.
  package init(photo: PhotoReport, search: MatchResponse, alignment: AlignmentReport? = nil) {
    self.photo = photo
    self.search = search
    self.alignment = alignment
    renditions = []
  }

  /// A field of `search`.
  public subscript<Value>(dynamicMember field: WritableKeyPath<MatchResponse, Value>) -> Value {
    get { search[keyPath: field] }
    set { search[keyPath: field] = newValue }
  }
}

extension SubmitResponse {
  private enum CodingKeys: String, CodingKey {
    case photo, renditions, alignment, space
  }

  /// Reads an answer, with the fields of `search` at the same level.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    photo = try fields.decode(PhotoReport.self, forKey: .photo)
    renditions = try fields.decode([RenditionReport].self, forKey: .renditions)
    alignment = try fields.decodeIfPresent(AlignmentReport.self, forKey: .alignment)
    space = try fields.decodeIfPresent(SpaceReport.self, forKey: .space)
    search = try MatchResponse(from: decoder)
  }

  /// Writes an answer, with the fields of `search` at the same level.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(photo, forKey: .photo)
    try fields.encode(renditions, forKey: .renditions)
    try fields.encodeIfPresent(alignment, forKey: .alignment)
    try fields.encodeIfPresent(space, forKey: .space)
    try search.encode(to: encoder)
  }
}

/// The answer to `match`.
public struct MatchResponse: Codable, Hashable, Sendable {
  /// The pose that was used.
  public var viewpoint: ViewpointReport
  /// The historical images of the same view, best first.
  public var matches: [MatchReport]
  /// The best match of each period present, oldest first.
  public var timeline: [MatchReport]
  /// The probability that nothing in the archive shows this view.
  public var noMatch: Double
  /// Items near the place that don't show the view, the most informative first.
  ///
  /// Absent unless requested, or if no match of the requested era is likely.
  public var places: [PlaceReport]?
  /// The nearest item, if nothing is near; else absent, and with the location withheld.
  public var nearest: NearestReport?
  /// The requested span of time; absent without one.
  public var era: EraReport?
  /// Notes for the user, in plain sentences.
  public var warnings: [String]

  /// Makes it from its values.
  package init(
    viewpoint: ViewpointReport, matches: [MatchReport], timeline: [MatchReport], noMatch: Double,
    places: [PlaceReport]? = nil, nearest: NearestReport? = nil, era: EraReport? = nil,
    warnings: [String]
  ) {
    self.viewpoint = viewpoint
    self.matches = matches
    self.timeline = timeline
    self.noMatch = noMatch
    self.places = places
    self.nearest = nearest
    self.era = era
    self.warnings = warnings
  }
}

/// A photo that failed, in a batch that continues.
package struct FailureReport: Codable, Hashable, Sendable {
  /// The photo, as far as it is known.
  package var photo: PhotoReport
  /// The error.
  package var error: ErrorReport

  /// Writes a failure.
  package init(photo: PhotoReport, error: TimeWalkError) {
    self.photo = photo
    self.error = ErrorReport(error)
  }
}

/// An error as every front writes it.
public struct ErrorReport: Codable, Hashable, Sendable {
  /// A stable word.
  public var code: String
  /// The message.
  public var message: String
  /// The field at fault.
  public var field: String?

  /// Writes an error that was kept.
  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// Writes an error.
  public init(_ error: TimeWalkError) {
    code = error.code.rawValue
    message = error.message
    field = error.field
  }
}
