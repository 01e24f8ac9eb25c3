internal import TimeWalkArchive
internal import TimeWalkCore

/// How much the archive holds, and how much of it is known.
package struct ArchiveStatsReport: Codable, Hashable, Sendable {
  /// How many collections it has.
  package var collections: Int
  /// How many items with a place.
  package var items: Int
  /// How many further ones nobody knows a place for.
  package var unplaced: Int
  /// Of the items, how many have a date.
  package var dated: Int
  /// How many have a heading.
  package var withHeading: Int
  /// How many have a field of view.
  package var withFieldOfView: Int
  /// How many are placed at what they show.
  package var subjectLocated: Int
  /// How many have a picture, as a file or an address.
  package var withMedia: Int
  /// How many have no rights statement, neither their own nor their collection's.
  package var withoutLicense: Int
  /// The first day that an item may show, `YYYY-MM-DD`.
  package var earliest: String?
  /// The last day that an item may show, `YYYY-MM-DD`.
  package var latest: String?

  init(_ statistics: ArchiveStatistics) {
    collections = statistics.collections
    items = statistics.items
    unplaced = statistics.unplaced
    dated = statistics.dated
    withHeading = statistics.withHeading
    withFieldOfView = statistics.withFieldOfView
    subjectLocated = statistics.subjectLocated
    withMedia = statistics.withMedia
    withoutLicense = statistics.withoutLicense
    earliest = statistics.earliest?.description
    latest = statistics.latest?.description
  }
}
