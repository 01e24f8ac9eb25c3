internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkShards
internal import TimeWalkTables

extension ArchiveLocation {
  /// Divides an archive among the shards of a file, which must be empty or not there yet; what was
  /// done before a fault stays.
  func divide(
    _ source: any HistoricalArchive, among file: String
  ) throws(ArchiveError) -> ArchiveCopyReport {
    let plan = try ShardedArchive.plan(at: file)
    guard let source = source as? any SQLArchive else {
      throw ArchiveError(.outputFailed, "\(shown) is kept by an engine that can't be copied.")
    }
    let targets = try ArchiveLocation.shards(of: plan, at: file, for: .making)
    for (part, target) in zip(plan.parts, targets) {
      let statistics = try target.statistics()
      guard statistics.items == 0, statistics.unplaced == 0, statistics.collections == 0 else {
        throw ArchiveError(
          .outputFailed,
          "The shard \(part.name) holds something already; an archive is divided among empty ones.")
      }
    }
    var whole = ArchiveCopyReport()
    for (number, target) in targets.enumerated() {
      let part = ArchivePart(holdsUnplaced: number == plan.rest) { plan.part(of: $0) == number }
      let report = try target.fill(from: source, part: part)
      for table in [KeptTable.items, .unplaced].map(\.rawValue) {
        whole.rows[table, default: 0] += report.rows[table] ?? 0
      }
      // These go to every shard.
      for (table, rows) in report.rows where whole.rows[table] == nil { whole.rows[table] = rows }
      whole.pictures = max(whole.pictures, report.pictures)
      whole.pictureBytes = max(whole.pictureBytes, report.pictureBytes)
      whole.problems += report.problems
    }
    return whole
  }

  /// Moves cells to another shard while the archive is asked: copies their items there, changes the
  /// file, waits for the questions that began before, and lets the items go where they were.
  ///
  /// Interrupted at any point, questions are answered as ever, and the same again completes it.
  /// - Returns: how many items were copied, and how many went.
  /// - Throws: `.outputFailed` where it names no shards, `.invalidName`, `.conflict` where items
  ///   changed meanwhile, and what the shards throw.
  func moveCells(
    _ cells: [MapTile], to name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (copied: Int, released: Int) {
    guard case .shards(let file) = self else {
      throw ArchiveError(.outputFailed, "\(shown) is no file of shards, so it has no cells.")
    }
    let before = try ShardedArchive.plan(at: file)
    let plan = try before.moving(cells, to: name)
    guard let number = plan.parts.firstIndex(where: { $0.name == name }) else { return (0, 0) }
    // All must be there before any is changed.
    let shards = try ArchiveLocation.shards(of: plan, at: file, for: .changing)
    let target = shards[number]
    let others = shards.indices.filter { $0 != number }
    var (copied, released, kept) = (0, 0, 0)
    for other in others {
      copied += try target.take(from: shards[other], terms: terms) { plan.part(of: $0) == number }
    }
    guard !terms.isDryRun else { return (copied, 0) }
    if plan != before {
      try plan.write(to: file)
      // A question keeps the shards that it began with, and takes no longer than that.
      Thread.sleep(forTimeInterval: plan.seconds)
    }
    for other in others {
      let gone = try shards[other].release(to: target, terms: terms) { plan.part(of: $0) == number }
      released += gone.released
      kept += gone.kept
    }
    guard kept == 0 else {
      throw ArchiveError(
        .conflict,
        "The cells are moved, but \(kept) items were changed meanwhile where they had been, and are still there as well: look at both shards."
      )
    }
    return (copied, released)
  }

  /// The shards of a plan, opened.
  private static func shards(
    of plan: ShardPlan, at file: String, for use: Use
  ) throws(ArchiveError) -> [any SQLArchive] {
    var shards: [any SQLArchive] = []
    for part in plan.parts {
      do throws(ArchiveError) {
        let archive = try ArchiveLocation(shard: part.address, of: file).open(for: use)
        guard let shard = archive as? any SQLArchive else {
          throw ArchiveError(.outputFailed, "it is kept by an engine that can't be copied.")
        }
        shards.append(shard)
      } catch {
        throw ArchiveError(
          error.code == .missing ? .busy : error.code,
          "The shard \"\(part.name)\" can't be used: \(error.message)", cause: error)
      }
    }
    return shards
  }
}
