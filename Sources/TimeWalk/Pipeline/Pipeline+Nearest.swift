internal import TimeWalkArchive
internal import TimeWalkCore

extension Pipeline {
  /// The item nearest to a place; `nil` if the archive has none with a place.
  ///
  /// - Throws: `invalidValue` for an impossible place, `inputMissing` without an archive, and the
  ///   archive's errors.
  public func nearest(latitude: Double, longitude: Double) throws(TimeWalkError) -> NearestReport? {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw TimeWalkError(
        .invalidValue,
        "\(latitude), \(longitude) isn't a valid position; use -90 to 90 and -180 to 180 degrees")
    }
    let archive = try openedArchive()
    return try ArchiveError.rethrowing(nearest(to: place, beyond: nil, in: archive))
  }

  /// The nearest item, if none is within reach of a photo.
  ///
  /// - Parameters:
  ///   - place: the photo's place.
  ///   - reach: the distance below which items are ignored; none is ignored when `nil`.
  ///   - archive: the archive to search.
  /// - Returns: `nil` if one is within reach, or the archive is empty.
  /// - Throws: the archive's errors.
  func nearest(
    to place: Coordinate, beyond reach: Distance?, in archive: any HistoricalArchive
  ) throws(ArchiveError) -> NearestReport? {
    guard let found = try archive.nearest(to: place) else { return nil }
    let distance = Geodesic(from: place, to: found.coordinate).distance
    guard distance.meters > reach?.meters ?? -1,
      let item = try archive.items(keys: [found.key]).values.first
    else { return nil }
    return NearestReport(
      id: item.id.description, distance: distance.meters.rounded(places: 1))
  }
}
