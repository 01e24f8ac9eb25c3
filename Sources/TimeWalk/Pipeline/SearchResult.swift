internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkMetadata

/// The archive's results for a pose.
struct SearchResult {
  /// The requested era; `nil` without one.
  var era: AskedEra?
  /// Best first, with one of several copies of a picture.
  var matches: [Match] = []
  /// The best match of each period, oldest period first.
  var timeline: [Match] = []
  /// The greatest confidence of all candidates, including those beyond the limit.
  var greatestConfidence: Double?
  /// The probability that nothing in the archive shows the view; with an era, nothing of it.
  var noMatch = 1.0
  /// The number of items of other times that precede the best of the era if no era is requested.
  var others = 0
  /// The nearest item, if nothing is near.
  var nearest: NearestReport?
  /// Items near the place that don't show the view; `nil` if not searched.
  var places: [FoundPlace]?
  var warnings: [String] = []
}

extension SearchResult {
  /// The answer to `match`.
  func response(for pose: ResolvedPose, warnings: [String]) -> MatchResponse {
    MatchResponse(
      viewpoint: ViewpointReport(pose), matches: matches.map { MatchReport($0) },
      timeline: timeline.map { MatchReport(inTimeline: $0) }, noMatch: noMatch.rounded(places: 3),
      places: places?.map(PlaceReport.init), nearest: nearest, era: eraReport,
      warnings: warnings)
  }

  /// The requested era, with the number of others; `nil` without one.
  var eraReport: EraReport? {
    var report = era?.report
    report?.others = others
    return report
  }

  /// The best match that fulfils a condition, else the best of a period.
  func best(where isMeant: (Match) -> Bool) -> Match? {
    matches.first(where: isMeant) ?? timeline.first(where: isMeant)
  }
}
