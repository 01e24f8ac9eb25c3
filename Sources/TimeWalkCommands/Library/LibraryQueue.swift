internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkText

/// `timewalk library queue`.
struct LibraryQueue: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "List the photos that are under way, wait to be taken in, or failed.")

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try library.album().queue()
      try Console.answer(report, json: output.json) { report.entries.map(\.line) }
    }
  }
}

/// `timewalk library discard`.
struct LibraryDiscard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Forget photos of the queue that failed, or that wait.",
    discussion: "The photos themselves stay where they are.")

  @Argument(help: "The entries' numbers in the queue; all that failed without any.")
  var entries: [Int64] = []

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try library.album().discard(entries)
      try Console.answer(report, json: output.json) { report.entries.map(\.line) }
    }
  }
}

/// `timewalk library resume`.
struct LibraryResume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Go on with the photos that wait since a submit was killed or stopped.",
    discussion: "They are asked for as they were then, and searched for in the archive of then.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup(title: "Many at once") var work: WorkOptions

  func run() throws {
    try Console.run(json: output.json) {
      try QueueRun(archive: archive, library: library, work: work, isVerbose: answer.verbose)
        .run(json: output.json) {
          try $0.takeWaiting()
        }
    }
  }
}

/// `timewalk library retry`.
struct LibraryRetry: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Try photos of the queue again that failed.")

  @Argument(help: "The entries' numbers in the queue; all that failed without any.")
  var entries: [Int64] = []

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup(title: "Many at once") var work: WorkOptions

  func run() throws {
    try Console.run(json: output.json) {
      try QueueRun(archive: archive, library: library, work: work, isVerbose: answer.verbose)
        .run(json: output.json) {
          try $0.takeFailed(entries)
        }
    }
  }
}

extension QueueEntry {
  fileprivate var line: String {
    VisibleText.columns(["\(entry)", state, path] + (error.map { [$0.message] } ?? []))
  }
}
