internal import ArgumentParser
internal import Foundation
internal import Logging
internal import TimeWalk
internal import TimeWalkEndpoint

/// `timewalk endpoint`.
struct EndpointCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endpoint",
    abstract: "Answer JSON-RPC 2.0 on standard input and output, one message a line.",
    discussion: """
      "timewalk request describe" lists the methods. The end of the input, SIGTERM and a first SIGINT end it when \
      everything that was read has been answered; a second SIGINT ends it at once.
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "How many requests are worked on at a time. Default: the number of processors.",
      valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "How many requests may wait; then nothing more is read.", valueName: "number"))
  var queue = ServiceOptions().queue

  @Flag(help: "Answer in the order of the requests; without it answers come as they finish.")
  var ordered = false

  @Option(help: ArgumentHelp("The longest line that is taken.", valueName: "bytes"))
  var maximumLine = LineReader.usualLimit

  @Option(
    help: ArgumentHelp(
      "A folder that photos may be read from and outputs written to; repeatable. Without any, all may.",
      valueName: "folder"))
  var root: [String] = []

  @Option(
    help: ArgumentHelp(
      "The memory that photos which are read at the same time share, such as 800MB or 2GB. Default: half of the machine's.",
      valueName: "size"))
  var memory: ByteCount?

  @OptionGroup var budget: PhotoBudgetOptions

  @Flag(help: "Answer one message, and end.")
  var once = false

  @Option(
    help: ArgumentHelp(
      "What is logged on standard error, as JSON lines: trace, debug, info (each request), notice (refused ones), warning, error or critical.",
      valueName: "level"),
    transform: EndpointCommand.level)
  var logLevel = Logger.Level.info

  @Flag(help: "Log where requests say that somebody was, too.")
  var logPositions = false

  func validate() throws {
    for (name, value) in [("jobs", jobs ?? 1), ("queue", queue), ("maximum-line", maximumLine)]
    where value < 1 {
      throw ValidationError("--\(name) must be more than 0")
    }
    if let memory, memory.bytes < 1 { throw ValidationError("--memory must be more than 0") }
    guard jobs ?? 1 <= 1024 else { throw ValidationError("--jobs must be at most 1024") }
  }

  func run() throws {
    try Console.run(json: false) {
      // A client that goes away ends the service with an error of the write, not with a signal.
      signal(SIGPIPE, SIG_IGN)
      let stop = StopPipe()
      stop.takeSignals()
      let log = RequestLog(
        Logger(label: "timewalk.endpoint") { _ in LogLines(level: logLevel) },
        tellsPositions: logPositions)
      let places = Places(archive: archive.archive, library: library.library)
      let walker = try Walker(
        places: places, forPhotos: true, readers: budget.readers,
        memory: MemoryBudget(
          ofProgram: memory?.bytes, workers: jobs ?? ServiceOptions().jobs),
        allowed: root.isEmpty ? nil : AllowedFolders(root))
      var options = ServiceOptions()
      if let jobs { options.jobs = jobs }
      options.queue = queue
      options.isOrdered = ordered
      options.maximumLine = maximumLine
      options.isOnce = once
      let service = EndpointService(
        Endpoint(walker: walker, version: Version.current, log: log), options: options,
        input: STDIN_FILENO, output: STDOUT_FILENO, stop: stop)
      if !once { walker.prepare() }
      log.note("begin", ["jobs": options.jobs])
      guard service.run() else {
        throw WalkError(.inputOutput, "an answer could not be written to standard output")
      }
      log.note("end")
    }
  }

  private static func level(_ name: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: name) else {
      let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--log-level must be one of \(known)")
    }
    return level
  }
}
