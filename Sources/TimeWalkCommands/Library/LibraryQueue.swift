internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase

/// `timewalk library queue`.
struct LibraryQueue: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "List photos that are running, waiting or failed.")

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
    commandName: "discard", abstract: "Discard failed or waiting photos from the queue.",
    discussion: "The photos' files stay in their place.")

  @Argument(help: "The entries' numbers in the queue. Default: all failed entries.")
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
    abstract: "Continue with photos that still wait after a crash or a stop.",
    discussion: "Uses the original options and archive.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup(title: "Many photos") var work: WorkOptions

  func run() throws {
    try Console.run(json: output.json, takesSignals: false) {
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
    commandName: "retry", abstract: "Retry failed photos of the queue.")

  @Argument(help: "The entries' numbers in the queue. Default: all failed entries.")
  var entries: [Int64] = []

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup(title: "Many photos") var work: WorkOptions

  func run() throws {
    try Console.run(json: output.json, takesSignals: false) {
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
