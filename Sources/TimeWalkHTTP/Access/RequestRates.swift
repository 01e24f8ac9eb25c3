internal import Synchronization

/// Limits the requests of each client with a token bucket.
///
/// Known clients (tokens, sessions, guests) have a table of their own, which strangers can't fill.
/// If a table is full, the client that has been silent longest is forgotten.
package final class RequestRates: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  /// Requests in a minute; no limit when `nil`.
  package let perMinute: Int?
  private let known = Mutex<[String: Bucket]>([:])
  private let strangers = Mutex<[String: Bucket]>([:])
  /// Clients in each table.
  private static let most = 10_000

  /// Allows each client a number of requests a minute, and as many at once; any when `nil`.
  package init(perMinute: Int?) { self.perMinute = perMinute.map { max(1, $0) } }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - client: the name of the client.
  ///   - isKnown: true if it has a token, a session or a place in an event.
  ///   - now: the time.
  /// - Returns: seconds until the client may ask again; 0 where it may now.
  package func count(
    _ client: String, isKnown: Bool = false, now: ContinuousClock.Instant = .now
  ) -> Int {
    guard let perMinute else { return 0 }
    let most = Double(perMinute), perSecond = most / 60
    func taken(_ buckets: inout [String: Bucket]) -> Double {
      if buckets.count >= RequestRates.most, buckets[client] == nil {
        RequestRates.forgetSilent(&buckets)
      }
      var bucket = buckets[client] ?? Bucket(left: most, filled: now)
      let gone = now - bucket.filled
      bucket.left = min(most, bucket.left + (gone / .seconds(1)) * perSecond)
      bucket.filled = now
      defer { buckets[client] = bucket }
      guard bucket.left >= 1 else { return (1 - bucket.left) / perSecond }
      bucket.left -= 1
      return 0
    }
    let wait = isKnown ? known.withLock { taken(&$0) } : strangers.withLock { taken(&$0) }
    return Int(wait.rounded(.up))
  }

  /// Forgets the tenth of the clients that has been silent longest.
  private static func forgetSilent(_ buckets: inout [String: Bucket]) {
    let times = buckets.values.map(\.filled).sorted()
    let oldest = times[times.count / 10]
    buckets = buckets.filter { $0.value.filled > oldest }
  }
}
