internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive fetch-media`.
struct ArchiveFetchMedia: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch-media",
    abstract: "Download the items' pictures from their web addresses.",
    discussion: """
      Pictures are stored beside the archive by their hash. A stored picture isn't downloaded again; after an \
      interruption, run the command again to continue. Downloads use http and https addresses of the public \
      internet, one at a time, without proxies. The exit code is 65 if any download failed.
      """)

  @Option(help: ArgumentHelp("Only this collection.", valueName: "name"))
  var collection: String?

  @Option(help: ArgumentHelp("The most pictures to download; 0 downloads all.", valueName: "count"))
  var limit = 0

  @Option(help: ArgumentHelp("The largest file to accept.", valueName: "bytes"))
  var maxBytes = FetchRequest().mostBytes

  @Option(help: ArgumentHelp("The time limit of one request.", valueName: "seconds"))
  var timeout = FetchRequest().seconds

  @Flag(help: "Also allow addresses of this machine and its network. For tests.")
  var allowPrivate = false

  @Flag(help: "Don't compare the pictures; only declared copies are then found.")
  var noFingerprints = false

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  /// The progress as a line of a terminal.
  static func progress(_ report: FetchReport, seconds: Double) -> String {
    let megabytes = Double(report.bytes) / 1_000_000
    return
      "\(report.asked) of \(report.missing) requested, \(report.fetched) fetched, \(report.failures.count) failed, "
      + "\(rounded(megabytes)) MB, \(rounded(megabytes / seconds)) MB a second"
  }

  /// With one decimal.
  private static func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must be 0 or more") }
    guard (1...(1 << 32)).contains(maxBytes) else {
      throw ValidationError("--max-bytes must be from 1 to 4294967296")
    }
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout must be from 1 to 3600")
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let progress = TerminalLine()
      let report: FetchReport
      do {
        defer { progress?.clear() }
        report = try Curator(changing: archive.places).fetchMedia(
          FetchRequest(
            collection: collection, limit: limit == 0 ? nil : limit, mostBytes: maxBytes,
            seconds: timeout, allowsPrivate: allowPrivate, fingerprints: !noFingerprints),
          progress: { report in
            progress?.update { ArchiveFetchMedia.progress(report, seconds: $0) }
          })
      }
      try Console.answer(report, json: output.json) {
        report.failures.map { "\($0.id)  \($0.address): \($0.reason)" }
          + ["\(report.fetched) of \(report.asked) fetched, \(report.bytes) bytes"]
      }
      if !report.failures.isEmpty { throw ExitCode(65) }
    }
  }
}
