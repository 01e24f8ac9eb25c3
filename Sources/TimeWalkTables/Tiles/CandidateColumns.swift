package import TimeWalkArchive
package import TimeWalkCore

/// The columns of `items` for candidates.
package enum CandidateColumns {
  /// The `SELECT` list that `candidate(of:)` reads, after a leading tile number.
  package static let columns = """
    items.key, items.geometry, items.accuracy, items.location_of, items.heading,
    items.heading_accuracy, items.field_of_view, items.pitch, items.altitude,
    items.altitude_reference, items.altitude_accuracy, items.earliest, items.latest,
    items.date IS NULL, items.earliest_fuzzy, items.latest_fuzzy, items.view_distance
    """

  /// Reads a row; `nil` when its place is not usable.
  package static func candidate(of row: some ItemRow) -> Candidate? {
    func day(_ column: Int) -> Day? {
      row.isNull(column) ? nil : Day(number: Int(row.integer(column)))
    }
    guard let point = row.point(2),
      let coordinate = Coordinate(
        latitude: point.latitude, longitude: point.longitude,
        horizontalAccuracy: row.double(3).flatMap(Distance.init(meters:)))
    else { return nil }
    // The column is checked to be one of three words; the first letter distinguishes them.
    let locationOf: LocationOf =
      switch row.firstByte(4) {
      case UInt8(ascii: "s"): .subject
      case UInt8(ascii: "u"): .unknown
      default: .camera
      }
    let altitude = row.double(9).flatMap {
      Altitude(
        meters: $0, reference: row.text(10).flatMap(Altitude.Reference.init) ?? .unknown,
        accuracy: row.double(11).flatMap(Distance.init(meters:)))
    }
    let hasNoDate = row.integer(14) != 0
    return Candidate(
      key: row.integer(1),
      pose: RecordedPose(
        coordinate: coordinate, locationOf: locationOf,
        heading: row.double(5).flatMap(Heading.init(degrees:)),
        headingAccuracy: row.double(6).flatMap(Angle.init(degrees:)),
        fieldOfView: row.double(7).flatMap(FieldOfView.init(degrees:)),
        pitch: row.double(8).flatMap(Angle.init(degrees:)), altitude: altitude,
        viewDistance: row.double(17).flatMap(Distance.init(meters:))),
      dates: hasNoDate ? nil : DateSpan(earliest: day(12), latest: day(13)),
      fuzzyDates: hasNoDate ? nil : DateSpan(earliest: day(15), latest: day(16)))
  }
}

extension ItemColumns {
  /// `Item.isMap` of a row of `items`, as an SQL expression that is never NULL.
  package static func isMap(_ row: String) -> String {
    """
    (coalesce(\(row).kind, '') IN ('map', 'plan')
      OR (\(row).outline IS NOT NULL AND \(row).heading IS NULL))
    """
  }
}

extension ArchiveError {
  /// The error for a tile of candidates that can't be read.
  package static func damagedTile(_ tile: Int64) -> ArchiveError {
    ArchiveError(
      .damaged,
      "Can't read the archive's tile \(tile); rebuild it with \"timewalk archive repair\".")
  }
}
