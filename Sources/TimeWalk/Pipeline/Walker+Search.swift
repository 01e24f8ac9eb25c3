internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

/// What the archive had for a pose.
struct Found {
  /// The era that was asked for; `nil` without one.
  var era: AskedEra?
  var matches: [Match] = []
  var timeline: [(match: Match, period: String)] = []
  var noMatch = 1.0
  var warnings: [String] = []
}

extension Walker {
  /// Looks for the views of a pose and ranks them.
  func search(
    _ pose: ResolvedPose, era: String?, isEraStrict: Bool, limit: Int
  ) throws(WalkError) -> Found {
    guard MatchRequest.limits.contains(limit) else {
      let range = MatchRequest.limits
      throw WalkError(
        .invalidValue, "limit \(limit) is not within \(range.lowerBound)...\(range.upperBound)",
        field: "limit")
    }
    let asked = try AskedEra.read(era, isStrict: isEraStrict, in: archive)
    let query = MatchQuery(
      viewpoint: pose.viewpoint, era: asked?.era, isEraStrict: isEraStrict, limit: limit)
    guard let archive else {
      return Found(
        era: asked,
        warnings: [
          "There is no archive at \(archivePath) yet; make one with \"timewalk archive import\"."
        ])
    }
    do throws(ArchiveError) {
      var candidates = try archive.candidates(
        near: pose.viewpoint.coordinate, within: matcher.reach(of: pose.viewpoint))
      if let asked, asked.isStrict { try asked.undateOtherSets(among: &candidates, in: archive) }
      let judgement = matcher.judge(query, candidates: candidates)
      let keys = Set((judgement.verdicts + judgement.timeline).map(\.key))
      let items = try archive.items(keys: keys.sorted())
      func match(_ verdict: Verdict) -> Match? {
        items[verdict.key].map { item in
          var verdict = verdict
          // The judge knows the span of a set only, the item its members.
          if let era = asked?.era { verdict.era = era.relation(to: item.date) }
          return Match(item: item, verdict: verdict, viewpoint: pose.viewpoint)
        }
      }
      return Found(
        era: asked, matches: judgement.verdicts.compactMap(match),
        timeline: judgement.timeline.compactMap { verdict in
          match(verdict).flatMap { match in
            verdict.period.map { (match: match, period: $0.description) }
          }
        }, noMatch: judgement.noMatch)
    } catch { throw WalkError(error) }
  }
}
