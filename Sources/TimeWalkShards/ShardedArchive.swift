import Foundation
package import TimeWalkArchive
import TimeWalkCore

/// An archive whose items lie in several others, by their places (`ShardPlan`).
///
/// A question goes to the shards that it concerns, side by side. One that is asked with gaps
/// (`noting`) goes without a shard that doesn't answer in time; any other fails with `.busy`.
package struct ShardedArchive: CuratedArchive {
  /// The path of the file of shards.
  package var location: String { book.path }

  let book: ShardBook
  /// The shards as they were when the question began, so that keys mean the same throughout.
  private let pinned: ShardSet?
  let gaps: ArchiveGaps?

  /// Opens the file of shards; the shards are opened when they are first asked.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - opening: opens a shard's archive by its address.
  /// - Throws: `.missing`, and `.notAnArchive` for a file that can't be used.
  package init(path: String, opening: @escaping ShardOpening) throws(ArchiveError) {
    self.init(try ShardBook(path: path, opening: opening))
  }

  /// Reads a file of shards; throws `.missing` and `.notAnArchive`.
  package static func plan(at path: String) throws(ArchiveError) -> ShardPlan {
    try ShardBook.read(path)
  }

  private init(_ book: ShardBook, pinned: ShardSet? = nil, gaps: ArchiveGaps? = nil) {
    (self.book, self.pinned, self.gaps) = (book, pinned, gaps)
  }

  /// See `HistoricalArchive.noting(_:)`.
  package func noting(_ gaps: ArchiveGaps) -> any HistoricalArchive {
    ShardedArchive(book, pinned: roster, gaps: gaps)
  }

  /// The same for what the shards that answer can tell for all.
  var tolerant: ShardedArchive { ShardedArchive(book, pinned: roster, gaps: ArchiveGaps()) }

  /// The shards.
  var roster: ShardSet { pinned ?? book.shards }

  /// Whether that is so of a shard that was asked already.
  package var isFromNewerVersion: Bool {
    roster.shards.contains { $0.archiveIfOpen?.isFromNewerVersion ?? false }
  }

  /// See `HistoricalArchive.prepare()`.
  package func prepare() {
    for shard in roster.shards { try? shard.archive().prepare() }
  }

  /// See `HistoricalArchive.checkIsFree(_:)`.
  package func checkIsFree(_ path: String) throws(ArchiveError) {
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    guard resolved(path) != resolved(location) else {
      throw ArchiveError(.invalidExport, "\(path) is the archive's own file of shards.")
    }
    try askAll { (archive) throws(ArchiveError) in try archive.checkIsFree(path) }
  }

  // MARK: Asking

  /// What one shard said.
  struct Said<T: Sendable>: Sendable {
    var part: Int
    var value: T
  }

  /// Asks shards side by side, each at most for as long as the plan says, and notes those that
  /// don't answer; or, without gaps to note them in, one after the other, and fails with the first.
  func ask<T: Sendable>(
    _ parts: [Int], of roster: ShardSet,
    _ work: @escaping @Sendable (Int, any CuratedArchive) throws(ArchiveError) -> T
  ) throws(ArchiveError) -> [Said<T>] {
    guard let gaps else {
      var said: [Said<T>] = []
      for part in parts {
        let shard = roster.shards[part]
        do throws(ArchiveError) {
          said.append(Said(part: part, value: try work(part, shard.archive())))
        } catch { throw shard.error(error) }
      }
      return said
    }
    let limit = DispatchTime.now() + roster.plan.seconds
    let answers = parts.map { part in
      roster.shards[part].begin { (archive) throws(ArchiveError) in try work(part, archive) }
    }
    var said: [Said<T>] = []
    for (part, answer) in zip(parts, answers) {
      let shard = roster.shards[part]
      switch answer.value(by: limit) {
      case .success(let value): said.append(Said(part: part, value: value))
      case .failure(let error):
        guard error.isAbsence else { throw error }
        if error.code == .busy { shard.leave(error) }
        gaps.note(shard.gap(error.message))
      case nil:
        let late = ArchiveError(.busy, "it took longer than \(roster.plan.seconds) s")
        shard.leave(late)
        gaps.note(shard.gap(late.message))
      }
    }
    return said
  }

  /// Asks all shards.
  @discardableResult
  func askAll<T: Sendable>(
    _ work: @escaping @Sendable (any CuratedArchive) throws(ArchiveError) -> T
  ) throws(ArchiveError) -> [Said<T>] {
    let roster = roster
    return try ask(Array(roster.shards.indices), of: roster) { (_, archive) throws(ArchiveError) in
      try work(archive)
    }
  }

  /// Asks all shards for what one of them has; throws `.busy` where none that answers has it and
  /// another one may.
  func find<T: Sendable>(
    _ work: @escaping @Sendable (any CuratedArchive) throws(ArchiveError) -> T?
  ) throws(ArchiveError) -> [Said<T>] {
    let whole = tolerant
    let answers = try whole.askAll(work)
    let found = answers.compactMap { said in said.value.map { Said(part: said.part, value: $0) } }
    if found.isEmpty, let sentence = whole.gaps?.sentences.first {
      throw ArchiveError(.busy, sentence)
    }
    return found
  }
}

extension ArchiveError {
  /// Whether it says that an archive can't be asked at all, and not that the question was wrong.
  fileprivate var isAbsence: Bool {
    [.busy, .missing, .storage, .damaged, .notAnArchive, .newerVersion].contains(code)
  }
}

extension Shard {
  /// What to say where an answer does without it.
  fileprivate func gap(_ reason: String) -> String {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    return
      "What the shard \"\(name)\" of the archive holds is missing, since it can't be asked: \(reason)."
  }

  /// An error of the shard as that of the archive: one that isn't there is one to try again.
  fileprivate func error(_ error: ArchiveError) -> ArchiveError {
    guard error.isAbsence, error.code != .newerVersion else { return error }
    return ArchiveError(
      error.code == .missing ? .busy : error.code,
      "The shard \"\(name)\" can't be asked: \(error.message)",
      cause: error)
  }
}
