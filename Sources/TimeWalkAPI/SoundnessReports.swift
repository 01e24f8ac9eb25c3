package import TimeWalkArchive
internal import TimeWalkCore

/// Something in the archive that is not as it should be, as every front writes it.
public struct ProblemReport: Codable, Hashable, Sendable {
  /// The kind of check: `integrity`, `schema`, `foreignKeys`, `spatialIndex`, `tiles`, `items`,
  /// `media`, `journal`, `corrections`, `copies`.
  public var check: String
  /// `fault`, or `warning` for a problem that leaves the archive sound.
  public var severity: String
  /// The item concerned.
  public var item: String?
  /// The finding.
  public var detail: String
  /// The remedy.
  public var hint: String?
  /// True if `archive repair` mends it.
  public var repairable: Bool
  /// All of it on one line.
  public var text: String

  /// Writes a problem.
  package init(_ problem: ArchiveProblem) {
    check = problem.check.rawValue
    severity = problem.severity.rawValue
    item = problem.item?.description
    detail = problem.detail
    hint = problem.hint
    repairable = problem.isRepairable
    text = problem.description
  }
}

/// The result of checking the archive.
public struct VerifyReport: Codable, Hashable, Sendable {
  /// True if nothing is at fault; warnings don't count.
  public var sound: Bool
  /// All that was found.
  public var problems: [ProblemReport]

  package init(_ problems: [ArchiveProblem]) {
    sound = !problems.contains { $0.severity == .fault }
    self.problems = problems.map { ProblemReport($0) }
  }
}

/// The result of a repair.
package struct RepairSummary: Codable, Hashable, Sendable {
  /// The repairs, a sentence each.
  package var actions: [String]
  /// The number of items in the archive, as before.
  package var items: Int
  /// True if no fault remains.
  package var sound: Bool
  /// The remaining problems.
  package var problems: [ProblemReport]

  package init(_ report: RepairReport) {
    actions = report.actions
    items = report.items
    let verified = VerifyReport(report.remaining)
    (sound, problems) = (verified.sound, verified.problems)
  }
}

/// The content of a backup.
public struct BackupSummary: Codable, Hashable, Sendable {
  /// The file.
  public var path: String
  /// The number of its items.
  public var items: Int
  /// The number of collections.
  public var collections: Int
  /// The size of the archive, in bytes.
  public var bytes: Int
  /// The number of pictures with it; absent when they were left out.
  public var pictures: Int?
  /// The size of the pictures, in bytes.
  public var pictureBytes: Int
  /// The problems of the archive, and so of the backup.
  public var problems: [ProblemReport]

  package init(_ report: BackupReport) {
    path = report.path
    items = report.items
    collections = report.collections
    bytes = report.bytes
    pictures = report.pictures
    pictureBytes = report.pictureBytes
    problems = report.problems.map { ProblemReport($0) }
  }
}

/// The content of a copy of a whole archive.
package struct CopySummary: Codable, Hashable, Sendable {
  /// The archive that was copied: its path, or its address without the password.
  package var from: String
  /// The archive that it was copied into.
  package var to: String
  /// The number of its items with a place.
  package var items: Int
  /// The number of records without a place.
  package var unplaced: Int
  /// The number of collections.
  package var collections: Int
  /// The number of entries of the journal.
  package var entries: Int
  /// The number of pictures that the archive keeps itself.
  package var pictures: Int
  /// The size of these, in bytes.
  package var pictureBytes: Int
  /// The parts that could not be copied.
  package var problems: [ProblemReport]

  /// A copy from one place to another.
  package init(
    from: String, to: String, rows: [String: Int], pictures: Int, pictureBytes: Int,
    problems: [ArchiveProblem]
  ) {
    (self.from, self.to) = (from, to)
    items = rows["items"] ?? 0
    unplaced = rows["unplaced"] ?? 0
    collections = rows["collections"] ?? 0
    entries = rows["journal"] ?? 0
    (self.pictures, self.pictureBytes) = (pictures, pictureBytes)
    self.problems = problems.map { ProblemReport($0) }
  }
}
