internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkPlaces

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
  /// `nil` where nobody can tell, since a part of the archive is missing.
  var noMatch: Double? = 1
  /// Whether a part of the archive couldn't be asked.
  var isPartial = false
  /// Where nothing is near, the item that is nearest.
  var nearest: NearestReport?
  /// What shows the place though not the view; `nil` where nobody looked.
  var places: [FoundPlace]?
  var warnings: [String] = []
}

extension SearchResult {
  /// The matches and the timeline as they are written.
  var reports: (matches: [MatchReport], timeline: [MatchReport]) {
    (matches.map { MatchReport($0) }, timeline.map { MatchReport(inTimeline: $0) })
  }

  /// The best match that fulfils a condition, else the best of a period.
  func best(where isMeant: (Match) -> Bool) -> Match? {
    matches.first(where: isMeant) ?? timeline.first(where: isMeant)
  }

  /// Claims nothing that what is missing may belie, and says what is missing.
  mutating func withhold(_ gaps: ArchiveGaps) {
    isPartial = true
    (noMatch, nearest) = (nil, nil)
    warnings += gaps.sentences
  }
}
