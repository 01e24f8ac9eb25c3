/// A photo's place that is known so roughly that nobody can tell whether anything shows its view.
package enum VaguePlace {
  /// From which 68 % radius on, metres: some ten times as far as a street view reaches.
  package static let least = 500.0

  /// Whether too little is known to say that something shows the view, or that nothing does.
  ///
  /// - Parameters:
  ///   - accuracy: the 68 % radius of the photo's place, metres; `nil` when nobody said.
  ///   - matches: what was found all the same.
  /// - Returns: false where a match is probable, or nobody said how well the place is known.
  package static func isTooVague(_ accuracy: Double?, for matches: [MatchReport]) -> Bool {
    isTooVague(accuracy, best: matches.map(\.confidence).max())
  }

  static func isTooVague(_ accuracy: Double?, best: Double?) -> Bool {
    (accuracy ?? 0) >= least && (best ?? 0) < HistoricalView.leastConfidence
  }
}
