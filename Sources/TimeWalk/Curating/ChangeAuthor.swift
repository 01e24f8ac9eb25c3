public import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore

/// Who changes an archive and when, for its journal; fronts know, nobody deeper asks.
public struct ChangeAuthor: Hashable, Sendable {
  /// The person; `nil` when nobody says.
  public var name: String?
  /// The moment; `nil` when nobody says.
  public var time: Date?

  /// Makes an author.
  public init(name: String? = nil, time: Date? = nil) {
    self.name = name
    self.time = time
  }

  /// The day of the moment, where it is latest on earth, so that no picture of today lies in the
  /// future.
  var today: Day? {
    time.map { Day(secondsSince1970: $0.timeIntervalSince1970 + 14 * 3600) }
  }

  var provenance: Provenance {
    Provenance(who: name, when: time, tool: "timewalk \(Version.current)")
  }
}
