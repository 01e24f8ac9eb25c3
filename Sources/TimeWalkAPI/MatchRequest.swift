/// The parameters of `match`: a pose, and the query.
public struct MatchRequest: Hashable, Sendable {
  /// The pose; its latitude and longitude are required.
  public var pose: GivenPose
  /// The query.
  public var search = SearchTerms()

  /// Makes an empty request.
  public init() { pose = GivenPose() }

  /// Makes a request for a pose.
  public init(pose: GivenPose, era: String? = nil, limit: Int = MatchRequest.usualLimit) {
    self.pose = pose
    search.era = era
    search.limit = limit
  }

  /// The default number of matches.
  public static let usualLimit = 10
  /// The maximum number of matches.
  public static let limits = 1...1000
}

extension MatchRequest: DescribedRequest {
  /// The parameters of `match`.
  package static let fields: [RequestField<MatchRequest>] = {
    let required: Set = ["latitude", "longitude"]
    return GivenPose.fields.map {
      (required.contains($0.wire.name) ? $0.required : $0).at(\.pose)
    } + SearchTerms.fields.map { $0.at(\.search) }
  }()
}
