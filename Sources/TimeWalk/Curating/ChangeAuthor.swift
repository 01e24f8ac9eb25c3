public import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore

/// The author and the time of a change, for the journal; fronts provide them.
public struct ChangeAuthor: Hashable, Sendable {
  /// The author; `nil` if unknown.
  public var name: String?
  /// The time; `nil` if unknown.
  public var time: Date?

  /// Makes an author.
  public init(name: String? = nil, time: Date? = nil) {
    self.name = name
    self.time = time
  }

  /// The day of the moment in the latest time zone on earth: a picture of today is then never in
  /// the future.
  var today: Day? {
    time.map { Day(secondsSince1970: $0.timeIntervalSince1970 + 14 * 3600) }
  }

  var provenance: Provenance {
    Provenance(author: name, when: time, tool: "timewalk \(Version.current)")
  }
}
