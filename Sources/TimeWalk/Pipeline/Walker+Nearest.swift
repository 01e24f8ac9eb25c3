internal import TimeWalkArchive
internal import TimeWalkCore

extension Walker {
  /// How far is looked around, one after another, metres; the last is more than half of the earth's
  /// circumference.
  private static let rings = [1e4, 1e5, 1e6, 5e6, 2.1e7]

  /// The item whose place is nearest to a place; `nil` where the archive has none with a place.
  ///
  /// - Throws: `invalidValue` for what is no place on earth, `inputMissing` without an archive, and
  ///   what the archive throws.
  public func nearest(latitude: Double, longitude: Double) throws(WalkError) -> NearestReport? {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw WalkError(.invalidValue, "\(latitude), \(longitude) is no place on earth")
    }
    let archive = try openedArchive()
    do throws(ArchiveError) { return try nearest(to: place, beyond: nil, in: archive) } catch {
      throw WalkError(error)
    }
  }

  /// The item whose place is nearest, where none is within reach of a photo.
  ///
  /// - Parameters:
  ///   - place: the photo's place.
  ///   - reach: how near an item is no news any more; all are news when `nil`.
  ///   - archive: where to look.
  /// - Returns: `nil` where one is within reach, or the archive is empty.
  /// - Throws: what the archive throws.
  func nearest(
    to place: Coordinate, beyond reach: Distance?, in archive: any HistoricalArchive
  ) throws(ArchiveError) -> NearestReport? {
    for ring in Walker.rings {
      guard let within = Distance(meters: ring) else { continue }
      let candidates = try archive.candidates(near: place, within: within)
      // Roughly first: that is quick, and right to half a per cent.
      let squares = candidates.indices.map { place.roughSquare(to: candidates.coordinate(at: $0)) }
      guard let index = squares.indices.min(by: { squares[$0] < squares[$1] }) else { continue }
      let distance = Geodesic(from: place, to: candidates.coordinate(at: index)).distance
      // One from beyond may be among them while a nearer one is not.
      guard distance.meters <= ring || ring == Walker.rings.last else { continue }
      guard distance.meters > reach?.meters ?? -1,
        let item = try archive.items(keys: [candidates.keys[index]]).values.first
      else { return nil }
      return NearestReport(
        id: item.id.description, distance: distance.meters.rounded(places: 1))
    }
    return nil
  }
}
