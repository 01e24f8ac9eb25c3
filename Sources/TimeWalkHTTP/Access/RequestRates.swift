internal import Synchronization

/// Limits the requests of each client with a token bucket.
package final class RequestRates: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  /// Requests in a minute; `nil` for no limit.
  package let perMinute: Int?
  private let buckets = Mutex<[String: Bucket]>([:])
  /// The most clients to remember; beyond it, idle clients are forgotten.
  private static let mostKnown = 10_000

  /// Allows each client this many requests a minute, and as many at once; `nil` for no limit.
  package init(perMinute: Int?) { self.perMinute = perMinute.map { max(1, $0) } }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - client: the client's key.
  ///   - now: the time.
  /// - Returns: 0 if the request is allowed; else the seconds until the next one is.
  package func count(_ client: String, now: ContinuousClock.Instant = .now) -> Int {
    guard let perMinute else { return 0 }
    let most = Double(perMinute), perSecond = most / 60
    let wait: Double = buckets.withLock { buckets in
      if buckets.count >= RequestRates.mostKnown, buckets[client] == nil {
        buckets = buckets.filter { (now - $0.value.filled) < .seconds(60) }
        // All are active: a new client waits until one of them is idle.
        guard buckets.count < RequestRates.mostKnown else { return 60 }
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
    return Int(wait.rounded(.up))
  }
}
