import Foundation

/// An archive's data about pictures' files, during an import.
package protocol MediaRecords {
  /// The data about a path; `nil` if it wasn't read yet.
  func record(_ origin: String) throws -> MediaRecord?

  /// Stores new data.
  mutating func keep(_ record: MediaRecord) throws
}

/// Processes the files of imported rows, several at a time: their type, hash and size, and a copy
/// if requested.
///
/// A file with the recorded length and modification time isn't read again.
package struct MediaIntake {
  private struct Task {
    var identifier: String
    var path: String
    var line: Int?
  }

  /// The result of one file.
  private struct Outcome: Sendable {
    var kind: MediaKind?
    var content: MediaStore.Content?
    var isStored = false
    var problem: String?
    /// The failure of the archive's own store, which isn't the file's fault; `nil` without one.
    var storeFault: ArchiveErrorCode?
  }

  /// The number of files that are read together.
  private static let batch = 64

  private let store: MediaStore
  private var kept: StoredPictureLookup
  private let handling: MediaHandling
  private let limit: Int
  private let isDryRun: Bool
  private let look: @Sendable (String) throws -> MediaKind
  private var waiting: [Task] = []
  /// The files of this run, since many items may show one.
  private var seen = Set<String>()
  /// The paths whose fault the report has already.
  package private(set) var doubted = Set<String>()

  /// Makes one that writes copies, if the policy requests them, into a store.
  package init(
    _ policy: ImportPolicy, store: MediaStore,
    look: @escaping @Sendable (String) throws -> MediaKind
  ) {
    self.store = store
    kept = StoredPictureLookup(store)
    self.look = look
    handling = policy.media
    limit = policy.mediaLimit
    isDryRun = policy.isDryRun
  }

  /// Takes a file in, and reads it now or later.
  package mutating func add(
    _ identifier: String, path: String, line: Int?, in records: inout some MediaRecords,
    to report: inout ImportReport
  ) throws {
    guard seen.insert(path).inserted else { return }
    if let known = try records.record(path), known.isStored || handling == .link,
      let file = try? RegularFile(path: path), known.stamp == file.stamp,
      try !known.isStored || kept.has(known.sha256)
    {
      return
    }
    waiting.append(Task(identifier: identifier, path: path, line: line))
    if waiting.count >= MediaIntake.batch { try finish(in: &records, &report) }
  }

  /// Reads those that wait.
  package mutating func finish(
    in records: inout some MediaRecords, _ report: inout ImportReport
  ) throws {
    for (task, outcome) in zip(waiting, outcomes()) {
      // A copy was requested; without it the import fails.
      if let code = outcome.storeFault {
        throw ArchiveError(code, "The picture \(task.path) \(outcome.problem ?? "").")
      }
      if let problem = outcome.problem ?? outcome.kind?.doubt {
        doubted.insert(task.path)
        report.findings.append(
          ImportFinding(
            .warning, line: task.line, identifier: task.identifier,
            column: CatalogueColumn.media.name, value: task.path, reason: problem,
            hint: outcome.content == nil && handling == .copy ? "it isn't copied" : nil))
      }
      guard let content = outcome.content else { continue }
      let before = try records.record(task.path)
      // An existing copy stays in use until the file's content differs.
      let isStored =
        outcome.isStored || (before?.isStored == true && before?.sha256 == content.sha256)
      try records.keep(
        MediaRecord(
          origin: task.path, sha256: content.sha256, bytes: content.bytes, type: outcome.kind?.type,
          width: outcome.kind?.width, height: outcome.kind?.height, isStored: isStored,
          stamp: content.stamp))
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// One outcome for each that waits, in their order.
  private func outcomes() -> [Outcome] {
    let (tasks, intake) = (waiting, self)
    var outcomes = [Outcome](repeating: Outcome(), count: tasks.count)
    outcomes.withUnsafeMutableBufferPointer { buffer in
      // Each iteration writes to its own element, which the compiler can't verify.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: tasks.count) { index in
        places[index] = intake.outcome(of: tasks[index].path)
      }
    }
    return outcomes
  }

  private func outcome(of path: String) -> Outcome {
    var outcome = Outcome()
    do throws(MediaRefusal) {
      // Checked before reading all of it: it may be a pipe or a file of terabytes.
      let size = try RegularFile(path: path).size
      guard size <= limit else {
        throw MediaRefusal(reason: "is larger than \(MediaLimits.text(limit))")
      }
      do {
        outcome.kind = try look(path)
      } catch {
        throw MediaRefusal(reason: "can't be read as a picture: \(error)")
      }
      if handling == .copy, !isDryRun, outcome.kind?.isPicture == true {
        outcome.content = try store.copy(path, limit: limit)
        outcome.isStored = true
      } else {
        outcome.content = try MediaStore.look(at: path, limit: limit)
      }
    } catch {
      outcome.problem = error.reason
      outcome.storeFault = error.isOfStore ? error.code : nil
    }
    return outcome
  }
}
