package import TimeWalkCore

/// Something in an archive that is not as it should be.
package struct ArchiveProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kind of check.
  package enum Check: String, Hashable, Sendable, CaseIterable {
    /// SQLite's own look at the whole file.
    case integrity
    /// Tables, triggers and indexes that every archive of this version has.
    case schema
    /// Items whose collection is missing.
    case foreignKeys
    /// SpatiaLite's index, compared with the places of the items.
    case spatialIndex
    /// The tiles that candidates are read from.
    case tiles
    /// The kept numbers of items.
    case counts
    /// The index of the items' words.
    case words
    /// The index file next to the archive, if it belongs to this state.
    case index
    /// Rows that can't be read as an item, or hold values that no import takes.
    case items
    /// Missing or changed files of pictures.
    case media
    /// The journal's entries and the earlier states that it keeps.
    case journal
    /// The manual corrections.
    case corrections
    /// Declared copies of missing items.
    case copies
  }

  /// The severity of a finding.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The archive is not sound.
    case fault
    /// The archive works, but needs attention.
    case warning
  }

  /// The kind of check.
  package var check: Check
  /// The severity of the finding.
  package var severity: Severity
  /// The item concerned; `nil` if there is no single one.
  package var item: ItemID?
  /// The finding.
  package var detail: String
  /// The remedy; `nil` if there is none.
  package var hint: String?
  /// True if `repair` mends it.
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

  /// The check, the item, the finding and the remedy.
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
  /// The number of problems of one kind that are listed individually.
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

  /// The findings, with a final line about the kinds that were too many.
  package var all: [ArchiveProblem] {
    let more = counts.filter { $0.value > ProblemList.most }.map { kind, count in
      ArchiveProblem(
        check: kind.check, severity: kind.severity,
        detail: "and \(count - ProblemList.most) more like these", isRepairable: kind.isRepairable)
    }
    return problems + more.sorted { $0.description < $1.description }
  }
}
