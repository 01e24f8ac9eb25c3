internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

extension Pipeline {
  /// What shows the place though not the view, where that is wanted: in any case, or since no match
  /// of the wanted era is likely.
  ///
  /// - Parameters:
  ///   - pose: the photo's.
  ///   - terms: what is asked for.
  ///   - found: the matches; gets what was found, and a warning where none of it is of the era.
  ///   - candidates: what was judged.
  ///   - archive: where to look.
  /// - Throws: what the archive throws.
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
