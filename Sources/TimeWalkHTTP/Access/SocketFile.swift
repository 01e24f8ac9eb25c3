internal import Foundation
internal import Synchronization
package import TimeWalk
internal import TimeWalkBase

/// The file of a socket that a server listens on: it goes with the server.
///
/// The owner and the group of the file may connect (mode 0660).
package final class SocketFile: Sendable {
  private let path: String
  /// The path that the server binds its socket to; `open()` moves it to the real one.
  ///
  /// NIO removes the path that it bound when it closes, even if another server has it by then.
  package let bound: String
  /// The process's mask for new files before this one narrowed it.
  private let mask: mode_t
  private let own = Mutex<FileFacts?>(nil)
  /// The most bytes that a path may have to a system's call.
  private static let longestBound = 107
  /// The most bytes that a socket's path may have: `bound` is 9 longer.
  package static let longestPath = longestBound - 9

  /// Makes room for the file, before a server binds its socket.
  ///
  /// A socket that no server listens on any more is removed, as one is left by a server that was
  /// killed. Until `open()` new files of this process are closed to other accounts, so that none
  /// connects before the mode is set.
  ///
  /// - Throws: `cannotCreate` where a server listens there, something else has the name, or what
  ///   is left can't be removed.
  package init(path: String) throws(TimeWalkError) {
    self.path = path
    bound = path + "." + RandomBytes.make(4).hexadecimal
    if let facts = FileFacts(path) {
      guard facts.isSocket else {
        throw TimeWalkError(
          .cannotCreate, "\(path) is no socket, and stays as it is; name another path")
      }
      guard !SocketFile.hasListener(path) else {
        throw TimeWalkError(
          .cannotCreate, "a server listens on \(path) already; stop it, or name another path")
      }
      guard unlink(path) == 0 || errno == ENOENT else {
        throw TimeWalkError(
          .cannotCreate, "\(path) can't be removed: \(String(cString: strerror(errno)))")
      }
    }
    mask = umask(0o077)
    umask(mask | 0o007)
  }

  /// Gives the socket its path and lets the group connect; to be called once the server listens.
  ///
  /// - Returns: `false` if the socket couldn't get its path.
  package func open() -> Bool {
    chmod(bound, 0o660)
    umask(mask)
    return own.withLock { own in
      own = FileFacts(bound)
      return rename(bound, path) == 0
    }
  }

  /// Removes the file, unless another server has put its own there.
  package func remove() {
    own.withLock { own in
      if own != nil, FileFacts(path) == own { unlink(path) }
      own = nil
    }
  }

  /// Whether a server listens there; also `true` where that can't be found out.
  private static func hasListener(_ path: String) -> Bool {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0, path.utf8.count <= longestBound else { return true }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 || errno != ECONNREFUSED
  }
}
