internal import Foundation
internal import Glibc

/// A watch for the openings of a file by any process, `inotify(7)`.
package final class OpenWatch: Sendable {
  private let descriptor: Int32

  /// Watches a file.
  package init(_ path: String) throws {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else {
      throw CocoaError(.fileReadUnknown)
    }
  }

  deinit { close(descriptor) }

  /// True if it was opened since the last question.
  package var hasOpened: Bool {
    var events = [UInt8](repeating: 0, count: 4096)
    return read(descriptor, &events, events.count) > 0
  }
}
