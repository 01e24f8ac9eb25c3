public import TimeWalkCore

/// How much an archive holds, and how much of it is known.
public struct ArchiveStatistics: Hashable, Sendable {
  /// The number of collections.
  public var collections: Int
  /// The number of items.
  public var items: Int
  /// Items with a date.
  public var dated: Int
  /// Items with a heading.
  public var withHeading: Int
  /// Items with a field of view.
  public var withFieldOfView: Int
  /// Items whose coordinate is what they show.
  public var subjectLocated: Int
  /// Items with a file or an address of a picture.
  public var withMedia: Int
  /// Items that have no rights statement, neither their own nor their collection's.
  public var withoutLicense: Int
  /// The first day that an item names; `nil` when none does.
  public var earliest: Day?
  /// The last day that an item names; `nil` when none does.
  public var latest: Day?
}
