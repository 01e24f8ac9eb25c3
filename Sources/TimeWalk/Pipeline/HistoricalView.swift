internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

/// What stands beside a photo as its historical picture.
enum HistoricalView {
  /// The picture of the first suitable match in the ranking.
  ///
  /// The match with the highest confidence is the right view less often (P@1 0.04 less).
  case match(Match)
  /// A card: nothing of the era that was asked for shows this view; with what does that is nearest
  /// in time.
  case nothing(of: AskedEra, nearest: Match?)
}

extension HistoricalView {
  /// The least confidence of a match whose picture is shown; below it a picture would mostly show
  /// something else.
  static let leastConfidence = 0.1

  /// Whether a match is sure enough to be shown, by the confidence that the answer tells.
  static func isShown(_ match: Match) -> Bool {
    match.verdict.confidence.rounded(places: 3) >= leastConfidence
  }

  /// What to say where there are matches and none is shown.
  static func warnings(_ found: SearchResult, _ view: HistoricalView?) -> [String] {
    guard view == nil, !found.matches.isEmpty else { return [] }
    let least = Int((leastConfidence * 100).rounded())
    return ["No historical picture was made: no match is \(least) % likely to show this view."]
  }
}

extension Pipeline {
  /// How many matches are looked through for the one that is nearest in time.
  private static let mostLookedThrough = 50

  /// Chooses what stands beside a photo: the best match, or where an era was asked for the best of
  /// that era.
  ///
  /// - Returns: `nil` where no match is sure enough to be shown, and no era was asked for, or there
  ///   is no archive.
  /// - Throws: what the archive throws.
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
      // A short list may hold nothing of the era although there is something.
      var terms = request.search
      (terms.isEraStrict, terms.limit) = (true, 1)
      let strict = try search(pose, terms)
      if let best = strict.best(where: isOfEra) { return .match(best) }
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
