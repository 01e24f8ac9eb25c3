internal import Foundation
internal import HTTPTypes
internal import TimeWalk

/// Where curators change the archive, one after another.
///
/// The archive is opened for each change and closed again, as commands do it, so that they get
/// their turn, too.
final class CurationService: Sendable {
  private let places: StorePaths
  private let line = NSLock()

  /// Knows where the archive is.
  init(places: StorePaths) { self.places = places }

  /// Looks at what curators look at.
  ///
  /// - Throws: what the archive throws.
  func look<Value>(
    _ body: (Curator) throws(TimeWalkError) -> Value
  ) throws(TimeWalkError) -> Value {
    try body(Curator(reading: places))
  }

  /// Changes something.
  ///
  /// - Throws: what the archive throws.
  func change<Value>(
    _ body: (Curator) throws(TimeWalkError) -> Value
  ) throws(TimeWalkError) -> Value {
    line.lock()
    defer { line.unlock() }
    return try body(Curator(changing: places))
  }
}

extension Call {
  /// Who changes something, for the journal: the token's name, or whoever runs the server, who is
  /// at the machine.
  var author: ChangeAuthor {
    let name = client.token ?? NSUserName()
    return ChangeAuthor(name: name.isEmpty ? nil : name, time: Date())
  }

  /// Whether whoever asks may change the archive.
  var canCurate: Bool { (client.right ?? .read) >= .curate }

  /// Gives an item new values.
  ///
  /// - Parameters:
  ///   - id: the item.
  ///   - values: by the catalogue's columns.
  ///   - basis: the last change that the client knew of; `nil` where it doesn't matter.
  /// - Returns: what is different, and the item's last change now.
  /// - Throws: what `Curator.set` throws, and a problem with 412 that says what changed meanwhile.
  func edit(
    _ id: String, _ values: [String: String], basis: Int64?
  ) async throws -> (summary: EditSummary, version: Int64) {
    let (curation, author, views) = (front.curation, author, front.views)
    return try await front.pool.run {
      () throws(TimeWalkError) -> Result<(EditSummary, Int64), Problem> in
      try curation.change { curator throws(TimeWalkError) in
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
      }
    }.get()
  }

  /// Undoes a change.
  ///
  /// - Throws: `notFound`, and a problem with 409 where later changes stand on it.
  func undo(_ entry: Int64) async throws -> UndoSummary {
    let (curation, author, views) = (front.curation, author, front.views)
    return try await front.pool.run { () throws(TimeWalkError) -> Result<UndoSummary, Problem> in
      try curation.change { curator throws(TimeWalkError) in
        do throws(TimeWalkError) {
          let summary = try curator.undo(entry, isDryRun: false, by: author)
          views.forgetAll()
          return .success(summary)
        } catch {
          guard error.code == .dataRefused else { throw error }
          return .failure(Problem(.conflict, error.message, field: "entry"))
        }
      }
    }.get()
  }
}

/// How an item stands: the number of its last change, as an ETag.
enum ItemVersion {
  /// The number as a header has it.
  static func tag(_ entry: Int64) -> String { "\"\(entry)\"" }

  /// What the header `If-Match` says.
  ///
  /// - Returns: the number; `nil` for `*`, which doesn't care.
  /// - Throws: problems with 428 without a header, 400 for what no answer ever said.
  static func basis(_ header: String?) throws(Problem) -> Int64? {
    guard let header else {
      throw Problem(
        .preconditionRequired,
        "the header If-Match must say the ETag of the item as it was seen, or *")
    }
    let text = header.filter { $0 != " " }
    if text == "*" { return nil }
    guard text.hasPrefix("\""), text.hasSuffix("\""),
      let entry = Int64(text.dropFirst().dropLast()),
      entry >= 0
    else {
      throw Problem(.parseError, "If-Match is no ETag of an item")
    }
    return entry
  }

  /// What was changed meanwhile, by whom.
  static func problem(_ steps: [ItemHistoryReport.Step]) -> Problem {
    var problem = Problem(
      .changedMeanwhile,
      "the item was changed meanwhile: " + steps.map(words).joined(separator: "; "))
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
