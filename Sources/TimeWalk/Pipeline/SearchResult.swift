internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkMetadata

/// What the archive had for a pose.
struct SearchResult {
  /// The era that was asked for; `nil` without one.
  var era: AskedEra?
  /// Best first; of copies of one picture one stands here.
  var matches: [Match] = []
  /// The best match of each period, oldest period first.
  var timeline: [Match] = []
  /// The greatest confidence of all that was judged, with what the answer has no room for.
  var greatestConfidence: Double?
  /// The probability that nothing in the archive shows the view.
  var noMatch = 1.0
  /// Where nothing is near, the item that is nearest.
  var nearest: NearestReport?
  /// What shows the place though not the view; `nil` where nobody looked.
  var places: [FoundPlace]?
  var warnings: [String] = []
}

extension SearchResult {
  /// The answer to `match`.
  func response(for pose: ResolvedPose, warnings: [String]) -> MatchResponse {
    MatchResponse(
      viewpoint: ViewpointReport(pose), matches: matches.map { MatchReport($0) },
      timeline: timeline.map { MatchReport(inTimeline: $0) }, noMatch: noMatch.rounded(places: 3),
      places: places?.map(PlaceReport.init), nearest: nearest, era: era?.report,
      warnings: warnings)
  }

  /// The best match that fulfils a condition, else the best of a period.
  func best(where isMeant: (Match) -> Bool) -> Match? {
    matches.first(where: isMeant) ?? timeline.first(where: isMeant)
  }
}
