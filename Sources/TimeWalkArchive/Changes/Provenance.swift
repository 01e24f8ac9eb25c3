package import Foundation

/// The author, time and program of a change.
///
/// The archive doesn't read a clock or a user name: the caller provides them, and `nil` is unknown.
package struct Provenance: Hashable, Sendable {
  /// The person's name, as a journal shows it.
  package var author: String?
  /// The moment; the journal keeps whole seconds.
  package var when: Date?
  /// The program with its version, for instance `timewalk 0.1.0`.
  package var tool: String?
  /// Further notes for the journal about the change, by name.
  package var notes: [String: String]

  /// Makes a provenance.
  package init(
    author: String? = nil, when: Date? = nil, tool: String? = nil, notes: [String: String] = [:]
  ) {
    self.author = author
    self.when = when
    self.tool = tool
    self.notes = notes
  }

  /// The moment as ISO 8601 in UTC, for instance `2026-11-21T17:56:16Z`.
  package var timestamp: String? { when?.formatted(.iso8601) }
}
