internal import CPlatform
internal import Foundation

/// Persistent connections to an object store, each for one request at a time.
// A handle of libcurl is used by one thread at a time, which has taken it out of the list.
final class ObjectLines: @unchecked Sendable {
  /// The maximum number of idle connections.
  private static let mostIdle = 8

  private let lock = NSLock()
  private var idle: [OpaquePointer] = []

  deinit { for line in idle { twf_line_close(line) } }

  /// Makes a request by one; `nil` if libcurl isn't installed.
  func use<T>(_ request: (OpaquePointer) -> T) -> T? {
    guard let line = lock.withLock({ idle.popLast() }) ?? twf_line_open() else { return nil }
    let result = request(line)
    let isKept = lock.withLock {
      guard idle.count < ObjectLines.mostIdle else { return false }
      idle.append(line)
      return true
    }
    if !isKept { twf_line_close(line) }
    return result
  }
}
