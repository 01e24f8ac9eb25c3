internal import CPlatform
internal import Foundation

/// Persistent connections to servers: many requests to a server share one.
///
/// All requests by one must have the same rules for hosts: a connection's host is checked when it
/// is opened.
// libcurl's handle is used by one thread at a time, because of the lock.
package final class WebLine: @unchecked Sendable {
  private let line: OpaquePointer?
  private let lock = NSLock()

  /// Makes no connection yet.
  package init() { line = twf_line_open() }

  deinit { if let line { twf_line_close(line) } }

  /// Makes a request by it.
  func use(_ request: (OpaquePointer?) -> Void) { lock.withLock { request(line) } }
}
