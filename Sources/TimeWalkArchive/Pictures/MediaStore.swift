package import Foundation
import TimeWalkBase
package import TimeWalkStorage
import Glibc

/// The pictures that an archive stores itself.
///
/// They are in a folder next to its file, `ARCHIVE.media/sha256/ab/abcd…`, where every file is
/// named by the SHA-256 of its bytes. Or they are in an object store, and the folder caches them
/// (`PictureCache`). Existing files are complete and never modified: a file is written under
/// another name, flushed to the disk and then renamed. The same picture is stored once.
package struct MediaStore: Sendable {
  /// The data of a file.
  package struct Content: Hashable, Sendable {
    /// The SHA-256 of its bytes, 64 hexadecimal digits in lower case.
    package var sha256: String
    /// Its length.
    package var bytes: Int
    /// The mark for detecting changes of the source file; empty without a source file.
    package var stamp = ""
  }

  /// The folder, which is made when it is first needed.
  package let folder: String
  /// The object store that replaces the folder; `nil` for the folder.
  package let objects: (any PictureObjects)?
  /// The greatest size of the folder in bytes if an object store keeps the pictures.
  private let cacheBytes: Int

  /// A folder next to an archive's file.
  package init(archive path: String) {
    (folder, objects, cacheBytes) = (path + ".media", nil, 0)
  }

  /// An object store, and the folder and limit of its cache.
  package init(objects: any PictureObjects, cache folder: String, bytes: Int) {
    (self.objects, self.folder, cacheBytes) = (objects, folder, bytes)
  }

  /// The path for a content, existing or not; `nil` for an invalid SHA-256.
  package func path(of sha256: String) -> String? {
    guard sha256.utf8.count == 64,
      sha256.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return "\(folder)/sha256/\(sha256.prefix(2))/\(sha256)"
  }

  /// The location of a content, for users: the path of its file or the address of its object.
  package func place(of sha256: String) -> String {
    objects.map { "\($0.address)/sha256/\(sha256.prefix(2))/\(sha256)" } ?? path(of: sha256) ?? ""
  }

  /// The file of a content on this machine, fetched from an object store unless it is cached; `nil`
  /// if the store doesn't have it.
  ///
  /// Of a store's answer without an end, the disk gets no more than the cache may have.
  package func file(of sha256: String) throws(MediaRefusal) -> String? {
    guard let path = path(of: sha256) else { return nil }
    if FileManager.default.fileExists(atPath: path) {
      if objects != nil { PictureCache.touch(path) }
      return path
    }
    guard let objects else { return nil }
    var incoming = try IncomingMedia(self)
    do throws(MediaRefusal) {
      try objects.get(sha256) { (piece) throws(MediaRefusal) in
        guard incoming.bytes + piece.count <= max(cacheBytes, MediaLimits.bytes) else {
          throw MediaRefusal(
            reason: "is too long: \(place(of: sha256))", isOfStore: true, code: .damaged)
        }
        try incoming.write(piece)
      }
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
    let bytes = incoming.bytes
    guard try incoming.cache(as: sha256) else {
      throw MediaRefusal(
        reason: "is damaged: \(place(of: sha256))", isOfStore: true, code: .damaged)
    }
    PictureCache.grew(self, by: bytes, at: path, limit: cacheBytes)
    return path
  }

  /// The length of a content; throws `isMissing` for a missing one.
  package func size(of sha256: String) throws(MediaRefusal) -> Int {
    guard let objects else { return try RegularFile(path: path(of: sha256) ?? "").size }
    guard let size = try objects.size(of: sha256) else {
      throw MediaRefusal(reason: "is missing: \(place(of: sha256))", isMissing: true)
    }
    return size
  }

  /// Reads a content to its end from the store, not from a cache.
  package func read(
    _ sha256: String, _ body: (Data) throws(MediaRefusal) -> Void
  ) throws(MediaRefusal) {
    guard let objects else {
      return try RegularFile(path: path(of: sha256) ?? "").read(limit: .max, body)
    }
    try objects.get(sha256, body)
  }

  /// Reads a content for its hash.
  package func look(at sha256: String) throws(MediaRefusal) -> Content {
    var digest = Digest()
    var bytes = 0
    try read(sha256) { (piece: Data) throws(MediaRefusal) in
      digest.add(piece)
      bytes += piece.count
    }
    return Content(sha256: digest.bytes().hexadecimal, bytes: bytes)
  }

  /// Everything that is kept, by its hash; unordered.
  package func kept() throws(MediaRefusal) -> [String] {
    try objects?.contents(of: "") ?? contents()
  }

  /// Hashes a file without moving it.
  package static func look(at path: String, limit: Int) throws(MediaRefusal) -> Content {
    let file = try RegularFile(path: path)
    var digest = Digest()
    var bytes = 0
    try file.read(limit: limit) { (piece: Data) throws(MediaRefusal) in
      digest.add(piece)
      bytes += piece.count
    }
    return Content(sha256: digest.bytes().hexadecimal, bytes: bytes, stamp: file.stamp)
  }

  /// Copies a file in.
  ///
  /// With `expecting`, only when its SHA-256 is that.
  package func copy(
    _ path: String, limit: Int, expecting hash: String? = nil
  ) throws(MediaRefusal) -> Content {
    let file = try RegularFile(path: path)
    var incoming = try IncomingMedia(self)
    try file.read(limit: limit) { (piece: Data) throws(MediaRefusal) in
      try incoming.write(piece)
    }
    var content = try incoming.keep(expecting: hash)
    content.stamp = file.stamp
    return content
  }

  /// The abandoned temporary files, left behind by a kill.
  package func leftovers() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: incoming)) ?? []
    return names.sorted().map { "\(incoming)/\($0)" }.filter { MediaLock(taking: $0) != nil }
  }

  /// The folder of files that are not complete.
  var incoming: String { folder + "/incoming" }

  /// A shared lock while a file is stored before the archive names it, and an exclusive one while
  /// unnamed files are removed.
  ///
  /// `nil` without a store.
  package func claim() -> MediaLock? { MediaLock(sharing: folder + "/lock") }

  /// Removes files that the archive doesn't name, and the remains of kills.
  ///
  /// Returns the number of the files. The caller must hold the archive's write lock, which excludes
  /// imports. Nothing is removed while pictures are being fetched.
  package func removeAll(except isNamed: (String) throws -> Bool) throws -> Int {
    // Makes the file if it is missing.
    guard claim() != nil, let lock = MediaLock(taking: folder + "/lock") else { return 0 }
    defer { withExtendedLifetime(lock) {} }
    var removed = 0
    for file in leftovers() where unlink(file) == 0 { removed += 1 }
    for name in contents() where try !isNamed(name) {
      if let path = path(of: name), unlink(path) == 0 { removed += 1 }
    }
    return removed
  }

  /// Flushes a content's name to the disk: the names in its shelf, and that of the shelf.
  package func synchronize(shelf: String) throws(StorageError) {
    try DurableFolder.synchronize(shelf)
    try DurableFolder.synchronize(folder + "/sha256")
  }

  /// All files in the folder, by their hashes; unordered.
  package func contents() -> [String] {
    let root = folder + "/sha256"
    let manager = FileManager.default
    let shelves = (try? manager.contentsOfDirectory(atPath: root)) ?? []
    return shelves.flatMap { (try? manager.contentsOfDirectory(atPath: "\(root)/\($0)")) ?? [] }
  }
}

