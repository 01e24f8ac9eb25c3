internal import Foundation
internal import TimeWalkStorage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files of one photo: they appear whole or not at all, and never replace one that isn't its own.
///
/// Each is written to a hidden file first, which bears the photo's number and its owner's. When all have reached the
/// disk they get their names as further links to the hidden files; those go when the library has recorded the photo.
/// So after a kill at any instant a file under a final name is known to be of a photo that was not completed by its
/// hidden twin, and is removed with it; another library's file of that name has none, and stays.
public final class OutputFiles {
  /// The folder, as an absolute path.
  public let folder: String
  private let owner: Int
  /// The files that a photo had before, and that are its own; `nil` for a new one.
  private let old: [String]?
  private var hidden: [(partial: String, path: String)] = []
  private var published: [String] = []

  /// Starts with no file.
  ///
  /// - Parameters:
  ///   - folder: where they go; it is made when it is missing.
  ///   - owner: who writes them.
  ///   - old: the files that the photo had before, which give way; `nil` for a new one.
  /// - Throws: `cannotCreate`, `noSpace`.
  init(folder: String, owner: Int, replacing old: [String]?) throws(LibraryError) {
    self.folder = folder
    self.owner = owner
    self.old = old
    // Made for this user alone: pictures tell where somebody was. A folder that is there stays as it is.
    do throws(StorageError) { try DurableFolder.make(folder, isPrivate: true) } catch {
      throw LibraryError(error)
    }
  }

  /// Writes a file under its hidden name.
  ///
  /// - Returns: the absolute path that it will have.
  /// - Throws: `cannotCreate` when the folder refuses, `noSpace`, `inputOutput`.
  public func add(_ bytes: [UInt8], named name: String) throws(LibraryError) -> String {
    let path = folder + "/" + name
    let partial = OutputFiles.partial(name, in: folder, owner: owner)
    unlink(partial)
    hidden.append((partial, path))
    try OutputFiles.fill(partial, with: bytes, named: path)
    return path
  }

  /// Gives all files their names, and brings those to the disk.
  ///
  /// - Throws: `cannotCreate` when a name is taken; then the others may have theirs until `discard`.
  public func publish() throws(LibraryError) {
    for (partial, path) in hidden {
      if old != nil {
        // Whoever looks sees the one or the other.
        guard rename(partial, path) == 0 else {
          throw LibraryError(errno: errno, "cannot replace \(path)")
        }
        published.append(path)
        continue
      }
      // A hard link fails when the name exists, where a rename would replace it.
      if link(partial, path) != 0 {
        let code = errno
        guard code == EPERM || code == ENOTSUP || code == EMLINK || code == ENOSYS else {
          throw LibraryError(errno: code, "cannot create \(path)")
        }
        // Some file systems have no hard links; there the one name becomes the other, if it is free.
        guard access(path, F_OK) != 0, rename(partial, path) == 0 else {
          throw LibraryError(.cannotCreate, "cannot create \(path)")
        }
      }
      published.append(path)
    }
    try OutputFiles.synchronize(folder: folder)
  }

  /// Whether the photo had its number before.
  public var isOfEarlier: Bool { old != nil }

  /// Whether files of a photo's new answer have taken the place of old ones.
  var hasReplaced: Bool { old != nil && !published.isEmpty }

  /// Takes the hidden names away, and old files that have no successor; the photo is recorded.
  ///
  /// - Returns: whether all of them are gone; what the disk keeps is for the next program.
  func settle() -> Bool {
    let paths = Set(published)
    let successorless = (old ?? []).filter { !paths.contains($0) }
    return OutputFiles.remove(successorless + takeHidden())
  }

  /// Takes away all that was written, but not what has taken the place of something.
  ///
  /// - Returns: whether all of it is gone; what the disk keeps is for the next program.
  func discard() -> Bool {
    // A name goes before its hidden twin, by which the next program knows whose it is.
    let gone = old == nil ? OutputFiles.remove(published) : true
    return gone && OutputFiles.remove(takeHidden())
  }

  private func takeHidden() -> [String] {
    defer { hidden = [] }
    return hidden.map(\.partial)
  }

  private static func remove(_ paths: [String]) -> Bool {
    var isAllGone = true
    for path in paths where unlink(path) != 0 && errno != ENOENT { isAllGone = false }
    return isAllGone
  }

  /// Takes away what a photo left whose owner was killed before it was completed.
  ///
  /// - Returns: whether all of it is gone.
  static func sweep(_ sequence: Int, in folder: String, owner: Int, isComplete: Bool) -> Bool {
    var isAllGone = true
    for name in OutputName.all(sequence) {
      let partial = OutputFiles.partial(name, in: folder, owner: owner)
      var mine = stat()
      var there = stat()
      guard lstat(partial, &mine) == 0 else { continue }
      let path = folder + "/" + name
      let isOwn =
        !isComplete && lstat(path, &there) == 0 && there.st_ino == mine.st_ino
        && there.st_dev == mine.st_dev
      if !remove(isOwn ? [path] : []) || !remove([partial]) { isAllGone = false }
    }
    return isAllGone
  }

  /// Brings the names in a folder to the disk.
  static func synchronize(folder: String) throws(LibraryError) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw LibraryError(errno: errno, "cannot open \(folder)") }
    defer { close(file) }
    // Some file systems can't be asked for that.
    guard fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw LibraryError(errno: errno, "cannot write \(folder)", otherwise: .inputOutput)
    }
  }

  private static func partial(_ name: String, in folder: String, owner: Int) -> String {
    "\(folder)/.\(name).\(String(owner, radix: 36)).partial"
  }

  private static func fill(_ path: String, with bytes: [UInt8], named name: String)
    throws(LibraryError)
  {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw LibraryError(errno: errno, "cannot create \(name)") }
    var code: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, code == 0 {
        let written = write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if written > 0 {
          done += written
        } else if errno != EINTR {
          code = errno
        }
      }
    }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    guard code == 0 else {
      unlink(path)
      throw LibraryError(errno: code, "cannot write \(name)", otherwise: .inputOutput)
    }
  }
}
