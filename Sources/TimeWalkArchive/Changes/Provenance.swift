package import Foundation

/// Who changes an archive, when, and with what.
///
/// The archive reads no clock and asks for no user: whoever calls it says so, and what is `nil` is
/// unknown.
package struct Provenance: Hashable, Sendable {
  /// The person's name, as a journal shows it.
  package var who: String?
  /// The moment; the journal keeps whole seconds.
  package var when: Date?
  /// The program with its version, for instance `timewalk 0.1.0`.
  package var tool: String?
  /// What else the journal is to say of how it was done, by name.
  package var notes: [String: String]

  /// Makes a provenance.
  package init(
    who: String? = nil, when: Date? = nil, tool: String? = nil, notes: [String: String] = [:]
  ) {
    self.who = who
    self.when = when
    self.tool = tool
    self.notes = notes
  }

  /// The moment as ISO 8601 in UTC, for instance `2026-11-21T17:56:16Z`.
  package var timestamp: String? { when?.formatted(.iso8601) }
}
