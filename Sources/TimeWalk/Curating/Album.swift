internal import TimeWalkCore
internal import TimeWalkLibrary

/// What users ask of their library, in the types that every front shares.
public struct Album: Sendable {
  private let library: PhotoLibrary

  /// Opens the library, and makes it when it is missing.
  public init(places: Places) throws(WalkError) {
    do throws(LibraryError) {
      library = try PhotoLibrary(directory: places.library)
    } catch { throw WalkError(error) }
  }

  /// The photos in the order of their numbers.
  public func photos(limit: Int, offset: Int) throws(WalkError) -> PhotosReport {
    do throws(LibraryError) {
      return PhotosReport(
        photos: try library.photos(limit: limit, offset: offset).map { StoredPhotoReport($0) })
    } catch { throw WalkError(error) }
  }

  /// One photo by its number.
  ///
  /// - Throws: `notFound` when the library has none of this number.
  public func photo(_ sequence: Int) throws(WalkError) -> StoredPhotoReport {
    do throws(LibraryError) { return StoredPhotoReport(try library.photo(sequence)) } catch {
      throw WalkError(error)
    }
  }
}

/// Photos of the library.
public struct PhotosReport: Codable, Hashable, Sendable {
  /// In the order of their numbers.
  public var photos: [StoredPhotoReport]
}

/// A photo as the library keeps it.
public struct StoredPhotoReport: Codable, Hashable, Sendable {
  /// Its number and original.
  public var photo: PhotoReport
  /// The original's length in bytes.
  public var bytes: Int
  /// When it was submitted, ISO 8601 in UTC.
  public var submitted: String
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// The outputs.
  public var renditions: [RenditionReport]

  init(_ record: PhotoRecord) {
    photo = PhotoReport(
      sequence: record.sequence, original: record.original.path, sha256: record.original.sha256)
    bytes = record.original.bytes
    submitted = record.submitted
    latitude = record.coordinate?.latitude
    longitude = record.coordinate?.longitude
    renditions = record.renditions.map {
      RenditionReport(
        role: $0.role.rawValue, path: $0.path, width: $0.width, height: $0.height, bytes: $0.bytes)
    }
  }
}
