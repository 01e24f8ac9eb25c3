internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata
internal import TimeWalkPlaces

/// What the archive had for a pose.
struct Found {
  /// The era that was asked for; `nil` without one.
  var era: AskedEra?
  /// The items that are among the matches or in the timeline, each once.
  var items: [Match] = []
  /// Best first.
  var matches: [FoundMatch] = []
  /// Oldest period first.
  var timeline: [FoundMatch] = []
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

/// An item that is a match or stands for a period, and the items that are copies of its picture.
struct FoundMatch {
  /// Its place among the items that were found.
  var place: Int
  var copies: [ItemID]
  /// In the timeline, the period that it stands for.
  var period: String?
}

extension Found {
  /// Claims nothing that what is missing may belie, and says what is missing.
  fileprivate mutating func withhold(_ gaps: ArchiveGaps) {
    isPartial = true
    (noMatch, nearest) = (nil, nil)
    warnings += gaps.sentences
  }
}

extension Walker {
  /// Looks for the views of a pose and ranks them.
  func search(
    _ pose: ResolvedPose, _ terms: SearchTerms
  ) throws(WalkError) -> Found {
    try terms.checkRanges()
    let gaps = ArchiveGaps()
    let archive = archive?.noting(gaps)
    let asked = try AskedEra.read(terms.era, isStrict: terms.isEraStrict, in: archive)
    let query = MatchQuery(
      viewpoint: pose.viewpoint, era: asked?.era, isEraStrict: terms.isEraStrict,
      limit: terms.limit)
    let doubts = (asked?.doubts ?? []) + Walker.headingHint(pose)
    guard let archive else {
      return Found(
        era: asked,
        warnings: doubts + [
          "There is no archive at \(archivePath) yet; \"timewalk archive import CATALOGUE\" makes one."
        ])
    }
    do throws(ArchiveError) {
      var candidates = try archive.candidates(
        near: pose.viewpoint.coordinate, within: matcher.reach(of: pose.viewpoint))
      if let asked, asked.isStrict { try asked.undateOtherSets(among: &candidates, in: archive) }
      let gathering = try gather(query, candidates: candidates, from: archive)
      var found = Found(
        era: asked, noMatch: gathering.noMatch, warnings: doubts)
      // The best of a period is mostly among the matches as well.
      var places = [Int?](repeating: nil, count: gathering.known.count)
      func place(_ picture: Gathering.Picture, period: Period? = nil) -> FoundMatch {
        let place = places[picture.shown] ?? found.items.count
        if places[picture.shown] == nil {
          places[picture.shown] = place
          let item = gathering.known[picture.shown].record.item
          var verdict = gathering.known[picture.shown].verdict
          // The judge knows the span of a set only, the item its members.
          if let era = asked?.era { verdict.era = era.relation(to: item.date) }
          found.items.append(Match(item: item, verdict: verdict, viewpoint: pose.viewpoint))
        }
        return FoundMatch(place: place, copies: picture.copies, period: period?.description)
      }
      for picture in gathering.matches.prefix(terms.limit) { found.matches.append(place(picture)) }
      for picture in gathering.timeline {
        guard let period = gathering.known[picture.shown].verdict.period else { continue }
        found.timeline.append(place(picture, period: period))
      }
      if found.matches.isEmpty {
        found.nearest = try nearest(
          to: pose.viewpoint.coordinate, beyond: matcher.reach(of: pose.viewpoint), in: archive)
      }
      try findPlaces(pose, terms, for: &found, among: candidates, in: archive)
      let accuracy = pose.viewpoint.coordinate.horizontalAccuracy?.meters
      let best = gathering.known.map(\.verdict.confidence).max()
      if found.nearest == nil, VaguePlace.isTooVague(accuracy, best: best) {
        found.warnings.append(
          "The place is known too vaguely to tell whether anything shows this view. Give it to some 10 m, with "
            + "--latitude, --longitude and --horizontal-accuracy (the same names on the endpoint).")
      }
      if gaps.isPartial { found.withhold(gaps) }
      return found
    } catch { throw WalkError(error) }
  }

  /// What to say where nobody knows which way the camera looked.
  private static func headingHint(_ pose: ResolvedPose) -> [String] {
    let isRound = pose.viewpoint.fieldOfView.map { $0.degrees >= 360 } ?? false
    guard pose.viewpoint.heading == nil, !isRound else { return [] }
    return [
      "The heading is unknown: what is found may lie in any direction. Give it with --heading DEGREES, clockwise from "
        + "north (\"heading\" on the endpoint); add --heading-reference magnetic if a compass said it."
    ]
  }
}
