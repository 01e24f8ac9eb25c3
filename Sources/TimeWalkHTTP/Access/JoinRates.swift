internal import HTTPTypes
internal import Synchronization
internal import TimeWalkEvents

/// Limits how many people join an event from one address within an hour.
///
/// A guest who leaves doesn't give a place back. Otherwise joining again would multiply the limits
/// of a guest.
final class JoinRates: Sendable {
  private struct Key: Hashable {
    let event: EventID
    let address: String
  }

  private static let window = Duration.seconds(3600)
  /// The number of entries from which on expired ones are removed.
  private static let many = 10_000
  private let joins = Mutex<[Key: [ContinuousClock.Instant]]>([:])

  /// Lets a person join, which counts unless it fails.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - address: the group of addresses; no limit when `nil`.
  ///   - most: people from one address within an hour.
  ///   - now: the time.
  ///   - body: the joining.
  /// - Returns: the result of `body`.
  /// - Throws: a problem with 429, and the errors of `body`.
  func admit<Value>(
    to event: EventID, from address: String?, most: Int, now: ContinuousClock.Instant = .now,
    _ body: () throws -> Value
  ) throws -> Value {
    guard let address else { return try body() }
    let key = Key(event: event, address: address)
    let wait: Duration? = joins.withLock { joins in
      let since = now - JoinRates.window
      if joins.count >= JoinRates.many {
        joins = joins.filter { $0.value.contains { $0 > since } }
      }
      var recent = joins[key, default: []].filter { $0 > since }
      if recent.count >= most, let first = recent.first { return first - since }
      recent.append(now)
      joins[key] = recent
      return nil
    }
    if let wait {
      throw Problem(
        .tooManyRequests, "\(most) people joined from this address within an hour"
      ).with(.retryAfter, String(Int((wait / .seconds(1)).rounded(.up))))
    }
    do { return try body() } catch {
      joins.withLock { joins in
        guard let place = joins[key]?.lastIndex(of: now) else { return }
        joins[key]?.remove(at: place)
        if joins[key]?.isEmpty == true { joins[key] = nil }
      }
      throw error
    }
  }
}
