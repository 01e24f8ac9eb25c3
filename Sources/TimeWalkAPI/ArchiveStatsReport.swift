package import TimeWalkArchive
internal import TimeWalkCore

/// The numbers of the archive's items, and of their known fields.
public struct ArchiveStatsReport: Codable, Hashable, Sendable {
  /// The number of collections.
  public var collections: Int
  /// The number of items with a place.
  public var items: Int
  /// The number of further items without a place.
  public var unplaced: Int
  /// The number of items with a date.
  public var dated: Int
  /// The number of items with a heading.
  public var withHeading: Int
  /// The number of items with a field of view.
  public var withFieldOfView: Int
  /// The number of items with their subject's place.
  public var subjectLocated: Int
  /// The number of items with a picture, as a file or an address.
  public var withMedia: Int
  /// The number of items without a rights statement, neither their own nor their collection's.
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