/// A new file for the store; it is deleted unless it is stored.
///
/// One owner of the descriptor and of the name; both stay in this file.
package struct IncomingMedia: ~Copyable {
  private let store: MediaStore
  private let name: String
  private let descriptor: Int32
  private var digest = Digest()
  /// The first bytes, which identify the format.
  private(set) var head: [UInt8] = []
  /// The number of bytes so far.
  package private(set) var bytes = 0

  package init(_ store: MediaStore) throws(MediaRefusal) {
    let waiting = store.incoming
    do throws(StorageError) { try DurableFolder.make(waiting) } catch {
      throw MediaRefusal(reason: "can't be stored: \(error)", isOfStore: true)
    }
    let name = "\(waiting)/\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw IncomingMedia.fault() }
    // Shows other processes that it is being written, as long as this process lives. A search for
    // leftovers locks it only for a moment.
    flock(descriptor, LOCK_EX)
    self.store = store
    self.name = name
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    unlink(name)
  }

  /// The path of the bytes until the file is kept.
  package var path: String { name }

  /// Adds bytes.
  package mutating func write(_ piece: Data) throws(MediaRefusal) {
    if head.count < 64 { head += piece.prefix(64 - head.count) }
    bytes += piece.count
    digest.add(piece)
    var rest = piece[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw IncomingMedia.fault() }
      rest = rest.dropFirst(count)
    }
  }

  /// Moves the file into the store; an existing equal file stays.
  ///
  /// With `expecting`, only when its SHA-256 is that.
  package consuming func keep(
    expecting expected: String? = nil
  ) throws(MediaRefusal) -> MediaStore.Content {
    let content = MediaStore.Content(sha256: digest.bytes().hexadecimal, bytes: bytes)
    guard expected == nil || expected == content.sha256 else {
      throw MediaRefusal(reason: "was changed: its bytes differ")
    }
    if let objects = store.objects {
      // A file of another length is unusable and is replaced.
      if try objects.size(of: content.sha256) != bytes { try objects.put(name, content) }
      return content
    }
    try place(content)
    return content
  }

  /// Moves a file from an object store into the folder.
  ///
  /// Returns whether its SHA-256 is the requested one; otherwise it is deleted.
  fileprivate consuming func cache(as sha256: String) throws(MediaRefusal) -> Bool {
    let content = MediaStore.Content(sha256: digest.bytes().hexadecimal, bytes: bytes)
    guard content.sha256 == sha256 else { return false }
    try place(content)
    return true
  }

  private borrowing func place(_ content: MediaStore.Content) throws(MediaRefusal) {
    guard let target = store.path(of: content.sha256) else { throw IncomingMedia.fault() }
    let shelf = String(target.dropLast(65))
    var state = stat()
    let isThere =
      lstat(target, &state) == 0 && state.st_mode & S_IFMT == S_IFREG && state.st_size == bytes
    do {
      if !isThere {
        try DurableFolder.make(shelf)
        // First the bytes, then the name, then the folder with the name: a name never stands for an
        // incomplete file.
        guard fchmod(descriptor, 0o444) == 0, fsync(descriptor) == 0, rename(name, target) == 0
        else { throw IncomingMedia.fault() }
      }
      // Also for an existing one: a killed program may have left its name in memory alone.
      try store.synchronize(shelf: shelf)
    } catch {
      throw error as? MediaRefusal
        ?? MediaRefusal(reason: "can't be stored: \(error)", isOfStore: true)
    }
  }

  private static func fault() -> MediaRefusal {
    MediaRefusal(
      reason: "can't be stored: \(String(cString: strerror(errno)))", isOfStore: true)
  }
}

/// The system's `write`, which a method's name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
