internal import HTTPTypes
internal import Synchronization

/// Counts the requests of each client: a bucket that fills as time goes by, and loses one for each.
final class RequestRates: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  private let perMinute: Int?
  private let buckets = Mutex<[String: Bucket]>([:])
  /// Beyond so many clients those that have rested are forgotten.
  private static let mostKnown = 10_000

  /// Allows each client so many requests a minute, and as many at once; all when `nil`.
  init(perMinute: Int?) { self.perMinute = perMinute.map { max(1, $0) } }

  /// Counts a request.
  ///
  /// - Throws: a problem with 429 that says when the client may ask again.
  func count(_ client: String, now: ContinuousClock.Instant = .now) throws(Problem) {
    guard let perMinute else { return }
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
    guard wait > 0 else { return }
    throw Problem(
      .tooManyRequests, "more than \(perMinute) requests in a minute"
    ).with(.retryAfter, String(Int(wait.rounded(.up))))
  }
}
