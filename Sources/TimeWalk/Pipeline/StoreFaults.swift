internal import Synchronization
internal import TimeWalkArchive

/// Faults of the archive's store that become warnings of an answer.
///
/// Their messages may name a server's host and user. An answer is sent to clients and kept with the
/// photo: it has only the kind, and the messages go to the log.
package final class StoreFaults: Sendable {
  private let log = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Sends the messages to a log.
  package func report(to log: @escaping @Sendable (String) -> Void) {
    self.log.withLock { $0 = log }
  }

  /// An error's message for a warning.
  func words(_ error: TimeWalkError) -> String {
    guard error.cause is ArchiveError else { return error.message }
    let words: String
    switch error.code {
    case .busy: words = "the archive can't be reached, or is in use"
    case .inputOutput, .archiveUnusable, .inputMissing, .componentMissing, .cannotCreate:
      words = "the archive's store failed"
    default: return error.message
    }
    log.withLock { $0 }?(error.message)
    return words
  }
}
