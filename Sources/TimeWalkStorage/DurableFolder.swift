internal import Glibc

/// Folders and names of files that are still there after a power cut.
///
/// `fsync` of a file writes its bytes to the disk. Its name is written only by `fsync` of its
/// folder (fsync(2)). The same holds for a new folder and its parent.
package enum DurableFolder {
  /// Makes a folder and its missing parents, and flushes their names to the disk.
  ///
  /// An existing folder stays unchanged, with its permissions.
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - isPrivate: true if only this user may read the new folder.
  /// - Throws: `StorageError` when the folder can't be made, or a file is in its place.
  package static func make(_ path: String, isPrivate: Bool = false) throws(StorageError) {
    guard !isFolder(path) else { return }
    let parent = parent(of: path)
    if parent != path { try make(parent, isPrivate: isPrivate) }
    if mkdir(path, isPrivate ? 0o700 : 0o777) != 0 {
      let code = errno
      // Another process may have made it meanwhile.
      guard code == EEXIST, isFolder(path) else {
        throw StorageError(errno: code, "can't create the folder \(path)")
      }
    }
    try synchronize(parent)
  }

  /// Flushes the names in a folder to the disk.
  ///
  /// A file system without this request doesn't cause an error.
  /// - Throws: `StorageError` when the folder can't be opened or the disk refuses.
  package static func synchronize(_ path: String) throws(StorageError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw StorageError(errno: errno, "can't open the folder \(path)") }
    defer { close(folder) }
    try synchronize(folder, named: path)
  }

  /// The same for a folder that is open.
  package static func synchronize(_ folder: Int32, named path: String) throws(StorageError) {
    guard fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw StorageError(errno: errno, "can't write the folder \(path) to the disk")
    }
  }

  /// Renames a complete, flushed file in one step and flushes its new name to the disk.
  ///
  /// Readers see the old file or the new one. A device or a pipe stays: root could replace
  /// `/dev/null` by a file.
  /// - Throws: `StorageError`; if only flushing the folder fails, the file has its name already.
  package static func rename(_ temporary: String, to path: String) throws(StorageError) {
    guard !isStream(path) else {
      throw StorageError(errno: EEXIST, "can't replace \(path), because it isn't a file")
    }
    guard systemRename(temporary, path) == 0 else {
      throw StorageError(errno: errno, "can't write \(path)")
    }
    do throws(StorageError) { try synchronize(parent(of: path)) } catch {
      throw StorageError(
        errno: error.errno,
        "\(path) was written, but a power cut may lose it, because its folder can't be written to the disk"
      )
    }
  }

  /// The folder that a path lies in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns true if a path leads to a device, a pipe or a socket, or names an open file of a
  /// process, as `/dev/stdout` does.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return true }
    var target = [CChar](repeating: 0, count: 6)
    return readlink(path, &target, 6) == 6
      && target.elementsEqual("/proc/".utf8, by: { $0 == CChar($1) })
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// The system's `rename`, which a method's name would hide.
private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }
