/// The query of the judge.
package struct MatchQuery: Hashable, Sendable {
  /// The photo's pose.
  package var viewpoint: Viewpoint
  /// The requested span of time; `nil` for all.
  package var era: Era?
  /// True if only items are returned whose date overlaps the era, taken strictly.
  ///
  /// Items of other times and undated ones are then not matches and not in the timeline. Without an
  /// era it has no effect.
  package var isEraStrict: Bool
  /// The keys of candidates with a set of dates on both sides of the era: `{1905,1924}` isn't of
  /// 1914.
  ///
  /// A candidate has the whole span of a set and not its members, which only its item has.
  package var otherSets: Set<Int64> = []
  /// The greatest number of matches to return.
  package var limit: Int
  /// Matches that are less probable than this are not reported, 0...1.
  package var minimumConfidence: Double

  /// `limit`, clamped to a small number for arithmetic.
  var most: Int { min(max(limit, 0), Int(Int32.max)) }

  /// The default minimum confidence of a match: four chances in a thousand.
  package static let leastConfidence = 0.004

  /// Makes a query.
  package init(
    viewpoint: Viewpoint, era: Era? = nil, isEraStrict: Bool = false, limit: Int = 10,
    minimumConfidence: Double = MatchQuery.leastConfidence
  ) {
    self.viewpoint = viewpoint
    self.era = era
    self.isEraStrict = isEraStrict
    self.limit = limit
    self.minimumConfidence = minimumConfidence
  }
}

/// The agreement of single traits of an item with the photo, each 0...1; `nil` if either side is
/// unknown.
package struct MatchParts: Hashable, Sendable {
  /// The nearness of the places, relative to both accuracies and to the range of a street view.
  package var position: Double
  /// The agreement of the directions, in terms of both accuracies.
  package var heading: Double?
  /// The ratio of the narrower to the wider field of view.
  package var fieldOfView: Double?
  /// The weight of the item's date for the requested era.
  package var era: Double?
}

/// The judge's verdict about one candidate.
package struct Verdict: Hashable, Sendable {
  /// The candidate's key in its archive.
  package var key: Int64
  /// The probability that photo and item each show at least 0.3 of the other's view.
  package var confidence: Double
  /// The expected share of the photo's view that the item shows, 0...1.
  package var sharedView: Double
  /// The ranking score: the expected mutual share, weighted by era; 0...1.
  package var score: Double
  /// The way from the photo's place to the item's.
  package var distance: Distance
  /// The direction of the item's place as seen from the photo's.
  package var bearing: Heading
  /// The turn from the photo's heading to the item's, clockwise positive; `nil` when either is
  /// unknown.
  package var headingDifference: Angle?
  /// The relation of the item's date to the requested era; `nil` without an era or a date.
  package var era: EraRelation?
  /// The period of the candidate's date; `nil` without one.
  package var period: Period?
  /// The agreement of single traits.
  package var parts: MatchParts
}

/// The judge's answer to a query.
package struct Judgement: Hashable, Sendable {
  /// The candidates that may show the same scene, best first; may be empty.
  package var verdicts: [Verdict]
  /// The best candidate of each period present, oldest period first; undated candidates have no
  /// period.
  package var timeline: [Verdict]
  /// The probability that no candidate shows the same scene; with an era, no candidate of it.
  package var noMatch: Double
  /// The number of candidates of other times that precede the best of the era if no era is
  /// requested; all of them if the era has none.
  package var others = 0
}

extension Verdict {
  /// The least confidence at which a picture is shown; below it most pictures show another scene.
  package static let leastShown = 0.1

  /// Returns true if a confidence is enough to show the picture, as the answer rounds it.
  package static func isShown(_ confidence: Double) -> Bool {
    (confidence * 1000).rounded() >= leastShown * 1000
  }
}
