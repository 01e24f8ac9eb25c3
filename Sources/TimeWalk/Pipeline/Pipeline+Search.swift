internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

extension Pipeline {
  /// Looks for the views of a pose and ranks them.
  func search(
    _ pose: ResolvedPose, _ terms: SearchTerms
  ) throws(TimeWalkError) -> SearchResult {
    try terms.checkRanges()
    let asked = try AskedEra.read(terms.era, isStrict: terms.isEraStrict, in: archive)
    let query = MatchQuery(
      viewpoint: pose.viewpoint, era: asked?.era, isEraStrict: terms.isEraStrict,
      limit: terms.limit)
    let doubts = (asked?.doubts ?? []) + Pipeline.headingHint(pose)
    guard let archive else {
      return SearchResult(
        era: asked,
        warnings: doubts + [
          "There is no archive at \(archivePath) yet; create one with \"timewalk archive import CATALOGUE\"."
        ])
    }
    do throws(ArchiveError) {
      return try archive.withConnection { () throws(ArchiveError) in
        let candidates = try archive.candidates(
          near: pose.viewpoint.coordinate, within: matcher.reach(of: pose.viewpoint))
        var found = try rank(query, candidates: candidates, from: archive)
        (found.era, found.warnings) = (asked, doubts)
        let accuracy = pose.viewpoint.coordinate.horizontalAccuracy
        if found.matches.isEmpty, accuracy ?? .zero <= Matcher.leastAccurate {
          found.nearest = try nearest(
            to: pose.viewpoint.coordinate, beyond: matcher.reach(of: pose.viewpoint), in: archive)
        }
        try findPlaces(pose, terms, for: &found, among: candidates, in: archive)
        if found.nearest == nil,
          VaguePlace.isTooVague(accuracy?.meters, best: found.greatestConfidence)
        {
          found.warnings.append(
            "The place is too vague to find items that show this view. Give it to about 10 m with "
              + "--latitude, --longitude and --horizontal-accuracy (the same names on the endpoint)."
          )
        }
        return found
      }
    } catch { throw TimeWalkError(error) }
  }

  /// The note if the camera's direction is unknown.
  private static func headingHint(_ pose: ResolvedPose) -> [String] {
    let isRound = pose.viewpoint.fieldOfView.map { $0.degrees >= 360 } ?? false
    guard pose.viewpoint.heading == nil, !isRound else { return [] }
    return [
      "The heading is unknown, so results may lie in any direction. Give it with --heading DEGREES, clockwise from "
        + "north (\"heading\" on the endpoint); for a compass reading, add --heading-reference magnetic."
    ]
  }
}
