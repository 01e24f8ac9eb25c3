import Foundation
import TimeWalkTables

/// Hears what programs tell each other by NOTIFY, on a connection and a thread of its own, until it
/// is let go.
///
/// Where the connection breaks it makes another one. What was told meanwhile, and all where a
/// pooler shares connections and no LISTEN outlives a transaction, is read from a table instead.
package final class ServerListener: Sendable {
  private let stop = DispatchSemaphore(value: 0)

  /// How often the table is read where nothing can be heard, milliseconds.
  private static let shared = 500
  /// How often it is read besides, which tells that the connection still leads somewhere.
  private static let quiet = 15_000
  /// How long a wait may last, milliseconds: so soon it ends when it is let go.
  private static let slice: Int32 = 250

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - pool: makes the connection.
  ///   - channel: an SQL expression for the channel's name.
  ///   - catchUp: reads the table of what was told.
  ///   - hear: takes what is heard, on the listener's thread.
  init(
    _ pool: ServerPool, channel: String,
    catchUp: @escaping @Sendable (any SQLStatements) throws -> Void,
    hear: @escaping @Sendable (String) -> Void
  ) {
    let stop = stop
    Thread.detachNewThread {
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
  }

  deinit { stop.signal() }
}
