internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

/// What the archive had for a pose.
struct Found {
  /// The era that was asked for; `nil` without one.
  var era: AskedEra?
  var matches: [FoundMatch] = []
  var timeline: [(match: FoundMatch, period: String)] = []
  var noMatch = 1.0
  var warnings: [String] = []
}

/// A match, and the items that are copies of its picture.
struct FoundMatch {
  var match: Match
  var copies: [ItemID] = []
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
      let gathering = try gather(query, candidates: candidates, from: archive)
      // The best of a period is mostly among the matches as well.
      var worded = [Match?](repeating: nil, count: gathering.known.count)
      func match(_ picture: Gathering.Picture) -> FoundMatch {
        if let match = worded[picture.shown] {
          return FoundMatch(match: match, copies: picture.copies)
        }
        let record = gathering.known[picture.shown].record
        var verdict = gathering.known[picture.shown].verdict
        // The judge knows the span of a set only, the item its members.
        if let era = asked?.era { verdict.era = era.relation(to: record.item.date) }
        let match = Match(item: record.item, verdict: verdict, viewpoint: pose.viewpoint)
        worded[picture.shown] = match
        return FoundMatch(match: match, copies: picture.copies)
      }
      return Found(
        era: asked, matches: gathering.matches.prefix(limit).map(match),
        timeline: gathering.timeline.compactMap { picture in
          gathering.known[picture.shown].verdict.period.map {
            (match: match(picture), period: $0.description)
          }
        }, noMatch: gathering.noMatch)
    } catch { throw WalkError(error) }
  }
}
