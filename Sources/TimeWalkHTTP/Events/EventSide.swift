internal import Foundation
internal import Synchronization
internal import TimeWalk
internal import TimeWalkEvents

/// The events of a server: the store, who listens, and who is signed in.
final class EventSide: Sendable {
  let store: EventStore
  let news: EventNews
  let sessions = AccountSessions()
  private let places: StorePaths
  private let known = Mutex<(file: FileFacts, policy: EventPolicy)?>(nil)

  /// Opens the events of a library, and erases what is due.
  ///
  /// - Throws: what the disk says.
  init(places: StorePaths, library: String, mostStreams: Int) throws(TimeWalkError) {
    self.places = places
    news = EventNews(most: mostStreams)
    do throws(EventFault) {
      store = try EventStore(directory: library)
      _ = try store.housekeeping(at: Date())
    } catch { throw TimeWalkError(error) }
  }

  /// The file that the operator completes.
  private var policyFile: String { store.directory + "/event-policy.json" }

  /// Terms and privacy notice as the operator completed them.
  ///
  /// - Throws: `policyIncomplete` where the file is missing or lacks something.
  func policy() throws(EventFault) -> EventPolicy {
    guard let facts = FileFacts(policyFile),
      let json = FileManager.default.contents(atPath: policyFile)
    else {
      throw EventFault(
        .policyIncomplete,
        "whoever runs this server has to complete the terms and the privacy notice first")
    }
    if let known = known.withLock({ $0 }), known.file == facts { return known.policy }
    let policy = try EventPolicy(json: json)
    known.withLock { $0 = (facts, policy) }
    return policy
  }

  /// Does what is to be done from time to time: erases what is due, tells that an event has begun
  /// or ended, and ends the streams of those who may not listen any more.
  func tick(at now: Date, isThorough: Bool) {
    tidy(at: now, isThorough: isThorough)
    let store = store
    for id in news.events {
      guard let event = try? store.event(id, at: now) else { continue }
      news.tell(event.state(at: now), of: id)
    }
    news.beat { event, caller in
      do throws(EventFault) { return try store.allows(.hear, to: caller, in: event, at: now) } catch
      {
        return error.code == .noSuchEvent ? nil : false
      }
    }
  }

  /// Does what is due, when something is.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - isThorough: whether also what could not be done before is tried again.
  func tidy(at now: Date, isThorough: Bool) {
    do throws(EventFault) {
      let due = try store.nextDue()
      guard isThorough || due.map({ $0 <= now }) ?? false else { return }
      for event in try store.housekeeping(at: now).gone { news.end(event) }
    } catch {
      // The next tick tries again; nothing that is due is shown meanwhile.
    }
  }
}

/// Organisers that signed in with name and passphrase, as long as the server runs.
final class AccountSessions: Sendable {
  private struct Session {
    let caller: EventCaller
    let ends: Date
  }

  private let sessions = Mutex<[[UInt8]: Session]>([:])
  /// How long one lasts, seconds.
  static let lasting = 12 * 3600
  /// Beyond so many the oldest ends.
  private static let most = 1000

  /// Begins a session.
  ///
  /// - Returns: what the browser keeps.
  func begin(_ caller: EventCaller, at now: Date) -> String {
    let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let session = Session(
      caller: caller, ends: now.addingTimeInterval(TimeInterval(AccountSessions.lasting)))
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.ends > now }
      if sessions.count >= AccountSessions.most,
        let oldest = sessions.min(by: { $0.value.ends < $1.value.ends })?.key
      {
        sessions[oldest] = nil
      }
      sessions[TokenFile.hash(of: token)] = session
    }
    return token
  }

  /// Who has a session; `nil` where it is over.
  func caller(_ token: String, at now: Date) -> EventCaller? {
    let hash = TokenFile.hash(of: token)
    return sessions.withLock { $0[hash] }.flatMap { $0.ends > now ? $0.caller : nil }
  }

  /// Ends a session.
  func end(_ token: String) {
    let hash = TokenFile.hash(of: token)
    sessions.withLock { $0[hash] = nil }
  }
}
