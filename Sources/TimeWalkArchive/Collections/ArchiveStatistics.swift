package import TimeWalkCore

/// The size and completeness of an archive.
package struct ArchiveStatistics: Hashable, Sendable {
  /// The number of collections.
  package var collections: Int
  /// The number of items.
  package var items: Int
  /// Further items without a place.
  package var unplaced: Int
  /// Items with a date.
  package var dated: Int
  /// Items with a heading.
  package var withHeading: Int
  /// Items with a field of view.
  package var withFieldOfView: Int
  /// Items whose coordinate is the subject's.
  package var subjectLocated: Int
  /// Items with a file or an address of a picture.
  package var withMedia: Int
  /// Items that have neither their own rights statement nor their collection's.
  package var withoutLicense: Int
  /// The first day that an item names; `nil` when none does.
  package var earliest: Day?
  /// The last day that an item names; `nil` when none does.
  package var latest: Day?

  /// Makes statistics; omitted values are 0.
  package init(
    collections: Int = 0, items: Int = 0, unplaced: Int = 0, dated: Int = 0, withHeading: Int = 0,
    withFieldOfView: Int = 0, subjectLocated: Int = 0, withMedia: Int = 0, withoutLicense: Int = 0,
    earliest: Day? = nil, latest: Day? = nil
  ) {
    self.collections = collections
    self.items = items
    self.unplaced = unplaced
    self.dated = dated
    self.withHeading = withHeading
    self.withFieldOfView = withFieldOfView
    self.subjectLocated = subjectLocated
    self.withMedia = withMedia
    self.withoutLicense = withoutLicense
    self.earliest = earliest
    self.latest = latest
  }
}
