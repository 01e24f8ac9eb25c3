import Foundation
package import TimeWalkArchive
import TimeWalkCore

extension ShardedArchive {
  /// See `CuratedArchive.apply(_:policy:from:)`, with less than one archive promises.
  ///
  /// Rows are divided by their places and go to all shards at once. Each shard keeps its part whole
  /// or not at all, and none does before all rows were read; but where one fails at the very end,
  /// others have theirs, which the error says. The same import again completes it. What a
  /// replacement removes is agreed to for all shards together, before any of them keeps it.
  package func apply(
    _ sources: [any ItemSource], policy: ImportPolicy, from origin: String?
  ) throws(ArchiveError) -> ImportReport {
    guard let first = sources.first else {
      throw ArchiveError(.inputUnreadable, "There is nothing to import.")
    }
    // All must be there before any is changed.
    let known = try askAll { (archive) throws(ArchiveError) in
      try archive.statements().map(\.name)
    }
    var division = Division(
      archive: self, policy: policy, origin: origin, sources: sources,
      known: Dictionary(uniqueKeysWithValues: known.map { ($0.part, Set($0.value)) }))
    var report = ImportReport(
      collection: sources.map(\.statement.name).joined(separator: ", "),
      isDryRun: policy.isDryRun)
    report.mapping = first.mapping
    try division.run(&report)
    return report
  }
}

/// One import over shards.
private struct Division {
  private let archive: ShardedArchive
  private let roster: ShardSet
  private let sources: [any ItemSource]
  /// The collections that the shards have already.
  private let known: [Int: Set<String>]
  /// Of each shard a queue for each source.
  private var queues: [[RowQueue]] = []
  /// What is told of each source to those who read a part of it; none where nothing is removed.
  private let wholes: [WholeSource]
  private var imports: [PartImport] = []
  private let progress: (@Sendable (Int, Double?) -> Void)?
  private let share: @Sendable () -> Double?
  private var rows = 0

  init(
    archive: ShardedArchive, policy: ImportPolicy, origin: String?, sources: [any ItemSource],
    known: [Int: Set<String>]
  ) {
    (self.archive, self.sources, self.known) = (archive, sources, known)
    roster = archive.roster
    (progress, share) = (policy.progress, policy.share)
    var policy = policy
    policy.progress = nil
    policy.provenance = policy.provenance.grouped()
    let parts = roster.shards.count
    wholes = policy.replaces ? sources.map { _ in WholeSource(policy, parts: parts) } : []
    for (part, shard) in roster.shards.enumerated() {
      let queues = sources.map { _ in RowQueue() }
      let parts = sources.indices.map { number in
        ShardSource(
          sources[number], queue: queues[number],
          of: wholes.isEmpty ? nil : wholes[number].part(part))
      }
      self.queues.append(queues)
      imports.append(PartImport(shard, parts, policy: policy, origin: origin))
    }
  }

  mutating func run(_ report: inout ImportReport) throws(ArchiveError) {
    var outcome: Result<Void, ArchiveError> = .success(())
    // Each may have what a replacement removes.
    if !wholes.isEmpty { for part in imports { part.begin() } }
    do throws(ArchiveError) {
      for number in sources.indices {
        try divide(number, &report)
        // The last one stays open until all is read, and with it what the shards have begun.
        guard number < sources.count - 1 else { break }
        for queues in queues { queues[number].close(.success(())) }
      }
    } catch { outcome = .failure(error) }
    for queue in queues.joined() { queue.close(outcome) }
    let results = imports.map { $0.result() }
    try outcome.get()
    for (part, result) in results.enumerated() {
      guard case .success(var own?) = result else { continue }
      own.entry = own.entry.map { ShardKey.key($0, of: part) }
      // The entry of the first shard stands for all.
      if let entry = report.entry { own.entry = entry }
      let eras = max(report.erasAdded, own.erasAdded)
      report.add(own)
      report.erasAdded = eras
    }
    try check(results)
    var seen: Set<ImportFinding> = []
    let findings = report.findings
    report.findings = []
    for finding in findings where seen.insert(finding).inserted {
      if try !isElsewhere(finding) { report.findings.append(finding) }
    }
    report.statementChanges = report.statementChanges.reduce(into: []) { all, change in
      if !all.contains(change) { all.append(change) }
    }
    report.order()
  }

