internal import Foundation
internal import Synchronization
internal import TimeWalkEvents

/// The sessions of organisers that signed in with name and passphrase, while the server runs.
///
/// A session ends with its account, and when the account gets another passphrase.
final class AccountSessions: Sendable {
  private struct Session {
    let name: String
    /// The version of the account's passphrase.
    let version: Data
    let ends: Date
  }

  private let store: EventStore
  private let sessions = Mutex<[[UInt8]: Session]>([:])
  /// The length of a session, seconds.
  static let lasting = 12 * 3600
  /// Sessions at a time; beyond that the oldest ends.
  private static let most = 1000

  init(store: EventStore) { self.store = store }

  /// Begins a session.
  ///
  /// - Returns: the token that the browser keeps.
  /// - Throws: `wrongPassphrase` where the account is gone, and errors of the disk.
  func begin(_ name: String, at now: Date) throws(EventError) -> String {
    guard let version = try store.passphraseVersion(of: name) else {
      throw EventError(.wrongPassphrase, "wrong name or passphrase")
    }
    let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let session = Session(
      name: name, version: version,
      ends: now.addingTimeInterval(TimeInterval(AccountSessions.lasting)))
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

  /// The account of a session; `nil` if the session is over, or can't be looked up.
  func caller(_ token: String, at now: Date) -> EventCaller? {
    guard let session = session(token, at: now) else { return nil }
    do throws(EventError) {
      let version = try store.passphraseVersion(of: session.name)
      if version == session.version { return .account(session.name) }
      end(token)
    } catch {
      // An error of the disk refuses this request, and doesn't end the session.
    }
    return nil
  }

  /// The name that limits count by; `nil` if the session is over.
  func key(of token: String) -> String? {
    session(token, at: Date()).map { "account " + $0.name }
  }

  /// Ends a session.
  func end(_ token: String) {
    let hash = TokenFile.hash(of: token)
    sessions.withLock { $0[hash] = nil }
  }

  private func session(_ token: String, at now: Date) -> Session? {
    let hash = TokenFile.hash(of: token)
    return sessions.withLock { $0[hash] }.flatMap { $0.ends > now ? $0 : nil }
  }
}
