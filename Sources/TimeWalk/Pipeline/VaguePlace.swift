internal import TimeWalkCore

/// A photo's place that is too inaccurate for a verdict about its view.
package enum VaguePlace {
  /// The least 68 % radius of a rough photo, in metres: some ten times the reach of a street view.
  package static let least = 500.0

  /// Returns true if the data are insufficient both for a match and for its absence.
  ///
  /// - Parameters:
  ///   - accuracy: the 68 % radius of the photo's place, metres; `nil` when unknown.
  ///   - matches: the matches.
  /// - Returns: false if a match is probable, or the accuracy is unknown.
  package static func isTooVague(_ accuracy: Double?, for matches: [MatchReport]) -> Bool {
    isTooVague(accuracy, best: matches.map(\.confidence).max())
  }

  static func isTooVague(_ accuracy: Double?, best: Double?) -> Bool {
    (accuracy ?? 0) >= least && (best ?? 0) < Verdict.leastShown
  }
}
