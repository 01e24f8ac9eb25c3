internal import Synchronization

/// Counts the requests of each client: a bucket that fills as time goes by, and loses one for each.
package final class RequestRates: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  /// Requests in a minute; all when `nil`.
  package let perMinute: Int?
  private let buckets = Mutex<[String: Bucket]>([:])
  /// Beyond so many clients those that have rested are forgotten.
  private static let mostKnown = 10_000

  /// Allows each client so many requests a minute, and as many at once; all when `nil`.
  package init(perMinute: Int?) { self.perMinute = perMinute.map { max(1, $0) } }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - client: who asks.
  ///   - now: the time.
  /// - Returns: seconds until the client may ask again; 0 where it may now.
  package func count(_ client: String, now: ContinuousClock.Instant = .now) -> Int {
    guard let perMinute else { return 0 }
    let most = Double(perMinute), perSecond = most / 60
    let wait: Double = buckets.withLock { buckets in
      if buckets.count >= RequestRates.mostKnown, buckets[client] == nil {
        buckets = buckets.filter { (now - $0.value.filled) < .seconds(60) }
        // All are busy: who comes new has to wait for one of them to rest.
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
