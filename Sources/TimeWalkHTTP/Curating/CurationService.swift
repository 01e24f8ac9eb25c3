internal import Foundation
internal import HTTPTypes
internal import TimeWalk

/// Runs curators' changes of the archive, one at a time.
///
/// Each change opens the archive and closes it again, as commands do; so commands get their turn.
/// Changes have threads of their own: they wait while another program writes the archive.
final class CurationService: Sendable {
  private let places: StorePaths
  private let pipeline: Pipeline
  private let line = NSLock()
  private let queue: WorkQueue

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - places: the archive's path.
  ///   - pipeline: the pipeline that may have it open.
  ///   - longestWait: seconds that a change may wait for a thread.
  init(places: StorePaths, pipeline: Pipeline, longestWait: Int) {
    (self.places, self.pipeline) = (places, pipeline)
    queue = WorkQueue(jobs: 1, longestWait: longestWait)
  }

  /// Waits until running changes are done, and ends the threads.
  func close() { queue.close() }

  /// Reads the archive as a curator.
  ///
  /// - Throws: the errors of the archive.
  func look<Value>(
    _ body: (Curator) throws(TimeWalkError) -> Value
  ) throws(TimeWalkError) -> Value {
    try body(Curator(reading: places, of: pipeline))
  }

  /// Changes the archive.
  ///
  /// - Throws: the errors of the archive.
  func change<Value: Sendable>(
    _ body: @escaping @Sendable (Curator) throws(TimeWalkError) -> Value
  ) async throws -> Value {
    try await queue.run { [self] () throws(TimeWalkError) in
      line.lock()
      defer { line.unlock() }
      return try body(Curator(changing: places))
    }
  }
}

extension Call {
  /// The author for the journal: the token's name, or the account that runs the server.
  var author: ChangeAuthor {
    let name = client.token ?? NSUserName()
    return ChangeAuthor(name: name.isEmpty ? nil : name, time: Date())
  }

  /// True if the client may change the archive.
  var canCurate: Bool { client.canCurate }

  /// Edits an item.
  ///
  /// - Parameters:
  ///   - id: the item.
  ///   - values: the new values by the catalogue's columns.
  ///   - basis: the last change that the client has seen; `nil` to skip the check.
  /// - Returns: the changed fields, and the item's last change.
  /// - Throws: the errors of `Curator.set`, and a problem with 412 that lists the changes since
  ///   `basis`.
  func edit(
    _ id: String, _ values: [String: String], basis: Int64?
  ) async throws -> (summary: EditSummary, version: Int64) {
    let (author, views) = (author, front.views)
    return try await changing {
      (curator) throws(TimeWalkError) -> Result<(EditSummary, Int64), Problem> in
      do throws(TimeWalkError) {
        let summary = try curator.set(id, values, basis: basis, isDryRun: false, by: author)
        guard let entry = summary.entry else {
          return .success((summary, try curator.version(of: id)))
        }
        views.forgetAll()
        return .success((summary, entry))
      } catch {
        guard error.code == .dataRefused, let basis else { throw error }
        let history = try curator.history(of: id).history
        return .failure(ItemVersion.problem(history.filter { $0.entry.entry > basis }))
      }
    }.get()
  }

  /// Undoes a change.
  ///
  /// - Throws: `notFound`, and a problem with 409 if later changes depend on it.
  func undo(_ entry: Int64) async throws -> UndoSummary {
    let (author, views) = (author, front.views)
    return try await changing {
      (curator) throws(TimeWalkError) -> Result<UndoSummary, Problem> in
      do throws(TimeWalkError) {
        let summary = try curator.undo(entry, isDryRun: false, by: author)
        views.forgetAll()
        return .success(summary)
      } catch {
        guard error.code == .dataRefused else { throw error }
        return .failure(Problem(.conflict, error.message, field: "entry"))
      }
    }.get()
  }

  /// Changes the archive; if the client leaves before the end, nothing is changed.
  func changing<Value: Sendable>(
    _ body: @escaping @Sendable (Curator) throws(TimeWalkError) -> Value
  ) async throws -> Value {
    var turn = WorkQueue.turn
    turn.token = token
    return try await WorkQueue.$turn.withValue(turn) { try await front.curation.change(body) }
  }
}

/// The version of an item: the number of its last change, as an ETag.
enum ItemVersion {
  /// The number as an ETag.
  static func tag(_ entry: Int64) -> String { "\"\(entry)\"" }

  /// Reads the header `If-Match`.
  ///
  /// - Returns: the number; `nil` for `*`, which matches any version.
  /// - Throws: a problem with 428 without a header, with 400 for a malformed one.
  static func basis(_ header: String?) throws(Problem) -> Int64? {
    guard let header else {
      throw Problem(
        .preconditionRequired,
        "the header If-Match must be the item's ETag, or *")
    }
    let text = header.filter { $0 != " " }
    if text == "*" { return nil }
    guard text.hasPrefix("\""), text.hasSuffix("\""),
      let entry = Int64(text.dropFirst().dropLast()),
      entry >= 0
    else {
      throw Problem(.parseError, "If-Match isn't an ETag of an item")
    }
    return entry
  }

  /// The changes since then, with their authors.
  static func problem(_ steps: [ItemHistoryReport.Step]) -> Problem {
    var problem = Problem(
      .changedMeanwhile,
      "the item has changed: " + steps.map(words).joined(separator: "; "))
    if let last = steps.last?.entry.entry { problem.headers[.eTag] = tag(last) }
    return problem
  }

  private static func words(_ step: ItemHistoryReport.Step) -> String {
    let fields = step.change.fields.map { field in
      "\(field.field) \(field.before ?? "unknown") became \(field.after ?? "unknown")"
    }
    return "entry \(step.entry.entry)" + (step.entry.by.map { " by \($0)" } ?? "") + ": "
      + (fields.isEmpty ? step.change.kind : fields.joined(separator: ", "))
  }
}
