internal import ArgumentParser
internal import Foundation
internal import Logging
internal import TimeWalk
internal import TimeWalkEndpoint

/// `timewalk endpoint`.
struct EndpointCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endpoint",
    abstract: "Serve JSON-RPC 2.0 on standard input and output, one message a line.",
    discussion: """
      "timewalk request describe" lists the methods. At the end of the input, on SIGTERM and on the first \
      SIGINT, running and waiting requests finish before it exits. A second SIGINT ends it immediately.
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "The number of requests to process at the same time. Default: the number of processors.",
      valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The number of requests that may wait. When the queue is full, reading pauses.",
      valueName: "number"))
  var queue = ServiceOptions().queue

  @Flag(
    help:
      "Answer in the order of the requests. Without it, each answer is written as soon as it is ready."
  )
  var ordered = false

  @Option(help: ArgumentHelp("The longest line that is accepted.", valueName: "bytes"))
  var maximumLine = LineReader.usualLimit

  @Option(
    help: ArgumentHelp(
      "A folder from which photos may be read and to which outputs may be written; can be repeated. Default: all folders.",
      valueName: "folder"))
  var root: [String] = []

  @Option(
    help: ArgumentHelp(
      "The memory limit for all photos that are read at the same time, such as 800MB or 2GB. Default: half of the machine's memory.",
      valueName: "size"))
  var memory: ByteCount?

  @OptionGroup var budget: PhotoBudgetOptions

  @Flag(help: "Answer one message, then exit.")
  var once = false

  @Option(
    help: ArgumentHelp(
      "The lowest level to log on standard error, as JSON lines: trace, debug, info (each request), notice (refused requests), warning, error or critical.",
      valueName: "level"),
    transform: EndpointCommand.level)
  var logLevel = Logger.Level.info

  @Flag(help: "Also log the positions in requests.")
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
    try Console.run(json: false, takesSignals: false) {
      // A client that goes away ends the service with an error of the write, not with a signal.
      signal(SIGPIPE, SIG_IGN)
      let stop = StopPipe()
      stop.takeSignals()
      let log = RequestLog(
        Logger(label: "timewalk.endpoint") { _ in LogLines(level: logLevel) },
        tellsPositions: logPositions)
      let places = StorePaths(archive: archive.archive, library: library.library)
      let pipeline = try Pipeline(
        places: places, forPhotos: true, readers: budget.readers,
        memory: MemoryBudget(
          ofProgram: memory?.bytes, workers: jobs ?? ServiceOptions().jobs),
        allowed: root.isEmpty ? nil : AllowedFolders(root))
      pipeline.storeFaults.report { log.note($0) }
      var options = ServiceOptions()
      if let jobs { options.jobs = jobs }
      options.queue = queue
      options.isOrdered = ordered
      options.maximumLine = maximumLine
      options.isOnce = once
      let service = EndpointService(
        Endpoint(pipeline: pipeline, version: Version.current, log: log), options: options,
        input: STDIN_FILENO, output: STDOUT_FILENO, stop: stop)
      if !once { pipeline.prepare() }
      log.note("begin", ["jobs": options.jobs])
      guard try service.run() else {
        throw TimeWalkError(
          .inputOutput,
          "can't write an answer to standard output; check the reader and run this again")
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
