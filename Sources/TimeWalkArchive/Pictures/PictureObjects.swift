package import Foundation

/// An object store that keeps an archive's pictures in the place of a folder.
///
/// Objects are named like the files of a `MediaStore`, by the SHA-256 of their bytes. All that it
/// throws is a fault of the store (`MediaRefusal.isOfStore`) but that an object isn't there.
package protocol PictureObjects: Sendable {
  /// Its address, as people may see it; no keys.
  var address: String { get }

  /// How long an object is; `nil` where there is none.
  func size(of sha256: String) throws(MediaRefusal) -> Int?

  /// Puts a file in; returns once the store has acknowledged all of it.
  func put(_ path: String, _ content: MediaStore.Content) throws(MediaRefusal)

  /// Hands over an object's bytes as they come; `isMissing` where there is none.
  func get(
    _ sha256: String, _ take: (Data) throws(MediaRefusal) -> Void
  ) throws(MediaRefusal)

  /// The objects on a shelf, two digits that their names begin with, by their hash; on all shelves
  /// with an empty text.
  func contents(of shelf: String) throws(MediaRefusal) -> [String]

  /// Makes sure that the store can be reached and that it may be read.
  func check() throws(MediaRefusal)
}

/// Which pictures a store keeps, for who asks for many: an object store is asked for a shelf of
/// them at a time.
package struct KeptPictures {
  private let store: MediaStore
  private var shelves: [Substring: Set<String>] = [:]

  /// Asks nothing yet.
  package init(_ store: MediaStore) { self.store = store }

  /// Whether a content is kept; throws what the store throws.
  package mutating func has(_ sha256: String) throws(ArchiveError) -> Bool {
    guard let path = store.path(of: sha256) else { return false }
    guard let objects = store.objects else { return FileManager.default.fileExists(atPath: path) }
    let shelf = sha256.prefix(2)
    if let known = shelves[shelf] { return known.contains(sha256) }
    let found: Set<String>
    do { found = Set(try objects.contents(of: String(shelf))) } catch {
      throw ArchiveError(error.code, "The store \(objects.address) \(error.reason).")
    }
    shelves[shelf] = found
    return found.contains(sha256)
  }
}
