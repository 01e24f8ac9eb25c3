internal import Synchronization
internal import TimeWalkBase

/// The guests that an event recently confirmed; the limits count each of them separately.
///
/// People at one event share an address, that of the café's network or of the mobile provider. A
/// browser's claim isn't enough: a guest is known after an event has answered or admitted it.
package final class KnownGuests: Sendable {
  private let seen = Mutex<[[UInt8]: ContinuousClock.Instant]>([:])
  /// The time that a guest stays known after the last answer.
  private static let lasting = Duration.seconds(3600)
  /// The most known guests; a new one waits until another expires.
  private static let most = 50_000
  private static let prefix = "guest "

  /// Starts without guests.
  package init() {}

  /// Remembers the guest with this token.
  package func note(_ token: String, now: ContinuousClock.Instant = .now) {
    let hash = TokenFile.hash(of: token)
    seen.withLock { seen in
      if seen.count >= KnownGuests.most, seen[hash] == nil {
        seen = seen.filter { now - $0.value < KnownGuests.lasting }
        guard seen.count < KnownGuests.most else { return }
      }
      seen[hash] = now
    }
  }

  /// The name under which the limits count a guest.
  ///
  /// - Parameters:
  ///   - tokens: the tokens in the request's cookies.
  ///   - now: the time.
  /// - Returns: a name for the first known token; `nil` if none is known.
  package func key(of tokens: [String], now: ContinuousClock.Instant = .now) -> String? {
    for token in tokens {
      let hash = TokenFile.hash(of: token)
      guard let last = seen.withLock({ $0[hash] }), now - last < KnownGuests.lasting else {
        continue
      }
      return KnownGuests.prefix + hash.prefix(8).hexadecimal
    }
    return nil
  }

  /// Returns true if the name is a guest's, and not that of an address or a token.
  package static func isKey(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
