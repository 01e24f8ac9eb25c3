internal import TimeWalkCore
package import TimeWalkLibrary

/// Photos of the library.
public struct PhotosReport: Codable, Hashable, Sendable {
  /// The photos, in the requested order.
  public var photos: [StoredPhotoReport]
  /// The number on all pages.
  public var total: Int
  /// The value of `after` for the next page; absent if this one is not full.
  public var next: String?

  /// Makes it from its values.
  package init(photos: [StoredPhotoReport], total: Int, next: String? = nil) {
    self.photos = photos
    self.total = total
    self.next = next
  }
}

/// A photo as the library keeps it.
public struct StoredPhotoReport: Codable, Hashable, Sendable {
  /// Its number and original.
  public var photo: PhotoReport
  /// Its name for addresses, which can't be guessed.
  public var id: String
  /// The original's length in bytes.
  public var bytes: Int
  /// The time of the submission, ISO 8601 in UTC.
  public var submitted: String
  /// The time of the file's last change before, ISO 8601 in UTC; absent when its bytes came over a
  /// wire.
  public var modified: String?
  /// The time of capture, ISO 8601; absent if unknown.
  public var captured: String?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// The outputs.
  public var renditions: [RenditionReport]
  /// Its missing files; submitting the photo again makes them again.
  public var missing: [String]?
  /// The answer that was given; absent in lists.
  public var answer: SubmitResponse?

  package init(_ record: PhotoRecord) {
    photo = PhotoReport(
      sequence: record.sequence, original: record.original.path, sha256: record.original.sha256,
      originalURL: record.original.url)
    id = record.id
    bytes = record.original.bytes
    submitted = record.submitted
    modified = record.original.modified
    captured = record.captured
    latitude = record.coordinate?.latitude
    longitude = record.coordinate?.longitude
    renditions = record.renditions.map { RenditionReport($0) }
  }
}

/// The removed photos.
public struct PhotoRemovalReport: Codable, Hashable, Sendable {
  /// The photos' numbers; they are never given again.
  public var removed: [Int]
  /// Their ids, in the same order.
  public var ids: [String]
  /// The files that were deleted.
  public var files: [String]
  /// Notes for the user, in plain sentences.
  public var warnings: [String]

  /// Makes it from its values.
  package init(removed: [Int], ids: [String], files: [String], warnings: [String]) {
    self.removed = removed
    self.ids = ids
    self.files = files
    self.warnings = warnings
  }
}
