package import TimeWalkArchive
package import TimeWalkCore

/// A span of time, as requested or as defined in the archive; an open end is `null`.
public struct EraReport: Codable, Hashable, Sendable {
  /// Its name in the archive; absent when it was given as EDTF.
  public var name: String?
  /// EDTF.
  public var date: String
  /// The first day, `YYYY-MM-DD`.
  public var earliest: String?
  /// The last day.
  public var latest: String?
  /// A sentence about it.
  public var description: String?
  /// In an answer, `true` when only items of that time were requested; absent otherwise.
  public var strict: Bool?
  /// In an answer about a view, the number of items of other times that precede the best of this
  /// era if no era is requested; absent elsewhere.
  public var others: Int?

  /// Writes an era of the archive.
  package init(_ era: NamedEra) {
    self.init(name: era.name, era: era.era)
    description = era.description
  }

  package init(name: String?, era: Era) {
    self.name = name
    date = era.date.edtf
    earliest = era.span.earliest?.description
    latest = era.span.latest?.description
  }

  /// Writes all fields; an open end is written as `null`, not left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(date, forKey: .date)
    try container.encode(earliest, forKey: .earliest)
    try container.encode(latest, forKey: .latest)
    try container.encodeIfPresent(description, forKey: .description)
    try container.encodeIfPresent(strict, forKey: .strict)
    try container.encodeIfPresent(others, forKey: .others)
  }
}

/// The named eras of an archive.
public struct ErasReport: Codable, Hashable, Sendable {
  /// Oldest first.
  public var eras: [EraReport]

  /// Writes those of an archive.
  package init(_ archive: any HistoricalArchive) throws(TimeWalkError) {
    eras = try ArchiveError.rethrowing(archive.eras().map { EraReport($0) })
  }
}