  /// Throws the first failure, with what is kept nevertheless.
  private func check(_ results: [Result<ImportReport?, ArchiveError>]) throws(ArchiveError) {
    var failure: ArchiveError?
    var kept: [String] = []
    for (shard, result) in zip(roster.shards, results) {
      switch result {
      case .failure(let error): failure = failure ?? error
      case .success(let report): if report?.entry != nil { kept.append(shard.name) }
      }
    }
    guard let failure else { return }
    guard !kept.isEmpty else { throw failure }
    throw ArchiveError(
      failure.code,
      "\(failure.message) The shards \(kept.joined(separator: ", ")) have kept their parts: import the same again to complete it.",
      cause: failure)
  }

  /// Whether a finding says that the archive has no original of a name, which another shard has.
  private func isElsewhere(_ finding: ImportFinding) throws(ArchiveError) -> Bool {
    guard finding.column == CatalogueColumn.copyOf.rawValue, finding.severity == .warning,
      let name = finding.value, let identifier = finding.identifier
    else { return false }
    for source in sources {
      for id in ItemID.meanings(of: name, in: source.statement.name)
      where id.identifier != identifier {
        if try archive.item(id) != nil { return true }
      }
    }
    return false
  }

  /// Reads a source to its end, and brings each row to its shard.
  private mutating func divide(
    _ number: Int, _ report: inout ImportReport
  ) throws(ArchiveError) {
    var source = sources[number]
    report.findings += source.findings
    while let row = try source.next() {
      let (part, row) = try route(row, of: source.statement.name)
      if !wholes.isEmpty { wholes[number].note(row) }
      imports[part].begin()
      guard queues[part][number].push(row) else {
        _ = try imports[part].result().get()
        throw ArchiveError(.storage, "The shard \"\(roster.shards[part].name)\" takes no rows.")
      }
      rows += 1
      if rows % 1_000 == 0 { progress?(rows, share()) }
    }
    report.findings += source.closingFindings
    var rest = ImportReport(collection: "", isDryRun: report.isDryRun)
    rest.granted = source.granted
    report.add(rest)
    progress?(rows, share())
  }

  /// The shard of a row; a row that would move an item from one shard to another is refused.
  private func route(
    _ row: SourceRow, of collection: String
  ) throws(ArchiveError) -> (part: Int, row: SourceRow) {
    let plan = roster.plan
    guard let id = row.id else { return (plan.rest, row) }
    let part = row.item.map(plan.part(of:)) ?? plan.rest
    for other in roster.shards.indices
    where other != part && known[other]?.contains(collection) ?? false {
      let shard = try roster.shards[other].archive()
      if try shard.item(id) != nil {
        // One without a place changes nothing about where the item lies.
        guard row.item != nil else { return (other, row) }
      } else {
        let unplaced = try other == plan.rest ? shard.unplacedItem(id) : nil
        if unplaced == nil { continue }
      }
      var refused = SourceRow(findings: row.findings, line: row.line)
      refused.findings.append(
        ImportFinding(
          .fault, line: row.line, identifier: id.identifier,
          column: CatalogueColumn.latitude.rawValue,
          reason: "the item lies in the shard \(roster.shards[other].name), and its place in "
            + "\(roster.shards[part].name)",
          hint: "archive remove the item, then import it again"))
      return (plan.rest, refused)
    }
    return (part, row)
  }
}

/// What one shard does of an import, on a thread of its own from the first row on.
private final class PartImport: Sendable {
  private let shard: Shard
  private let sources: [ShardSource]
  private let policy: ImportPolicy
  private let origin: String?
  private let answer = Shard.Answer<ImportReport?>()
  private let isBegun = FirstCome()

  init(_ shard: Shard, _ sources: [ShardSource], policy: ImportPolicy, origin: String?) {
    (self.shard, self.sources, self.policy, self.origin) = (shard, sources, policy, origin)
  }

  func begin() {
    guard isBegun.first() else { return }
    let thread = Thread { [self] in
      let result = Result { () throws(ArchiveError) -> ImportReport? in
        try shard.archive().apply(sources, policy: policy, from: origin)
      }
      var failure: ArchiveError?
      if case .failure(let error) = result { failure = error }
      for source in sources { source.leave(failure) }
      answer.give(result)
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// What came of it; `nil` where no row came.
  func result() -> Result<ImportReport?, ArchiveError> {
    guard !isBegun.first() else {
      answer.give(.success(nil))
      return .success(nil)
    }
    return answer.value(by: .distantFuture) ?? .success(nil)
  }
}
