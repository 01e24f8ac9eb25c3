internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// `timewalk archive gather`.
struct ArchiveGather: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gather",
    abstract:
      "Import historical images around a place from Wikimedia Commons, PastVu and other sources.",
    discussion: """
      --list shows each source, its terms, and what is sent. Sources receive the area, and nothing \
      about your photos. They require a contact: use --contact or TIMEWALK_CONTACT.

      The rows are imported into a collection with the source's name. Running the same command again changes \
      nothing; a wider area adds items. archive undo reverts it. Answers are stored for 30 days, and an \
      interrupted run continues from them; --refresh ignores them. --pictures also downloads the pictures \
      whose licences allow copies. --check removes items that the source has withdrawn.

      The exit code is 75 if the source was too busy or the request limit was reached. All rows so far are \
      imported; run the same command again to continue. It is 65 if a row was refused or a picture failed.
      """)

  @Argument(help: "The source's name.")
  var source: String?

  @Flag(help: "List the sources, their terms, and what is sent to them.")
  var list = false

  // Southern and western places start with a minus.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The middle of the area, degrees.", valueName: "latitude,longitude"),
    transform: ArchiveGather.place)
  var around: [Double] = []

  @Option(
    help: ArgumentHelp("The radius of the area, such as 500m or 2km.", valueName: "distance"),
    transform: ArchiveGather.distance)
  var within: Double?

  // Years before 0 start with a minus.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only pictures from this time: a date that \"timewalk date\" reads, or a named era of the archive.",
      valueName: "era"))
  var era = GatherRequest.usualEra

  @Flag(help: "Also download the pictures whose licences allow copies.")
  var pictures = false

  @Option(
    help: ArgumentHelp(
      "The most items to import, nearest first if the source gives distances; 0 imports all.",
      valueName: "count"))
  var limit = 0

  @Flag(help: "Query the source and report the changes, but write nothing to the archive.")
  var dryRun = false

  @Flag(help: "Ignore the stored answers of earlier runs.")
  var refresh = false

  @Flag(help: "Find items that the source has withdrawn, and remove them.")
  var check = false

  @Flag(help: "Confirm the removal of many items by --check.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Your e-mail address or web page, for the source. Default: $TIMEWALK_CONTACT.",
      valueName: "contact"))
  var contact: String?

  @Option(
    help: ArgumentHelp("The collection's name. Default: the source's.", valueName: "name"))
  var collection: String?

  @Option(
    help: ArgumentHelp(
      "The folder for stored answers. Default: timewalk/gather in the XDG cache folder.",
      valueName: "folder"))
  var cache: String?

  @Option(help: ArgumentHelp("The most requests in one run.", valueName: "count"))
  var maxRequests = GatherRequest.usualRequests

  @Option(help: ArgumentHelp("The most bytes of all answers in one run.", valueName: "bytes"))
  var maxBytes = GatherRequest.usualBytes

  @Option(
    help: ArgumentHelp(
      "Use this address instead of the source's own: a mirror, or for tests.",
      valueName: "address"))
  var address: String?

  @Flag(help: "Also allow addresses of this machine and its network. For tests.")
  var allowPrivate = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  /// Reads `38.7139,-9.1394`.
  static func place(_ text: String) throws -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else {
      throw ValidationError(
        "\"\(text)\" isn't a valid position; use degrees north and east, such as 38.7139,-9.1394")
    }
    return [latitude, longitude]
  }

  /// Reads `500m`, `2km` or metres, in metres.
  static func distance(_ text: String) throws -> Double {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
    let factors = ["": 1.0, "m": 1, "km": 1000]
    guard let value = Double(number), let factor = factors[unit],
      (10...100_000).contains(value * factor)
    else {
      throw ValidationError(
        "\"\(text)\" isn't a valid distance; use 10m to 100km, such as 500m or 2km")
    }
    return value * factor
  }

  /// The default folder of cached answers.
  static func usualCache(_ environment: [String: String]) -> String {
    // The XDG specification has relative paths ignored.
    let base = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return (base ?? home + "/.cache") + "/timewalk/gather"
  }

  func validate() throws {
    if list { return }
    guard source != nil else {
      throw ValidationError("name a source; --list shows all sources")
    }
    if limit < 0 { throw ValidationError("--limit must be 0 or more") }
    guard (1...100_000).contains(maxRequests) else {
      throw ValidationError("--max-requests must be from 1 to 100000")
    }
    guard (1...(1 << 34)).contains(maxBytes) else {
      throw ValidationError("--max-bytes must be from 1 to 17179869184")
    }
    if check { return }
    if yes { throw ValidationError("--yes needs --check") }
    guard around.count == 2, within != nil else {
      throw ValidationError(
        "the place is missing; use for example --around 38.7139,-9.1394 --within 2km")
    }
  }

  private func request() -> GatherRequest {
    let environment = ProcessInfo.processInfo.environment
    var policy = GatherRequest.RequestPolicy(
      contact: contact ?? environment["TIMEWALK_CONTACT"] ?? "",
      cache: URL(fileURLWithPath: cache ?? ArchiveGather.usualCache(environment))
        .standardizedFileURL.path)
    policy.refreshes = refresh
    policy.address = address
    policy.allowsPrivate = allowPrivate
    policy.mostRequests = maxRequests
    policy.mostBytes = maxBytes
    let variable = GatherSourceReport.all.first { $0.name == source }?.keyVariable
    policy.key = variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    var request = GatherRequest(
      source: source ?? "", latitude: around.first ?? 0, longitude: around.last ?? 0,
      radius: within ?? 10, policy: policy)
    request.era = era
    request.limit = limit == 0 ? nil : limit
    request.pictures = pictures
    request.isDryRun = dryRun
    request.collection = collection
    request.author = author.author
    return request
  }

  func run() throws {
    try Console.run(json: output.json, agreement: "Use --yes to confirm") {
      if list { return try tellSources() }
      if check { return try tellWithdrawn() }
      let line = TerminalLine()
      let report: GatherReport
      do {
        defer { line?.clear() }
        report = try Curator.gather(
          request(), into: archive.places, asking: { Console.talk($0) },
          progress: { report in line?.update { _ in GatherText.progress(report) } })
      }
      if var imported = report.imported {
        // Keeping the source's own names needs no report.
        imported.findings.removeAll { $0.severity == "note" }
        for line in FindingText.lines(imported) { Console.talk(line) }
      }
      try Console.answer(report, json: output.json) { GatherText.lines(report) }
      if let stopped = report.stopped {
        Console.talk("timewalk: \(stopped.message)")
        throw ExitCode(stopped.passes ? 75 : 65)
      }
      let failures = report.pictures?.failures.isEmpty ?? true
      if !failures || (report.imported?.refused ?? 0) > 0 { throw ExitCode(65) }
    }
  }

  private func tellSources() throws {
    let sources = GatherSourceReport.all
    try Console.answer(["sources": sources], json: output.json) {
      sources.flatMap(GatherText.lines)
    }
  }

  private func tellWithdrawn() throws {
    let report = try Curator(changing: archive.places)
      .checkGathered(request(), isAgreed: yes, asking: { Console.talk($0) })
    try Console.answer(report, json: output.json) {
      report.withdrawn + [
        "\(CountText.items(report.checked)) checked, \(report.withdrawn.count) withdrawn, "
          + "\(report.removed) removed"
      ]
    }
    if !output.json { Console.tellUndo(of: report.entry) }
  }
}
