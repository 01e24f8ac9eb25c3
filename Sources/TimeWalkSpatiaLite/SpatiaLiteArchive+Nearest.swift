import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.nearest(to:)`.
  package func nearest(to place: Coordinate) throws(ArchiveError) -> NearestItem? {
    try ArchiveError.typed {
      try reader.unsafeReentrantRead { try NearestPlaces.first(from: place, in: $0) }
    }
  }
}
