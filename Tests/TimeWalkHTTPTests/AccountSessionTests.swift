import Foundation
import GRDB
import Testing
import TimeWalkEvents
import TimeWalkTestSupport

@testable import TimeWalkHTTP

@Suite("Sessions of accounts")
struct AccountSessionTests {
  @Test("An error of the database refuses a request; another passphrase ends the session")
  func errors() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore(directory: folder.path("library"))
    let now = Date()
    try store.setAccount("anna", passphrase: "correct horse battery")
    let sessions = AccountSessions(store: store)
    let token = try sessions.begin("anna", at: now)
    #expect(sessions.caller(token, at: now) == .account("anna"))
    let file = try DatabaseQueue(path: folder.path("library/events.sqlite"))
    try file.write { try $0.execute(sql: "ALTER TABLE accounts RENAME TO lost") }
    #expect(sessions.caller(token, at: now) == nil)
    try file.write { try $0.execute(sql: "ALTER TABLE lost RENAME TO accounts") }
    #expect(sessions.caller(token, at: now) == .account("anna"))
    try store.setAccount("anna", passphrase: "another horse battery")
    #expect(sessions.caller(token, at: now) == nil)
    #expect(sessions.key(of: token) == nil)
  }
}
