import Foundation
import TimeWalkArchive

/// The store of an archive's pictures: a folder that its machines share, or an object store.
enum ServerPictures {
  /// The location of a new archive's pictures, from `TIMEWALK_PICTURES`.
  ///
  /// - Parameter environment: the variables.
  /// - Returns: a folder or `s3://BUCKET/PREFIX`; `nil` if unset.
  /// - Throws: `.pictureStore` for an address that can't be used.
  static func named(in environment: [String: String]) throws(ArchiveError) -> String? {
    guard let place = environment["TIMEWALK_PICTURES"], !place.isEmpty else { return nil }
    do throws(ObjectError) {
      return ObjectAddress.isAddress(place) ? try ObjectAddress(place).description : place
    } catch { throw ArchiveError(.pictureStore, error.message) }
  }

  /// Parses the entry of the table `timewalk`: a folder, or `s3://BUCKET/PREFIX`.
  static func store(at place: String, environment: [String: String]) -> MediaStore {
    guard ObjectAddress.isAddress(place) else { return MediaStore(archive: place) }
    return MediaStore(
      objects: StoredObjects(place, environment: environment),
      cache: PictureCache.folder(environment), bytes: PictureCache.limit(environment))
  }
}

/// The pictures of an archive in an object store.
private struct StoredObjects: PictureObjects {
  let address: String
  /// Matching needs neither keys nor a usable address, so their faults are reported only when a
  /// picture is requested.
  private let store: Result<ObjectStore, ObjectError>

  init(_ text: String, environment: [String: String]) {
    store = Result { () throws(ObjectError) in
      try ObjectStore(ObjectAddress(text), settings: ObjectSettings(environment: environment))
    }
    address = (try? ObjectAddress(text))?.description ?? "the object store"
  }

  private static func name(_ sha256: String) -> String {
    "sha256/\(sha256.prefix(2))/\(sha256)"
  }

  private func asking<T>(
    _ work: (ObjectStore) throws(ObjectError) -> T
  ) throws(MediaRefusal) -> T {
    do throws(ObjectError) { return try work(store.get()) } catch { throw MediaRefusal(error) }
  }

  func size(of sha256: String) throws(MediaRefusal) -> Int? {
    try asking { (store) throws(ObjectError) in try store.size(of: Self.name(sha256)) }
  }

  func put(_ path: String, _ content: MediaStore.Content) throws(MediaRefusal) {
    try asking { (store) throws(ObjectError) in
      try store.put(
        path, as: Self.name(content.sha256), bytes: content.bytes, sha256: content.sha256)
    }
  }

  func get(
    _ sha256: String, _ take: (Data) throws(MediaRefusal) -> Void
  ) throws(MediaRefusal) {
    var refusal: MediaRefusal?
    do throws(MediaRefusal) {
      try asking { (store) throws(ObjectError) in
        try store.get(Self.name(sha256)) { piece in
          do throws(MediaRefusal) { try take(piece) } catch { refusal = error }
          return refusal == nil
        }
      }
    } catch { throw refusal ?? error }
  }

  func contents(of shelf: String) throws(MediaRefusal) -> [String] {
    var names: [String] = []
    try asking { (store) throws(ObjectError) in
      try store.list(shelf.isEmpty ? "sha256/" : "sha256/\(shelf)/") { name, _ in
        let hash = name.split(separator: "/").last.map(String.init) ?? ""
        if name == Self.name(hash) { names.append(hash) }
      }
    }
    return names
  }

  func check() throws(MediaRefusal) {
    try asking { (store) throws(ObjectError) in try store.check() }
  }
}

extension MediaRefusal {
  /// Gives an object store's error the code that it has in an archive.
  fileprivate init(_ error: ObjectError) {
    let code: ArchiveErrorCode =
      switch error.code {
      case .busy: .busy
      case .configuration, .denied, .missingBucket: .pictureStore
      case .missing, .refused, .stopped: .storage
      }
    let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
    self.init(
      reason: error.code == .missing ? "is missing: \(message)" : "can't be fetched: \(message)",
      isOfStore: error.code != .missing, isMissing: error.code == .missing, code: code)
  }
}
