internal import TimeWalkBase
internal import Foundation
internal import TimeWalkCore
internal import TimeWalkLibrary
internal import TimeWalkStorage

/// The users' operations on their library, in the types that every front shares.
public struct Album: Sendable {
  let library: PhotoLibrary

  /// Opens the library, and makes it when it is missing.
  public init(places: StorePaths) throws(TimeWalkError) {
    library = try LibraryError.rethrowing(PhotoLibrary(at: places.library))
  }

  /// Takes a library that is open.
  init(library: PhotoLibrary) { self.library = library }

  /// The library that a pipeline has open.
  ///
  /// - Throws: `internalFault` for a pipeline that was opened without one.
  package init(of pipeline: Pipeline) throws(TimeWalkError) { library = try pipeline.opened() }

  /// The library's folder, as an absolute path.
  package var directory: String { library.directory }

  /// Receives the notifications of programs that share the library, until the result is released.
  ///
  /// - Returns: `nil` for a library in a folder, which has no notifications.
  /// - Throws: `busy` if the system gives no thread.
  package func listen(
    _ hear: @escaping @Sendable (AlbumNews) -> Void
  ) throws(TimeWalkError) -> (any Sendable)? {
    do throws(LibraryError) {
      return try library.listen { news in
        switch news {
        case .added(let id): hear(.added(id))
        case .removed(let id): hear(.removed(id))
        case .told(let text): hear(.told(text))
        }
      }
    } catch { throw TimeWalkError(error) }
  }

  /// Notifies the fronts of other machines, in their own format; best effort.
  package func tell(_ text: String) { library.tell(text) }

  /// Finishes the work of killed programs, and this program's failed work; best effort.
  package func sweep() { try? library.sweep() }

  /// A page of the photos, in the order of their numbers from the newest or the oldest on.
  ///
  /// - Throws: `invalidValue` with the field for a day or an `after` that can't be read.
  public func photos(_ request: PhotosRequest = PhotosRequest()) throws(TimeWalkError)
    -> PhotosReport
  {
    let filter = try request.filter()
    let page = try request.page()
    do throws(LibraryError) {
      let photos = try library.photos(filter, page)
      var report = PhotosReport(
        photos: photos.map { StoredPhotoReport($0) }, total: try library.count(filter))
      if photos.count == page.limit { report.next = photos.last.map { String($0.sequence) } }
      return report
    } catch { throw TimeWalkError(error) }
  }

  /// One photo by its number, with the answer that was given.
  ///
  /// - Throws: `notFound` when the library has none of this number.
  public func photo(_ sequence: Int) throws(TimeWalkError) -> StoredPhotoReport {
    try photo { () throws(LibraryError) in try library.photo(sequence) }
  }

  /// The same by its id.
  public func photo(id: String) throws(TimeWalkError) -> StoredPhotoReport {
    try photo { () throws(LibraryError) in try library.photo(id: id) }
  }

  /// One of the outputs of a photo.
  ///
  /// - Throws: `notFound` when the library has no photo of this id, or the photo has no such
  ///   output.
  package func rendition(id: String, role: String) throws(TimeWalkError) -> RenditionReport {
    guard let rendition = try LibraryError.rethrowing(library.rendition(role, ofPhoto: id)) else {
      throw TimeWalkError(
        .notFound, "the photo has no picture \"\(role.prefix(60))\"", field: "role")
    }
    return RenditionReport(rendition)
  }

  private func photo(
    _ find: () throws(LibraryError) -> PhotoRecord
  ) throws(TimeWalkError) -> StoredPhotoReport {
    do throws(LibraryError) {
      let record = try find()
      var report = StoredPhotoReport(record)
      report.answer = record.response.flatMap {
        try? JSONDecoder().decode(SubmitResponse.self, from: Data($0.utf8))
      }
      let missing = record.files.filter { !RawPath.exists($0) }
      if !missing.isEmpty { report.missing = missing }
      return report
    } catch { throw TimeWalkError(error) }
  }

  /// True if a photo belongs to an owner.
  ///
  /// - Throws: `notFound` when the library has no photo of this id.
  package func isPhoto(id: String, of account: String) throws(TimeWalkError) -> Bool {
    try LibraryError.rethrowing(library.photo(id: id)).account == account
  }

  /// The photos beside one.
  ///
  /// - Parameters:
  ///   - id: the photo's id.
  ///   - account: the owner of the photos; any when `nil`.
  /// - Returns: the ids of the next newer and the next older one.
  /// - Throws: the errors of the library.
  package func neighbours(
    of id: String, account: String?
  ) throws(TimeWalkError) -> (newer: String?, older: String?) {
    try LibraryError.rethrowing(library.neighbours(of: id, account: account))
  }

  /// Removes photos by their ids, as `remove(_:isAgreed:)` does.
  ///
  /// - Throws: `notFound` where the library has none of an id, `unconfirmed`; then nothing was
  ///   removed.
  public func remove(ids: [String], isAgreed: Bool = false) throws(TimeWalkError)
    -> PhotoRemovalReport
  {
    var sequences: [Int] = []
    do throws(LibraryError) {
      for id in ids { sequences.append(try library.photo(id: id).sequence) }
    } catch { throw TimeWalkError(error) }
    return try remove(sequences, isAgreed: isAgreed)
  }

  /// Removes photos permanently, with their renditions; originals stay in place, unchanged.
  ///
  /// - Parameters:
  ///   - sequences: their numbers.
  ///   - isAgreed: true if the user confirmed the removal of more than 20.
  /// - Returns: the removed photos.
  /// - Throws: `notFound` where the library has none of a number, `unconfirmed`; then nothing was
  ///   removed.
  public func remove(_ sequences: [Int], isAgreed: Bool = false) throws(TimeWalkError)
    -> PhotoRemovalReport
  {
    guard isAgreed || Set(sequences).count <= PhotoRemovalRequest.mostWithoutAgreement else {
      throw TimeWalkError(
        .unconfirmed,
        "\(Set(sequences).count) photos would be removed permanently; this needs a confirmation")
    }
    do throws(LibraryError) {
      let removal = try library.remove(sequences)
      return PhotoRemovalReport(
        removed: removal.photos.map(\.sequence), ids: removal.photos.map(\.id),
        files: removal.files,
        warnings: removal.isErased
          ? []
          : [
            "Traces of the photos may stay on the disk until the next removal, because another program uses the library or the disk refuses."
          ])
    } catch { throw TimeWalkError(error) }
  }
}

/// The notifications of programs that share a library.
package enum AlbumNews: Hashable, Sendable {
  /// A photo was recorded; its id.
  case added(String)
  /// A photo was removed; its id.
  case removed(String)
  /// A message of another program's front, in its own format.
  case told(String)
}
