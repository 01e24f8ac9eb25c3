internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive review`.
struct ArchiveReview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "List what needs a person, and take decisions.",
    discussion: """
      The kinds are \(ReviewRequest.kinds.joined(separator: ", ")).

      A decision is made by --accept, --dismiss or --set with the item's name and one --kind, or for many in the CSV that \
      --csv wrote: its column decision gets accept, dismiss or field=value (field=value; field=value for several), and \
      --decisions reads it again. What is dismissed comes back when the item changes. All decisions of one call are one \
      entry of the journal, which archive undo undoes.
      """)

  @Option(
    help: ArgumentHelp("Only this kind; may stand several times. Default: all.", valueName: "kind"))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only this collection.", valueName: "name"))
  var collection: String?

  @Option(help: ArgumentHelp("How many entries to list at most; 0 is all.", valueName: "count"))
  var limit = 100

  @Option(
    help: ArgumentHelp("A place known no better than this is listed.", valueName: "metres"))
  var accuracy = ReviewRequest.usualAccuracy

  @Option(help: ArgumentHelp("Write the list, all of it, as CSV.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Take the suggestion for an item.", valueName: "id"))
  var accept: String?

  @Option(help: ArgumentHelp("Leave an item as it is, until it changes.", valueName: "id"))
  var dismiss: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Give an item's fields values instead: its name, then field=value.", valueName: "id"))
  var set: [String] = []

  @Option(help: ArgumentHelp("The other item of a duplicate.", valueName: "id"))
  var other: String?

  @Option(help: ArgumentHelp("Why, for those who ask later.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("Take the decisions of a CSV.", valueName: "file"))
  var decisions: String?

  @Flag(help: "Report what decisions would do, and keep nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  private var isSingle: Bool { accept != nil || dismiss != nil || !set.isEmpty }

  func validate() throws {
    for kind in kind where !ReviewRequest.kinds.contains(kind) {
      throw ValidationError(
        "\"\(kind)\" is no kind; they are \(ReviewRequest.kinds.joined(separator: ", "))")
    }
    let ways = [accept != nil, dismiss != nil, !set.isEmpty, decisions != nil, csv != nil]
    guard ways.filter({ $0 }).count <= 1 else {
      throw ValidationError("only one of --accept, --dismiss, --set, --decisions, --csv at a time")
    }
    if isSingle, kind.count != 1 { throw ValidationError("a decision needs one --kind") }
    if !isSingle, other != nil || note != nil {
      throw ValidationError("--other and --note belong to a decision")
    }
    if set.count == 1 { throw ValidationError("--set needs an item and field=value") }
    if limit < 0 { throw ValidationError("--limit must be 0 or more") }
  }

  func run() throws {
    try Console.run(json: output.json) {
      if let decisions {
        return try decide(Curator.decisions(in: decisions))
      }
      if isSingle, let kind = kind.first {
        let id = accept ?? dismiss ?? set.first ?? ""
        let words =
          accept != nil
          ? "accept" : dismiss != nil ? "dismiss" : set.dropFirst().joined(separator: ";")
        return try decide([
          DecisionRequest(id: id, kind: kind, other: other, decision: words, note: note)
        ])
      }
      let all = csv != nil || limit == 0
      let report = try Curator(reading: archive.places).review(
        ReviewRequest(
          kinds: kind, collection: collection, limit: all ? nil : limit, accuracy: accuracy),
        writingTo: csv, by: author.author)
      if let csv { Console.talk("\(report.entries.count) entries are in \(csv)") }
      try Console.answer(report, json: output.json) {
        csv == nil ? ReviewText.lines(report) : ReviewText.totals(report)
      }
    }
  }

  private func decide(_ requests: [DecisionRequest]) throws {
    let summary = try Curator(changing: archive.places).decide(
      requests, isDryRun: dryRun, by: author.author)
    for fault in summary.faults { Console.talk("refused: \(fault)") }
    try Console.answer(summary, json: output.json) {
      [
        "\(summary.changed) changed, \(summary.dismissed) dismissed, \(summary.unchanged) unchanged, "
          + "\(summary.faults.count) refused" + (summary.dryRun ? " (nothing was kept)" : "")
      ]
        + (summary.entry.map { ["entry \($0) of the journal; archive undo \($0) takes it back"] }
          ?? [])
    }
    if !summary.faults.isEmpty { throw ExitCode(65) }
  }
}

/// A review as text.
enum ReviewText {
  static func lines(_ report: ReviewReport) -> [String] {
    report.entries.map { entry in
      let suggestion = entry.suggestion.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      return "\(entry.id)  \(entry.kind): \(entry.reason)"
        + (suggestion.isEmpty ? "" : "  [\(suggestion)]")
    } + totals(report)
  }

  static func totals(_ report: ReviewReport) -> [String] {
    let found = report.totals.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    guard !found.isEmpty else { return ["nothing needs a person"] }
    return ["in all: " + found.map { "\($0.value) \($0.key)" }.joined(separator: ", ")]
  }
}
