package import TimeWalkArchive
internal import TimeWalkCore

/// Something in the archive that is not as it should be, as every front writes it.
package struct ProblemReport: Codable, Hashable, Sendable {
  /// What was checked: `integrity`, `schema`, `foreignKeys`, `spatialIndex`, `tiles`, `items`,
  /// `media`, `journal`, `corrections`, `copies`.
  package var check: String
  /// `fault`, or `warning` for what leaves the archive sound.
  package var severity: String
  /// The item concerned.
  package var item: String?
  /// What was found.
  package var detail: String
  /// What to do about it.
  package var hint: String?
  /// Whether `archive repair` mends it.
  package var repairable: Bool
  /// All of it on one line.
  package var text: String

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

/// What a look at the archive found.
package struct VerifyReport: Codable, Hashable, Sendable {
  /// Whether nothing is at fault; warnings don't count.
  package var sound: Bool
  /// All that was found.
  package var problems: [ProblemReport]

  init(_ problems: [ArchiveProblem]) {
    sound = !problems.contains { $0.severity == .fault }
    self.problems = problems.map { ProblemReport($0) }
  }
}

/// What a repair did.
package struct RepairSummary: Codable, Hashable, Sendable {
  /// What was done, a sentence each.
  package var actions: [String]
  /// How many items the archive has, as before.
  package var items: Int
  /// Whether nothing is at fault any more.
  package var sound: Bool
  /// What is still wrong.
  package var problems: [ProblemReport]

  init(_ report: RepairReport) {
    actions = report.actions
    items = report.items
    let verified = VerifyReport(report.remaining)
    (sound, problems) = (verified.sound, verified.problems)
  }
}

/// What a backup holds.
package struct BackupSummary: Codable, Hashable, Sendable {
  /// The file.
  package var path: String
  /// How many items it has.
  package var items: Int
  /// How many collections.
  package var collections: Int
  /// How large it is.
  package var bytes: Int
  /// How many pictures are beside it; absent when they were left out.
  package var pictures: Int?
  /// How large the pictures are, bytes.
  package var pictureBytes: Int
  /// What is wrong with the archive, and so with the backup.
  package var problems: [ProblemReport]

  init(_ report: BackupReport) {
    path = report.path
    items = report.items
    collections = report.collections
    bytes = report.bytes
    pictures = report.pictures
    pictureBytes = report.pictureBytes
    problems = report.problems.map { ProblemReport($0) }
  }
}
