package import Foundation
internal import GRDB
internal import TimeWalkBase
internal import TimeWalkStorage

/// The consent of a guest to the stored data.
package struct Consent: Codable, Hashable, Sendable {
  /// The version of the text that was agreed to: `EventPolicy.version`.
  package let policy: String
  /// The time of the consent.
  package let given: Date

  /// Records a consent.
  package init(policy: String, given: Date) {
    self.policy = policy
    self.given = given
  }
}

/// A person in an event.
package struct Guest: Hashable, Sendable {
  /// A random identifier, which reveals nothing and gives no access.
  package let id: String
  /// Guest, visitor by the code alone, or the organiser.
  package let role: EventRole
  /// As given; `nil` once a session is over.
  package let name: String?
  /// The time of joining the event.
  package let joined: Date
  /// The end of a visitor's session; `nil` for others.
  package let sessionEnds: Date?
  /// The consent; without it, pictures are refused.
  package let consent: Consent?

  /// Returns true if the token still counts.
  func isSignedIn(at now: Date) -> Bool { sessionEnds.map { now < $0 } ?? true }

  static func fetch(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Guest] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM guests WHERE erasing = 0 AND \(condition) ORDER BY joined, id",
      arguments: arguments
    ).map(Guest.init)
  }

  private init(_ row: Row) throws {
    id = try row.read("id")
    guard let role = EventRole(rawValue: try row.read("role")) else {
      throw EventError(.notADatabase, "the database of events has an unknown role")
    }
    self.role = role
    name = try row.read("name")
    joined = Date(seconds: try row.read("joined"))
    sessionEnds = (try row.read("session") as Int?).map { Date(seconds: $0) }
    if let policy: String = try row.read("policy"), let given: Int = try row.read("consented") {
      consent = Consent(policy: policy, given: Date(seconds: given))
    } else {
      consent = nil
    }
  }
}

/// The token in a guest's browser.
enum GuestToken {
  /// 256 bits of the system's chance, for a cookie.
  static func random() -> String {
    Data(RandomBytes.make(32)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The stored hash of it; a quick hash suffices, because 256 random bits can't be guessed.
  static func hash(of token: String) -> Data { Data(Digest.of(token.utf8)) }
}
