internal import Foundation
internal import Synchronization
package import TimeWalk
internal import TimeWalkBase

/// The file of the socket that a server listens on; the server removes it when it exits.
///
/// The owner and the group of the file may connect (mode 0660).
package final class SocketFile: Sendable {
  private let path: String
  /// The path that the server binds its socket to; `open()` moves it to the real one.
  ///
  /// NIO removes the bound path on closing, even if another server uses it by then.
  package let bound: String
  /// The process's earlier umask.
  private let mask: mode_t
  private let own = Mutex<FileFacts?>(nil)
  /// The longest path that a system call takes, bytes.
  private static let longestBound = 107
  /// The longest path of a socket, bytes: `bound` is 9 longer.
  package static let longestPath = longestBound - 9

  /// Prepares the path before a server binds its socket.
  ///
  /// A socket without a server, left by one that was killed, is removed. Until `open()`, new files
  /// of this process are private: no other account can connect before the mode is set.
  ///
  /// - Throws: `cannotCreate` if a server listens there, another file has the name, or the old
  ///   socket can't be removed.
  package init(path: String) throws(TimeWalkError) {
    self.path = path
    bound = path + "." + RandomBytes.make(4).hexadecimal
    if let facts = FileFacts(path) {
      guard facts.isSocket else {
        throw TimeWalkError(
          .cannotCreate, "\(path) exists and isn't a socket; give another path")
      }
      guard !SocketFile.hasListener(path) else {
        throw TimeWalkError(
          .cannotCreate, "another server listens on \(path); stop it, or give another path")
      }
      guard unlink(path) == 0 || errno == ENOENT else {
        throw TimeWalkError(
          .cannotCreate, "can't remove \(path): \(String(cString: strerror(errno)))")
      }
    }
    mask = umask(0o077)
    umask(mask | 0o007)
  }

  /// Moves the socket to its path and allows the group to connect; call it once the server listens.
  ///
  /// - Returns: `false` if the socket couldn't be moved.
  package func open() -> Bool {
    chmod(bound, 0o660)
    umask(mask)
    return own.withLock { own in
      own = FileFacts(bound)
      return rename(bound, path) == 0
    }
  }

  /// Removes the file, unless it is another server's.
  package func remove() {
    own.withLock { own in
      if own != nil, FileFacts(path) == own { unlink(path) }
      own = nil
    }
  }

  /// Returns true if a server listens there; `true` if that can't be determined.
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
