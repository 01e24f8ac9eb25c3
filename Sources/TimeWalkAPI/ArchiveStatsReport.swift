package import TimeWalkArchive
internal import TimeWalkCore

/// How much the archive holds, and how much of it is known.
public struct ArchiveStatsReport: Codable, Hashable, Sendable {
  /// How many collections it has.
  public var collections: Int
  /// How many items with a place.
  public var items: Int
  /// The number of further items without a place.
  public var unplaced: Int
  /// The number of items with a date.
  public var dated: Int
  /// How many have a heading.
  public var withHeading: Int
  /// How many have a field of view.
  public var withFieldOfView: Int
  /// The number of items with their subject's place.
  public var subjectLocated: Int
  /// How many have a picture, as a file or an address.
  public var withMedia: Int
  /// How many have no rights statement, neither their own nor their collection's.
  public var withoutLicense: Int
  /// The first day that an item may show, `YYYY-MM-DD`.
  public var earliest: String?
  /// The last day that an item may show, `YYYY-MM-DD`.
  public var latest: String?

  package init(_ statistics: ArchiveStatistics) {
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
