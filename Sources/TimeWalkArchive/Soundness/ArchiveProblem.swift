package import TimeWalkCore

/// Something in an archive that is not as it should be.
package struct ArchiveProblem: Hashable, Sendable, CustomStringConvertible {
  /// What was checked.
  package enum Check: String, Hashable, Sendable, CaseIterable {
    /// SQLite's own look at the whole file.
    case integrity
    /// Tables, triggers and indexes that every archive of this version has.
    case schema
    /// Items whose collection is gone.
    case foreignKeys
    /// SpatiaLite's index, compared with the places of the items.
    case spatialIndex
    /// The tiles that candidates are read from.
    case tiles
    /// The index file beside the archive, where it is of this state.
    case index
    /// Rows that can't be read as an item, or hold values that no import takes.
    case items
    /// Files of pictures that are gone or changed.
    case media
    /// The journal's entries and the earlier states that it keeps.
    case journal
    /// What was corrected by hand.
    case corrections
    /// Declared copies of what isn't there.
    case copies
  }

  /// How bad it is.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The archive is not sound.
    case fault
    /// The archive works, but somebody should look.
    case warning
  }

  /// What was checked.
  package var check: Check
  /// How bad it is.
  package var severity: Severity
  /// The item concerned; `nil` when it is none alone.
  package var item: ItemID?
  /// What was found.
  package var detail: String
  /// What to do about it; `nil` where nothing helps.
  package var hint: String?
  /// Whether `repair` mends it.
  package var isRepairable: Bool

  package init(
    check: Check, severity: Severity = .fault, item: ItemID? = nil, detail: String,
    hint: String? = nil, isRepairable: Bool = false
  ) {
    self.check = check
    self.severity = severity
    self.item = item
    self.detail = detail
    self.hint = hint ?? (isRepairable ? "repair it with archive repair" : nil)
    self.isRepairable = isRepairable
  }

  /// The check, the item, what was found and what to do.
  package var description: String {
    let item = item.map { "\($0): " } ?? ""
    return "\(check.rawValue): \(item)\(detail)" + (hint.map { " (\($0))" } ?? "")
  }
}

/// Problems as they are found; of each kind a number that a person can look through.
package struct ProblemList {

  /// Makes one.
  package init() {
  }
  /// How many of a kind are told one by one.
  private static let most = 200

  private struct Kind: Hashable {
    var check: ArchiveProblem.Check
    var severity: ArchiveProblem.Severity
    var isRepairable: Bool
  }

  private var problems: [ArchiveProblem] = []
  private var counts: [Kind: Int] = [:]

  /// Takes one in.
  package mutating func add(_ problem: ArchiveProblem) {
    let kind = Kind(
      check: problem.check, severity: problem.severity, isRepairable: problem.isRepairable)
    counts[kind, default: 0] += 1
    if counts[kind, default: 0] <= ProblemList.most { problems.append(problem) }
  }

  /// What was found, with a last word on the kinds that were too many.
  package var all: [ArchiveProblem] {
    let more = counts.filter { $0.value > ProblemList.most }.map { kind, count in
      ArchiveProblem(
        check: kind.check, severity: kind.severity,
        detail: "and \(count - ProblemList.most) more like these", isRepairable: kind.isRepairable)
    }
    return problems + more.sorted { $0.description < $1.description }
  }
}
