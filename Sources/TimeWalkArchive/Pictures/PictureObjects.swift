package import Foundation

/// An object store that keeps an archive's pictures in the place of a folder.
///
/// Objects are named like the files of a `MediaStore`, by the SHA-256 of their bytes. All its
/// errors are faults of the store (`MediaRefusal.isOfStore`), except a missing object.
package protocol PictureObjects: Sendable {
  /// Its address, as people may see it; no keys.
  var address: String { get }

  /// The length of an object; `nil` if it doesn't exist.
  func size(of sha256: String) throws(MediaRefusal) -> Int?

  /// Puts a file in; returns once the store has acknowledged all of it.
  func put(_ path: String, _ content: MediaStore.Content) throws(MediaRefusal)

  /// Passes an object's bytes on as they arrive; throws `isMissing` if it doesn't exist.
  func get(
    _ sha256: String, _ take: (Data) throws(MediaRefusal) -> Void
  ) throws(MediaRefusal)

  /// The hashes of the objects whose names begin with two digits; of all objects for an empty
  /// text.
  func contents(of prefix: String) throws(MediaRefusal) -> [String]

  /// Makes sure that the store can be reached and that it may be read.
  func check() throws(MediaRefusal)
}

/// The stored pictures, for many queries: an object store lists one prefix at a time.
package struct StoredPictureLookup {
  private let store: MediaStore
  private var lists: [Substring: Set<String>] = [:]

  /// Makes an empty list.
  package init(_ store: MediaStore) { self.store = store }

  /// Returns true if a content is kept; throws the store's error.
  package mutating func has(_ sha256: String) throws(ArchiveError) -> Bool {
    guard let path = store.path(of: sha256) else { return false }
    guard let objects = store.objects else { return FileManager.default.fileExists(atPath: path) }
    let prefix = sha256.prefix(2)
    if let known = lists[prefix] { return known.contains(sha256) }
    let found: Set<String>
    do { found = Set(try objects.contents(of: String(prefix))) } catch {
      throw ArchiveError(error.code, "The store \(objects.address) \(error.reason).")
    }
    lists[prefix] = found
    return found.contains(sha256)
  }
}
