internal import ArgumentParser
internal import Foundation
internal import Logging
internal import Synchronization
internal import TimeWalk
internal import TimeWalkHTTP
internal import TimeWalkCommands
internal import TimeWalkEndpoint

/// `timewalk serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Put the archive and the library behind HTTP.",
    discussion: """
      On 127.0.0.1, the default, and on a socket of the file system, the users of this machine may do everything. For \
      other people put a proxy with HTTPS in front of it, and name the address that they use with --behind; then tokens \
      decide, and --open lets everybody read. SIGTERM lets requests finish, and ends the server. The first line of \
      standard output is the address that it listens on.
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "The address of this machine to listen on, or unix: and the path of a socket. Other addresses than loopback need --behind.",
      valueName: "address"))
  var address = ServeOptions().address

  @Option(
    help: ArgumentHelp(
      "The port; 0 takes any that is free. A socket has none.", valueName: "number"))
  var port = ServeOptions().port

  @Option(
    help: ArgumentHelp(
      "The file of tokens, which \"timewalk token\" makes; then nobody comes in without one.",
      valueName: "file"))
  var tokens: String?

  @Option(
    help: ArgumentHelp(
      "The address that people use, such as https://archive.example.org: a proxy has it, and hands on what they ask. Only the proxy may reach this server then. Answers name this address.",
      valueName: "url"))
  var behind: String?

  @Option(
    help: ArgumentHelp(
      "Tiles for the ground of maps, such as https://tiles.example.org/{z}/{x}/{y}.png. Readers' browsers ask that server, which learns their addresses and where they look. Default: coasts of our own, and nobody is asked.",
      valueName: "url"))
  var mapTiles: String?

  @Option(
    help: ArgumentHelp("Whom the terms of --map-tiles want to be named.", valueName: "text"))
  var mapCredit: String?

  @Flag(help: "Let everybody read who can reach it.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "How many requests are worked on at a time. Default: the number of processors.",
      valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The memory that photos which are read at the same time share, such as 800MB or 2GB. Default: half of the machine's.",
      valueName: "size"))
  var memory: ByteCount?

  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "What is logged on standard error, as JSON lines: trace, debug, info (each request), notice (refused ones), warning, error or critical.",
      valueName: "level"))
  var logLevel = "info"

  @Flag(help: "Log the addresses of clients, too.")
  var logAddresses = false

  @Flag(help: "Log where requests say that somebody was, too.")
  var logPositions = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be within 0...65535")
    }
    if let socket = options.socket,
      address == "unix:" || socket.utf8.count > SocketFile.longestPath
    {
      throw ValidationError(
        "--address unix:PATH takes a path of 1 to \(SocketFile.longestPath) bytes")
    }
    guard (1...1024).contains(jobs ?? 1) else {
      throw ValidationError("--jobs must be within 1...1024")
    }
    if let memory, memory.bytes < 1 { throw ValidationError("--memory must be more than 0") }
    guard (mapTiles == nil) == (mapCredit == nil) else {
      throw ValidationError("--map-tiles and --map-credit belong together")
    }
    if mapTiles != nil, tiles == nil {
      throw ValidationError(
        "--map-tiles must be like https://tiles.example.org/{z}/{x}/{y}.png, with a host in ASCII")
    }
    guard Logger.Level(rawValue: logLevel) != nil else {
      let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--log-level must be one of \(known)")
    }
    if let behind {
      guard let url = PublicAddress(behind) else {
        throw ValidationError("--behind must be like https://archive.example.org, without a path")
      }
      guard url.isSafe else {
        throw ValidationError("--behind must begin with https://, unless its host is localhost")
      }
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let options = options
    if let refusal = options.refusal {
      Console.talk("timewalk: \(refusal)")
      throw ExitCode(78)
    }
    try Console.run(json: false) {
      let places = StorePaths(archive: archive.archive, library: library.library)
      let pipeline = try Pipeline(
        places: places, forPhotos: true, readers: budget.readers,
        memory: MemoryBudget(ofProgram: memory?.bytes, workers: options.jobs))
      pipeline.prepare()
      let level = Logger.Level(rawValue: logLevel) ?? .info
      let logger = Logger(label: "timewalk.http") { _ in LogLines(level: level) }
      let service = try HTTPService(
        options: options, pipeline: pipeline, places: places, version: Version.current,
        logger: logger)
      try Serve.wait { try await service.run { try? Console.data($0) } }
    }
  }

  private var tiles: MapTiles? {
    mapTiles.flatMap { MapTiles(template: $0, credit: mapCredit ?? "") }
  }

  private var options: ServeOptions {
    var options = ServeOptions()
    options.address = address
    options.port = port
    options.tokens = tokens
    options.behind = behind.flatMap(PublicAddress.init)
    options.isOpen = open
    options.mapTiles = tiles
    if let jobs { options.jobs = jobs }
    options.logsAddresses = logAddresses
    options.logsPositions = logPositions
    options.limits = limits.limits
    return options
  }

  /// Waits on this thread until other ones are done with something.
  private static func wait(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let fault = Mutex<(any Error)?>(nil)
    Task {
      do { try await body() } catch { fault.withLock { $0 = error } }
      done.signal()
    }
    done.wait()
    if let fault = fault.withLock({ $0 }) { throw fault }
  }
}

/// What clients may ask for; SECURITY.md has a line for each.
struct LimitOptions: ParsableArguments {
  private static let usual = HTTPLimits()

  @Option(help: ArgumentHelp("The largest photo that is taken.", valueName: "size"))
  var maxPhoto = ByteCount(bytes: usual.photoBytes)

  @Option(help: ArgumentHelp("The largest JSON body that is taken.", valueName: "size"))
  var maxJSON = ByteCount(bytes: usual.jsonBytes)

  @Option(
    help: ArgumentHelp(
      "Requests of one client in a minute. Default: 1200; none for who is at the machine.",
      valueName: "count"))
  var requestsPerMinute: Int?

  @Option(help: ArgumentHelp("Connections of all clients at a time.", valueName: "count"))
  var connections = usual.connections

  @Option(
    help: ArgumentHelp(
      "Connections of one address at a time. Default: 64; none for who is at the machine.",
      valueName: "count"))
  var connectionsPerClient: Int?

  @Option(help: ArgumentHelp("Requests that wait for a worker.", valueName: "count"))
  var queue = usual.queue

  @Option(help: ArgumentHelp("Uploads that are not finished, of all clients.", valueName: "count"))
  var uploads = usual.uploads

  @Option(help: ArgumentHelp("Uploads that are not finished, of one client.", valueName: "count"))
  var uploadsPerClient = usual.uploadsPerClient

  @Option(help: ArgumentHelp("Bytes of all uploads that are not finished.", valueName: "size"))
  var uploadSpace = ByteCount(bytes: usual.uploadBytes)

  @Option(
    help: ArgumentHelp(
      "How long an upload is kept after its last byte.", valueName: "seconds"))
  var uploadAge = usual.uploadAge

  @Option(
    help: ArgumentHelp(
      "Memory that keeps the pictures of pages that were made lately.", valueName: "size"))
  var viewSpace = ByteCount(bytes: usual.viewBytes)

  @Option(
    help: ArgumentHelp(
      "New photos whose pages wait to be made before anybody looks; 0 makes none.",
      valueName: "count"))
  var viewsAhead = usual.viewsAhead

  @Option(help: ArgumentHelp("News streams at a time.", valueName: "count"))
  var newsStreams = usual.newsStreams

  @Option(
    help: ArgumentHelp(
      "How long a client may take for a request's head, or be silent within a body.",
      valueName: "seconds"))
  var patience = usual.patience

  @Option(
    help: ArgumentHelp(
      "How long a connection without a request stays open.", valueName: "seconds"))
  var idleTime = usual.idleTime

  @Option(
    help: ArgumentHelp(
      "Bytes of a body that a client sends in a second at least.", valueName: "count"))
  var leastRate = usual.leastRate

  @Option(
    help: ArgumentHelp(
      "How long what has begun may take after SIGTERM.", valueName: "seconds"))
  var drainTime = usual.drainTime

  func validate() throws {
    let counts: [(String, Int)] = [
      ("max-photo", maxPhoto.bytes), ("max-json", maxJSON.bytes),
      ("requests-per-minute", requestsPerMinute ?? 1), ("connections", connections),
      ("connections-per-client", connectionsPerClient ?? 1), ("queue", queue),
      ("uploads", uploads), ("uploads-per-client", uploadsPerClient),
      ("upload-space", uploadSpace.bytes), ("upload-age", uploadAge),
      ("view-space", viewSpace.bytes), ("news-streams", newsStreams), ("patience", patience),
      ("idle-time", idleTime),
      ("least-rate", leastRate), ("drain-time", drainTime),
    ]
    for (name, value) in counts where !(1...(1 << 50)).contains(value) {
      throw ValidationError("--\(name) must be more than 0")
    }
    guard (0...100_000).contains(viewsAhead) else {
      throw ValidationError("--views-ahead must be within 0...100000")
    }
    for (name, value) in [
      ("patience", patience), ("idle-time", idleTime), ("drain-time", drainTime),
    ]
    where value > 86_400 {
      throw ValidationError("--\(name) must be at most 86400")
    }
  }

  var limits: HTTPLimits {
    var limits = HTTPLimits()
    limits.photoBytes = maxPhoto.bytes
    limits.jsonBytes = maxJSON.bytes
    limits.requestsPerMinute = requestsPerMinute
    limits.connections = connections
    limits.connectionsPerClient = connectionsPerClient
    limits.queue = queue
    limits.uploads = uploads
    limits.uploadsPerClient = uploadsPerClient
    limits.uploadBytes = uploadSpace.bytes
    limits.uploadAge = uploadAge
    limits.viewBytes = viewSpace.bytes
    limits.viewsAhead = viewsAhead
    limits.newsStreams = newsStreams
    limits.patience = patience
    limits.idleTime = idleTime
    limits.leastRate = leastRate
    limits.drainTime = drainTime
    return limits
  }
}
