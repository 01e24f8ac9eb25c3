import Foundation
import TimeWalkArchive
import TimeWalkBase
import TimeWalkTables

/// Receives the NOTIFY messages of other programs, on its own connection and thread, until it is
/// released.
///
/// If the connection breaks, it makes another one. Messages of the meantime are read from a table.
/// All are read from it if a pooler shares connections, because a LISTEN then ends with its
/// transaction.
package final class ServerListener: Sendable {
  private let stop = DispatchSemaphore(value: 0)

  /// The polling interval of the table if LISTEN doesn't work, milliseconds.
  private static let shared = 500
  /// The polling interval otherwise, which also verifies the connection.
  private static let quiet = 15_000
  /// The longest single wait in milliseconds, after which a cancellation is noticed.
  private static let slice: Int32 = 250

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - pool: makes the connection.
  ///   - channel: an SQL expression for the channel's name.
  ///   - catchUp: reads the table of messages.
  ///   - hear: receives each message, on the listener's thread.
  /// - Throws: `busy` if the system gives no thread.
  init(
    _ pool: ServerPool, channel: String,
    catchUp: @escaping @Sendable (any SQLStatements) throws -> Void,
    hear: @escaping @Sendable (String) -> Void
  ) throws(ArchiveError) {
    let stop = stop
    let isStarted = DetachedThread.start {
      while stop.wait(timeout: .now()) != .success {
        do {
          let connection = try pool.connect()
          if !connection.isShared {
            let name =
              try connection.once("SELECT CAST(\(channel) AS text)", []).row(0)[0] as String
            try connection.execute("LISTEN \"\(name)\"")
          }
          while true {
            try catchUp(ServerTables(connection))
            if connection.isShared {
              if stop.wait(timeout: .now() + .milliseconds(ServerListener.shared)) == .success {
                return
              }
              continue
            }
            let end = Date().addingTimeInterval(Double(ServerListener.quiet) / 1000)
            while Date() < end {
              if stop.wait(timeout: .now()) == .success { return }
              try connection.notifications(within: ServerListener.slice).forEach(hear)
            }
          }
        } catch {
          // The server is gone, or not there yet.
          if stop.wait(timeout: .now() + 1) == .success { return }
        }
      }
    }
    guard isStarted else {
      throw ArchiveError(
        .busy, "The system gives no thread for messages of the server. Raise its limit of threads.")
    }
  }

  deinit { stop.signal() }
}
