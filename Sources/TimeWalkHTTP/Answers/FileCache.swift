internal import NIOCore
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// A cache of small files, such as renditions; the least recently used ones go.
///
/// It saves only the reading: the caller has checked the right, and has opened the file anew.
final class FileCache: Sendable {
  /// The longest file, bytes; longer ones are sent piece by piece.
  static let longest = 512 << 10
  /// The most bytes of all files.
  private static let most = 32 << 20

  private struct Entry {
    let facts: FileFacts
    let bytes: ByteBuffer
    var used: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var size = 0
    var uses = 0

    mutating func remove(_ path: String) {
      size -= entries.removeValue(forKey: path)?.facts.size ?? 0
    }
  }

  private let state = Mutex(State())

  /// The bytes of all files.
  var size: Int { state.withLock { $0.size } }

  /// The content of an open file, read if it isn't cached.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - facts: its metadata; a replaced or changed file is read again.
  ///   - read: reads the whole file.
  /// - Returns: its content.
  /// - Throws: the errors of `read`.
  func bytes(
    of path: String, _ facts: FileFacts, _ read: () throws(TimeWalkError) -> ByteBuffer
  ) throws(TimeWalkError) -> ByteBuffer {
    let kept = state.withLock { state -> ByteBuffer? in
      guard state.entries[path]?.facts == facts else { return nil }
      state.uses += 1
      state.entries[path]?.used = state.uses
      return state.entries[path]?.bytes
    }
    if let kept { return kept }
    let bytes = try read()
    state.withLock { state in
      state.remove(path)
      state.uses += 1
      state.entries[path] = Entry(facts: facts, bytes: bytes, used: state.uses)
      state.size += facts.size
      while state.size > FileCache.most,
        let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
      {
        state.remove(oldest.key)
      }
    }
    // It may have been deleted after it was opened.
    if FileFacts(path) != facts { state.withLock { $0.remove(path) } }
    return bytes
  }

  /// Removes the files that were deleted or replaced.
  func removeDeleted() {
    let known = state.withLock { $0.entries.mapValues(\.facts) }
    let gone = known.filter { FileFacts($0.key) != $0.value }
    state.withLock { state in
      for path in gone.keys where state.entries[path]?.facts == gone[path] { state.remove(path) }
    }
  }
}
