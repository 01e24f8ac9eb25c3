internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

/// The historical picture of a photo.
enum HistoricalView {
  /// The picture of the first suitable match in the ranking.
  ///
  /// The match with the highest confidence is the right view less often (P@1 0.04 less).
  case match(Match)
  /// A card: no image of the requested era shows this view; with the nearest in time that does.
  case nothing(of: AskedEra, nearest: Match?)
}

extension HistoricalView {
  /// Returns true if a match is certain enough to be shown.
  static func isShown(_ match: Match) -> Bool { Verdict.isShown(match.verdict.confidence) }

  /// The note if there are matches and none is shown.
  static func warnings(_ found: SearchResult, _ view: HistoricalView?) -> [String] {
    guard view == nil, !found.matches.isEmpty else { return [] }
    let least = Int((Verdict.leastShown * 100).rounded())
    return ["No historical picture was made: no match is \(least) % likely to show this view."]
  }
}

extension Pipeline {
  /// The number of matches that are searched for the nearest in time.
  private static let mostLookedThrough = 50

  /// Chooses the historical picture: the best match, or with a requested era the best of that era.
  ///
  /// - Returns: `nil` if no match is certain enough to be shown and no era was requested, or there
  ///   is no archive.
  /// - Throws: the archive's errors.
  func historicalView(
    in found: SearchResult, _ pose: ResolvedPose, _ request: SubmitRequest
  ) throws(TimeWalkError) -> HistoricalView? {
    guard archive != nil else { return nil }
    guard let asked = found.era else {
      return found.best(where: HistoricalView.isShown).map { .match($0) }
    }
    func isOfEra(_ match: Match) -> Bool {
      HistoricalView.isShown(match) && asked.era.isShared(by: match.item.date)
    }
    if let best = found.best(where: isOfEra) { return .match(best) }
    let others: SearchResult
    if asked.isStrict {
      var terms = request.search
      (terms.isEraStrict, terms.limit) = (false, Pipeline.mostLookedThrough)
      others = try search(pose, terms)
    } else {
      others = found
    }
    let shown = (others.matches + others.timeline).filter {
      HistoricalView.isShown($0) && !isOfEra($0)
    }
    let dated = shown.compactMap { match in
      asked.era.gap(to: match.item.date).map { (match: match, gap: $0) }
    }
    let nearest = dated.min { a, b in
      a.gap != b.gap
        ? a.gap < b.gap : a.match.verdict.confidence > b.match.verdict.confidence
    }
    return .nothing(of: asked, nearest: nearest?.match ?? shown.first)
  }
}
