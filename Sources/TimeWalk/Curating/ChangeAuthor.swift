public import Foundation
internal import TimeWalkArchive

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

  var provenance: Provenance {
    Provenance(who: name, when: time, tool: "timewalk \(Version.current)")
  }
}
