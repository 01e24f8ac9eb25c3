internal import TimeWalkBase
internal import Foundation
internal import TimeWalkStorage
internal import Glibc

/// An open folder for outputs: files are made, renamed and removed in this very folder, even if its
/// path changes.
///
/// Each system call resolves a path again. An attacker with write access could replace a folder by
/// a link between two calls, and redirect the files.
final class OutputFolder {
  /// The path that it was opened by, absolute.
  let path: String
  private let descriptor: Int32
  /// Linux's `O_PATH`, which is a macro of a macro to Swift: a folder on the way need not be
  /// readable.
  private static let pathOnly: Int32 = 0o10_000_000

  /// Opens a folder, and makes missing parts of it.
  ///
  /// - Parameters:
  ///   - path: an absolute path without dots. New folders are this user's alone, because pictures
  ///     contain positions.
  ///   - roots: real paths of folders that others may change. No link is followed on the way to a
  ///     folder within them.
  /// - Throws: `notAllowed` for a link within a root, `cannotCreate`, `noSpace`.
  init(path: String, within roots: [String] = []) throws(LibraryError) {
    self.path = path
    let isConfined = roots.contains { RawPath.lies(path, in: $0) }
    let way = OutputFolder.pathOnly | O_DIRECTORY | O_CLOEXEC | (isConfined ? O_NOFOLLOW : 0)
    var folder = open("/", way)
    guard folder >= 0 else { throw LibraryError(errno: errno, "can't open /") }
    defer { close(folder) }
    for name in RawPath.names(of: path) {
      func opened() -> Int32 { RawPath.withBytes(of: name) { openat(folder, $0, way) } }
      var next = opened()
      if next < 0, errno == ENOENT {
        let made = RawPath.withBytes(of: name) { mkdirat(folder, $0, 0o700) }
        guard made == 0 || errno == EEXIST else {
          throw LibraryError(errno: errno, "can't create the folder \(path)")
        }
        try OutputFolder.synchronize(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
        next = opened()
      }
      guard next >= 0 else {
        let code = errno
        if isConfined, code == ELOOP || code == ENOTDIR {
          throw LibraryError(
            .notAllowed, "\(path) isn't in an allowed folder: \(name) isn't a folder")
        }
        throw LibraryError(errno: code, "can't create the folder \(path)")
      }
      close(folder)
      folder = next
    }
    descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LibraryError(errno: errno, "can't open \(path)") }
  }

  /// Opens a folder that is there.
  init?(existing path: String) {
    self.path = path
    descriptor = RawPath.open(path, O_DIRECTORY)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes a file that is not there yet; returns its descriptor, or -1 with `errno`.
  func create(_ name: String, mode: mode_t) -> Int32 {
    // A link of that name isn't a free name either.
    openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
  }

  /// Takes a name away; returns whether it was there.
  @discardableResult func remove(_ name: String) -> Bool { unlinkat(descriptor, name, 0) == 0 }

  /// Renames a file, replacing an existing one; returns 0, or -1 with `errno`.
  func rename(_ name: String, to other: String) -> Int32 {
    renameat(descriptor, name, descriptor, other)
  }

  /// Gives a file a second name that must be free; returns 0, or -1 with `errno`.
  func link(_ name: String, to other: String) -> Int32 {
    linkat(descriptor, name, descriptor, other, 0)
  }

  /// The system's data about a name, of a link itself; `nil` if it doesn't exist.
  func status(_ name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Flushes its names to the disk.
  func synchronize() throws(LibraryError) {
    do throws(StorageError) { try DurableFolder.synchronize(descriptor, named: path) } catch {
      throw LibraryError(error)
    }
  }

  /// Flushes the parent of a new folder to the disk; an unreadable one can't be flushed.
  private static func synchronize(_ folder: Int32, _ path: String) throws(LibraryError) {
    guard folder >= 0 else { return }
    defer { close(folder) }
    do throws(StorageError) { try DurableFolder.synchronize(folder, named: path) } catch {
      throw LibraryError(error)
    }
  }
}
