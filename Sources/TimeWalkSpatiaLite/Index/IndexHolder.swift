import Foundation
import Synchronization
import TimeWalkArchive

/// The index of an archive, if any: opened on the first use, and again when another replaces it.
final class IndexHolder: Sendable {
  private let path: String
  private let state = Mutex(State())

  private struct State {
    var current: MappedIndex?
    /// The file that was opened, or found to be of no use.
    var identity: Identity?
  }

  /// The identity of a file.
  private struct Identity: Equatable {
    var device: UInt
    var node: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  init(archive: String) { path = IndexWriter.path(of: archive) }

  /// The index of a state of the archive; `nil` when there is none, or it is that of another state.
  ///
  /// With `isThere`, it must still have its name; deleting it doesn't affect open readers.
  func index(stamp: Int64, isThere: Bool = false) -> MappedIndex? {
    state.withLock { state in
      let named = isThere ? IndexHolder.identity(of: path) : nil
      if let current = state.current, current.header.stamp == stamp, current.isWhole,
        !isThere || named == state.identity
      {
        return current
      }
      let identity = named ?? IndexHolder.identity(of: path)
      guard identity != state.identity else { return nil }
      state.identity = identity
      state.current = identity == nil ? nil : MappedIndex(path: path)
      return state.current.flatMap { $0.header.stamp == stamp ? $0 : nil }
    }
  }

  /// Lets go of an index that turned out to be damaged, until another takes its place.
  func refuse(_ index: MappedIndex) {
    state.withLock { if $0.current === index { $0.current = nil } }
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Identity(
      device: UInt(status.st_dev), node: UInt(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
