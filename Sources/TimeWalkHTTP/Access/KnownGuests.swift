internal import Synchronization
internal import TimeWalkBase

/// Guests who were found to be in an event lately, so that limits count each of them alone.
///
/// People at one event share one address, that of their café's network or of their mobile
/// provider. What a browser merely says of itself counts for nothing here: a guest is known once a
/// event has answered, or has let somebody in.
package final class KnownGuests: Sendable {
  private let seen = Mutex<[[UInt8]: ContinuousClock.Instant]>([:])
  /// How long a guest is known after the last answer.
  private static let lasting = Duration.seconds(3600)
  /// Beyond so many nobody new is known until others have rested.
  private static let most = 50_000
  private static let prefix = "guest "

  /// Knows nobody.
  package init() {}

  /// Remembers whom an event knows by this token.
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

  /// What limits count by for a guest.
  ///
  /// - Parameters:
  ///   - tokens: what a request's cookies say.
  ///   - now: the time.
  /// - Returns: a name for the first of them that is known; `nil` where none is.
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

  /// Whether limits count a guest by this name; addresses and tokens have others.
  package static func isKey(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
