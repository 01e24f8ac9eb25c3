internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkMetadata

/// The fronts' lists besides items.
extension Pipeline {
  /// The collections with their sizes, in the order of their names.
  ///
  /// - Throws: `inputMissing` without an archive.
  public func collections() throws(TimeWalkError) -> CollectionsReport {
    try CollectionsReport(openedArchive())
  }

  /// The spans of time that the archive knows by name, oldest first.
  ///
  /// - Throws: `inputMissing` without an archive.
  public func eras() throws(TimeWalkError) -> ErasReport { try ErasReport(openedArchive()) }

  /// The items near a spot: maps that cover it, views that contain it, and items close by.
  ///
  /// - Returns: an empty list where nothing does.
  /// - Throws: `invalidValue` with the field, `inputMissing` without an archive.
  package func places(_ request: PlacesRequest) throws(TimeWalkError) -> PlacesReport {
    let archive = try openedArchive()
    let pose = try locate(request.pose.metadata())
    let asked = try AskedEra.read(request.era, isStrict: false, in: archive)
    var found = SearchResult(era: asked, warnings: asked?.doubts ?? [])
    var terms = SearchTerms()
    terms.places = true
    do throws(ArchiveError) {
      let candidates = try archive.candidates(
        near: pose.viewpoint.coordinate, within: matcher.reach(of: pose.viewpoint))
      try findPlaces(pose, terms, for: &found, among: candidates, in: archive)
    } catch { throw TimeWalkError(error) }
    return PlacesReport(
      places: (found.places ?? []).map(PlaceReport.init), era: asked?.report,
      warnings: found.warnings)
  }

  /// A tile of the map.
  ///
  /// - Throws: `invalidValue` with the field, `inputMissing` without an archive.
  package func map(_ request: MapRequest) throws(TimeWalkError) -> MapReport {
    let archive = try openedArchive()
    let tile = try request.tile()
    let asked = try AskedEra.read(request.era, isStrict: false, in: archive)
    return try ArchiveError.rethrowing(
      MapReport(
        try archive.content(of: tile, era: asked?.era), tile, era: asked?.report))
  }

  /// The user's photos; only fronts that take photos in have any.
  package func album() throws(TimeWalkError) -> Album { Album(library: try opened()) }
}
