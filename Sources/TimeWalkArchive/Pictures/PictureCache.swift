import Foundation
import Synchronization
import Glibc

/// The pictures of an object store that were read on this machine a short time ago, in a folder.
///
/// Several programs may share it. A picture is verified with its SHA-256 when it is written; the
/// least recently used ones are removed first.
package enum PictureCache {
  /// The default limit in bytes, without `TIMEWALK_PICTURE_CACHE_BYTES`.
  package static let usualBytes = 2 << 30
  /// The minimum storage time of a picture in seconds, which leaves time to read it; nothing stays
  /// beyond twice the limit.
  package static let leastSeconds = 300.0

  /// The folder: `TIMEWALK_PICTURE_CACHE`, else one in the user's cache folder.
  package static func folder(_ environment: [String: String]) -> String {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute("TIMEWALK_PICTURE_CACHE")
      ?? (absolute("XDG_CACHE_HOME") ?? NSHomeDirectory() + "/.cache") + "/timewalk/pictures"
  }

  /// The limit of bytes.
  package static func limit(_ environment: [String: String]) -> Int {
    environment["TIMEWALK_PICTURE_CACHE_BYTES"].flatMap(Int.init)
      .map { min(max(0, $0), 1 << 50) } ?? usualBytes
  }

  /// Notes that a file of it was used.
  static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

  /// Notes that a picture was written; the folder is looked through when it may have become a
  /// sixteenth larger than its limit, and at first.
  static func grew(_ store: MediaStore, by bytes: Int, at path: String, limit: Int) {
    let isDue = unswept.withLock { folders in
      folders[store.folder] = (folders[store.folder] ?? limit) + bytes
      guard folders[store.folder, default: 0] >= limit / 16 else { return false }
      folders[store.folder] = 0
      return true
    }
    if isDue { sweep(store, except: path, limit: limit) }
  }

  /// The number of bytes written into each folder since it was last swept.
  private static let unswept = Mutex<[String: Int]>([:])

  /// Removes the excess over the limit, and the remains of kills; the picture that was just written
  /// stays at any limit.
  private static func sweep(_ store: MediaStore, except kept: String, limit: Int) {
    let now = Date().timeIntervalSince1970
    // A file that was made this moment may not be locked yet.
    for file in store.leftovers() {
      var state = stat()
      guard lstat(file, &state) == 0,
        Double(state.st_mtim.tv_sec) + leastSeconds < now
      else { continue }
      unlink(file)
    }
    var files: [(path: String, bytes: Int, used: Double)] = []
    for path in store.contents().compactMap(store.path(of:)) {
      var state = stat()
      guard lstat(path, &state) == 0 else { continue }
      let used = Double(state.st_mtim.tv_sec) + Double(state.st_mtim.tv_nsec) / 1e9
      files.append((path, Int(state.st_size), used))
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    for file in files.sorted(by: { $0.used < $1.used }) where total > limit && file.path != kept {
      let isOld = now - file.used > leastSeconds
      guard isOld || total > 2 * limit else { return }
      if unlink(file.path) == 0 { total -= file.bytes }
    }
  }
}
