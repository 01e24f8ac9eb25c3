internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

extension Pipeline {
  /// Items near the place that don't show the view, if requested: always, or if no match of the
  /// requested era is likely.
  ///
  /// - Parameters:
  ///   - pose: the photo's.
  ///   - terms: the query.
  ///   - found: the matches; gets the items, and a warning if none of them is of the era.
  ///   - candidates: the judged candidates.
  ///   - archive: the archive to search.
  /// - Throws: the archive's errors.
  func findPlaces(
    _ pose: ResolvedPose, _ terms: SearchTerms, for found: inout SearchResult,
    among candidates: Candidates, in archive: any HistoricalArchive
  ) throws(ArchiveError) {
    func isLikely(_ match: Match) -> Bool {
      HistoricalView.isShown(match)
        && found.era.map { $0.era.isShared(by: match.item.date) } ?? true
    }
    let likely = found.matches.filter(isLikely)
    guard terms.places || likely.isEmpty else { return }
    let spot = pose.viewpoint.coordinate
    let finder = PlaceFinder(spot: spot, era: found.era?.era)
    let keys = Set(likely.map(\.verdict.key))
    let places = try finder.find(
      among: candidates, maps: archive.maps(around: spot), excluding: keys
    ) { (keys) throws(ArchiveError) in try archive.items(keys: keys) }
    found.places = places
    guard finder.hasNothingOfEra(in: places), !places.isEmpty, let era = found.era else { return }
    let words = era.name ?? era.era.date.words
    found.warnings.append(
      finder.isTooEarly(for: places)
        ? "No picture from \(words) here. These are the earliest of each kind."
        : "No picture from \(words) here. These are the nearest in time.")
  }
}
