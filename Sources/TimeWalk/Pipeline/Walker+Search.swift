internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

/// What the archive had for a pose.
struct Found {
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
  func search(_ pose: ResolvedPose, era: String?, limit: Int) throws(WalkError) -> Found {
    guard MatchRequest.limits.contains(limit) else {
      let range = MatchRequest.limits
      throw WalkError(
        .invalidValue, "limit \(limit) is not within \(range.lowerBound)...\(range.upperBound)",
        field: "limit")
    }
    let query = MatchQuery(viewpoint: pose.viewpoint, era: try Walker.era(era), limit: limit)
    guard let archive else {
      return Found(warnings: [
        "There is no archive at \(archivePath) yet; make one with \"timewalk archive import\"."
      ])
    }
    do throws(ArchiveError) {
      let candidates = try archive.candidates(
        near: pose.viewpoint.coordinate, within: matcher.reach(of: pose.viewpoint))
      let gathering = try gather(query, candidates: candidates, from: archive)
      func match(_ picture: Gathering.Picture) -> FoundMatch? {
        gathering.items[picture.verdict.key].map { item in
          FoundMatch(
            match: Match(item: item, verdict: picture.verdict, viewpoint: pose.viewpoint),
            copies: picture.copies)
        }
      }
      return Found(
        matches: gathering.matches.prefix(limit).compactMap(match),
        timeline: gathering.timeline.compactMap { picture in
          match(picture).flatMap { match in
            picture.verdict.period.map { (match: match, period: $0.description) }
          }
        }, noMatch: gathering.noMatch)
    } catch { throw WalkError(error) }
  }

  /// Reads an era; a text that is no EDTF names the field.
  static func era(_ text: String?) throws(WalkError) -> Era? {
    guard let text else { return nil }
    do throws(ChronologyError) { return try Era(edtf: text) } catch {
      throw WalkError(
        .invalidValue, "the era \"\(text)\" is not EDTF, like 1890/1930: \(error.reason)",
        field: "era", cause: error)
    }
  }
}
