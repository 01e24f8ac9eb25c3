internal import Foundation
internal import TimeWalkCore
internal import TimeWalkLibrary
internal import TimeWalkStorage

/// What users ask of their library, in the types that every front shares.
public struct Album: Sendable {
  let library: PhotoLibrary

  /// How many photos can be removed at once without somebody's word for it.
  public static let mostWithoutAgreement = 20

  /// Opens the library, and makes it when it is missing.
  public init(places: Places) throws(WalkError) {
    do throws(LibraryError) {
      library = try PhotoLibrary(directory: places.library)
    } catch { throw WalkError(error) }
  }

  /// The library that a walker has open.
  ///
  /// - Throws: `internalFault` for a walker that was opened without one.
  package init(of walker: Walker) throws(WalkError) { library = try walker.opened() }

  /// The library's folder, as an absolute path.
  package var directory: String { library.directory }

  /// The photos in the order of their numbers.
  ///
  /// - Throws: `invalidValue` for a day that can't be read.
  public func photos(_ request: PhotosRequest = PhotosRequest()) throws(WalkError) -> PhotosReport {
    let filter = try request.filter()
    do throws(LibraryError) {
      return PhotosReport(
        photos: try library.photos(filter, limit: request.limit, offset: request.offset)
          .map { StoredPhotoReport($0) },
        total: try library.count(filter))
    } catch { throw WalkError(error) }
  }

  /// One photo by its number, with the answer that was given.
  ///
  /// - Throws: `notFound` when the library has none of this number.
  public func photo(_ sequence: Int) throws(WalkError) -> StoredPhotoReport {
    try photo { () throws(LibraryError) in try library.photo(sequence) }
  }

  /// The same by its id.
  public func photo(id: String) throws(WalkError) -> StoredPhotoReport {
    try photo { () throws(LibraryError) in try library.photo(id: id) }
  }

  private func photo(
    _ find: () throws(LibraryError) -> PhotoRecord
  ) throws(WalkError) -> StoredPhotoReport {
    do throws(LibraryError) {
      let record = try find()
      var report = StoredPhotoReport(record)
      report.answer = record.response.flatMap {
        try? JSONDecoder().decode(WalkResponse.self, from: Data($0.utf8))
      }
      let missing = record.files.filter { !RawPath.exists($0) }
      if !missing.isEmpty { report.missing = missing }
      return report
    } catch { throw WalkError(error) }
  }

  /// Removes photos for good, with their renditions; originals stay where they are, untouched.
  ///
  /// - Parameters:
  ///   - sequences: their numbers.
  ///   - isAgreed: whether somebody agreed to the removal of more than `mostWithoutAgreement`.
  /// - Returns: what was removed.
  /// - Throws: `notFound` where the library has none of a number, `unconfirmed`; then nothing was
  ///   removed.
  public func remove(_ sequences: [Int], isAgreed: Bool = false) throws(WalkError)
    -> PhotoRemovalReport
  {
    guard isAgreed || Set(sequences).count <= Album.mostWithoutAgreement else {
      throw WalkError(
        .unconfirmed,
        "\(Set(sequences).count) photos would be removed for good, and nobody agreed to it")
    }
    do throws(LibraryError) {
      let removal = try library.remove(sequences)
      return PhotoRemovalReport(
        removed: removal.photos.map(\.sequence), files: removal.files,
        warnings: removal.isErased
          ? []
          : [
            "Traces of the photos may stay on the disk until the next removal: another program is using the library, or the disk refuses."
          ])
    } catch { throw WalkError(error) }
  }
}

/// Which photos of the library are wanted.
public struct PhotosRequest: Hashable, Sendable {
  /// Submitted on this day or later, `YYYY-MM-DD` in UTC.
  public var since: String?
  /// Submitted on this day or earlier, `YYYY-MM-DD` in UTC.
  public var until: String?
  /// A part of the original's path or URL.
  public var original: String?
  /// The SHA-256 of the original.
  public var sha256: String?
  /// How many to return at most.
  public var limit: Int
  /// How many to pass over first.
  public var offset: Int

  /// Wants a page of all.
  public init(limit: Int = 50, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }

  func filter() throws(WalkError) -> PhotoFilter {
    var filter = PhotoFilter()
    filter.since = try PhotosRequest.day(since, "since")
    filter.until = try PhotosRequest.day(until, "until")
    filter.original = original
    filter.sha256 = sha256?.lowercased()
    return filter
  }

  private static func day(_ text: String?, _ field: String) throws(WalkError) -> String? {
    guard let text else { return nil }
    guard text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil else {
      throw WalkError(.invalidValue, "\(field) \"\(text)\" is no day like 2026-11-21", field: field)
    }
    return text
  }
}

/// What was removed.
public struct PhotoRemovalReport: Codable, Hashable, Sendable {
  /// The photos' numbers; they are never given again.
  public var removed: [Int]
  /// The files that were deleted.
  public var files: [String]
  /// What the user should know, in plain sentences.
  public var warnings: [String]
}

/// Photos of the library.
public struct PhotosReport: Codable, Hashable, Sendable {
  /// In the order of their numbers.
  public var photos: [StoredPhotoReport]
  /// How many there are on all pages.
  public var total: Int
}

/// A photo as the library keeps it.
public struct StoredPhotoReport: Codable, Hashable, Sendable {
  /// Its number and original.
  public var photo: PhotoReport
  /// Its name for addresses, which can't be guessed.
  public var id: String
  /// The original's length in bytes.
  public var bytes: Int
  /// When it was submitted, ISO 8601 in UTC.
  public var submitted: String
  /// When its file was last changed before, ISO 8601 in UTC; absent when its bytes came over a
  /// wire.
  public var modified: String?
  /// When it was taken, ISO 8601; absent when nobody said.
  public var captured: String?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// The outputs.
  public var renditions: [RenditionReport]
  /// Files of it that are gone from their place; submitting the photo again makes them anew.
  public var missing: [String]?
  /// The answer that was given; absent in lists.
  public var answer: WalkResponse?

  init(_ record: PhotoRecord) {
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
    renditions = record.renditions.map {
      RenditionReport(
        role: $0.role.rawValue, path: $0.path, width: $0.width, height: $0.height, bytes: $0.bytes)
    }
  }
}
