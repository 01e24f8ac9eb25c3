internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive review`.
struct ArchiveReview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "List items that need a decision, and decide.",
    discussion: """
      The kinds are \(ReviewRequest.kinds.joined(separator: ", ")).

      To decide one item, use --accept, --dismiss or --set with its name and one --kind. To decide many, write \
      a CSV with --csv, fill in its column decision, and read it with --decisions. A decision is accept, \
      dismiss or field=value; separate several fields by semicolons.

      A dismissed entry comes back when its item changes. All decisions of one call are one entry of the \
      history; archive undo reverts it.
      """)

  @Option(
    help: ArgumentHelp("Only this kind; can be repeated. Default: all kinds.", valueName: "kind"))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only this collection.", valueName: "name"))
  var collection: String?

  @Option(help: ArgumentHelp("The most entries to list; 0 lists all.", valueName: "count"))
  var limit = 100

  @Option(
    help: ArgumentHelp("List places that are less accurate than this.", valueName: "metres"))
  var accuracy = ReviewRequest.usualAccuracy

  @Option(help: ArgumentHelp("Write the whole list to this CSV file.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Accept the suggestion for this item.", valueName: "id"))
  var accept: String?

  @Option(help: ArgumentHelp("Dismiss this item's entry until the item changes.", valueName: "id"))
  var dismiss: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Set fields of an item: its name, then field=value.", valueName: "id"))
  var set: [String] = []

  @Option(help: ArgumentHelp("The other item of a duplicate.", valueName: "id"))
  var other: String?

  @Option(help: ArgumentHelp("The reason for the decision.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("Read decisions from this CSV file.", valueName: "file"))
  var decisions: String?

  @Flag(help: "Report the changes, but write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  private var isSingle: Bool { accept != nil || dismiss != nil || !set.isEmpty }

  func validate() throws {
    for kind in kind where !ReviewRequest.kinds.contains(kind) {
      throw ValidationError(
        "\"\(kind)\" isn't a kind; it must be one of \(ReviewRequest.kinds.joined(separator: ", "))"
      )
    }
    let ways = [accept != nil, dismiss != nil, !set.isEmpty, decisions != nil, csv != nil]
    guard ways.filter({ $0 }).count <= 1 else {
      throw ValidationError("use only one of --accept, --dismiss, --set, --decisions, --csv")
    }
    if isSingle, kind.count != 1 { throw ValidationError("a decision needs one --kind") }
    if !isSingle, other != nil || note != nil {
      throw ValidationError("--other and --note need a decision")
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
      if let csv { Console.talk("\(csv) has \(report.entries.count) entries") }
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
          + "\(summary.faults.count) refused"
          + (summary.dryRun ? " (dry run, nothing written)" : "")
      ]
        + (summary.entry.map { ["entry \($0) of the history; undo it with archive undo \($0)"] }
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
    guard !found.isEmpty else { return ["nothing needs a decision"] }
    return ["total: " + found.map { "\($0.value) \($0.key)" }.joined(separator: ", ")]
  }
}
