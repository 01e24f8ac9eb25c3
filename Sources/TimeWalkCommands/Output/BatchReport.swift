internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkBase

/// The output of `submit`, `library resume` and `library retry` about photos.
///
/// Unchecked, since the batch calls it for one photo at a time.
final class BatchReport: @unchecked Sendable {
  private let json: Bool
  private let isVerbose: Bool
  private let total: Int
  private var hasArchive = true
  private var counts = (found: 0, empty: 0)
  private let progress: BatchProgress?
  private var toldSpace: Int?

  private let interruption: Interruption

  init(json: Bool, isVerbose: Bool, total: Int, interruption: Interruption) {
    self.json = json
    self.isVerbose = isVerbose
    self.total = total
    self.interruption = interruption
    progress = BatchProgress(total: total)
  }

  /// Runs a batch, prints each photo, and exits with the failures' code.
  func run(
    _ batch: Batch,
    _ work: (Batch, @escaping @Sendable (Batch.Outcome) throws(TimeWalkError) -> Void)
      throws(TimeWalkError)
      -> Batch.Summary
  ) throws {
    interruption.watch(batch)
    hasArchive = batch.hasArchive
    defer { progress?.clear() }
    let summary = try work(batch) { [self] outcome throws(TimeWalkError) in try print(outcome) }
    progress?.clear()
    if !json, total > 1 { try Console.data(closing(summary)) }
    if summary.waiting > 0 {
      Console.talk(
        "timewalk: \(CountText.photos(summary.waiting)) not done; continue with \"timewalk library resume\""
      )
    }
    if let code = interruption.exitCode, summary.waiting > 0 { throw code }
    // One kind of fault has its own code; of several, the batch as a whole held bad data.
    let codes = Set(summary.failures.map(\.exitCode.rawValue))
    if let first = summary.failures.first {
      throw codes.count == 1 ? first.exitCode : ExitCode(65)
    }
  }

  private func print(_ outcome: Batch.Outcome) throws(TimeWalkError) {
    progress?.clear()
    switch outcome.result {
    case .success(let response): try print(response, path: outcome.path)
    case .failure(let error): try print(error, path: outcome.path)
    }
    progress?.update(done: outcome.done, failed: outcome.failed)
  }

  private func print(_ response: SubmitResponse, path: String) throws(TimeWalkError) {
    for warning in response.warnings where warning != response.space?.warning {
      Console.talk("timewalk: \(BatchReport.sentence(warning, of: path))")
    }
    if let space = response.space, space.photosLeft * 2 <= toldSpace ?? .max {
      // Again when half of it is used up; not with each photo.
      toldSpace = space.photosLeft
      Console.talk("timewalk: \(space.warning)")
    }
    guard !json else { return try Console.json(try WireFormat.line(response)) }
    if response.matches.isEmpty { counts.empty += 1 } else { counts.found += 1 }
    let earlier = response.photo.earlier == true ? " (submitted before)" : ""
    let lines =
      ["Photo \(response.photo.sequence ?? 0): \(path)\(earlier)", ""]
      + MatchText(response, isVerbose: isVerbose, hasArchive: hasArchive).lines
      + ["", "Pictures:"]
      + response.renditions.map { rendition in
        let role =
          rendition.role == "historical"
          ? "historical \(rendition.kind == "plate" ? "card" : "picture")" : rendition.role
        return "   \(rendition.path ?? "") (\(role), \(rendition.width) x \(rendition.height))"
      } + (total > 1 ? [""] : [])
    for line in lines { try Console.data(line) }
  }

  /// The last line of many photos: the numbers of processed ones, of those with matches, and of the
  /// others.
  private func closing(_ summary: Batch.Summary) -> String {
    let parts = [
      ("with matches", counts.found), ("without", counts.empty),
      ("failed", summary.failures.count),
    ]
    let text = parts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    return "\(CountText.photos(counts.found + counts.empty + summary.failures.count)): \(text)"
  }

  /// The message about a file, with its path once, as the user wrote it: it replaces the absolute
  /// path, or the name at the message's beginning.
  static func sentence(_ message: String, of path: String) -> String {
    let name = URL(fileURLWithPath: path).lastPathComponent
    if let whole = message.range(of: RawPath.absolute(path)) {
      return message.replacingCharacters(in: whole, with: path)
    }
    return message.hasPrefix(name + " ")
      ? path + message.dropFirst(name.count) : "\(path): \(message)"
  }

  private func print(_ error: TimeWalkError, path: String) throws(TimeWalkError) {
    Console.talk("timewalk: \(BatchReport.sentence(error.message, of: path))")
    guard json else { return }
    let original = URL(fileURLWithPath: path).standardizedFileURL.path
    try Console.json(
      try WireFormat.line(FailureReport(photo: PhotoReport(original: original), error: error)))
  }
}
