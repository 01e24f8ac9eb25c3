internal import Foundation
internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// The events of a server: the store, the listeners and the sessions.
final class EventSide: Sendable {
  let store: EventStore
  let news: EventNews
  let sessions: AccountSessions
  let signIn = SignInGuard()
  let joins = JoinRates()
  private let places: StorePaths
  private let known = Mutex<(file: FileFacts, policy: EventPolicy)?>(nil)
  private let log: AccessLog?
  /// The end of the hold that the log contains.
  private let logged = Mutex<Date?>(nil)

  /// Opens the events of a library, and erases expired data.
  ///
  /// - Throws: the errors of the disk.
  init(
    places: StorePaths, library: String, mostStreams: Int, tokens: TokenGuard? = nil,
    log: AccessLog? = nil
  ) throws(TimeWalkError) {
    self.places = places
    self.log = log
    store = try EventError.rethrowing(EventStore(directory: library))
    let sessions = AccountSessions(store: store)
    self.sessions = sessions
    news = EventNews(most: mostStreams) { client in
      client.isCurrent(in: tokens)
        && client.session.map { sessions.caller($0, at: Date()) != nil } ?? true
    }
    do throws(EventError) {
      let now = Date()
      try checkClock(at: now)
      _ = try store.housekeeping(at: now)
    } catch { throw TimeWalkError(error) }
  }

  /// The file of terms and privacy notice, which the operator completes.
  private var policyFile: String { store.directory + "/event-policy.json" }

  /// The terms and the privacy notice.
  ///
  /// - Throws: `policyIncomplete` if the file is missing or incomplete.
  func policy() throws(EventError) -> EventPolicy {
    guard let facts = FileFacts(policyFile),
      let json = FileManager.default.contents(atPath: policyFile)
    else {
      throw EventError(
        .policyIncomplete,
        "the operator of this server must first complete the terms and the privacy notice")
    }
    if let known = known.withLock({ $0 }), known.file == facts { return known.policy }
    let policy = try EventPolicy(json: json)
    known.withLock { $0 = (facts, policy) }
    return policy
  }

  /// Does the periodic work: erases expired data, sends that events have begun or ended, and ends
  /// streams without permission.
  func tick(at now: Date, isThorough: Bool) {
    tidy(at: now, isThorough: isThorough)
    let store = store
    for id in news.events {
      guard let event = try? store.event(id, at: now) else { continue }
      news.tell(event.state(at: now), of: id)
    }
    news.beat { event, caller in
      do throws(EventError) { return try store.allows(.hear, to: caller, in: event, at: now) } catch
      {
        return error.code == .noSuchEvent ? nil : false
      }
    }
  }

  /// Does the work that is due.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - isThorough: true to retry earlier failures, too.
  func tidy(at now: Date, isThorough: Bool) {
    do throws(EventError) {
      try checkClock(at: now)
      let due = try store.nextDue()
      guard isThorough || due.map({ $0 <= now }) ?? false else { return }
      for event in try store.housekeeping(at: now).gone { news.end(event) }
    } catch {
      // The next tick retries; expired data isn't shown meanwhile.
    }
  }

  /// Holds erasure if the clock may be wrong, and logs that once.
  private func checkClock(at now: Date) throws(EventError) {
    let end = try store.checkClock(at: now, uptime: .now)
    let isNew = logged.withLock { logged in
      defer { logged = end }
      return logged != end
    }
    if isNew, let end { log?.warn(EventStore.warning(ofHoldUntil: end)) }
  }
}
