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
    commandName: "serve", abstract: "Start the HTTP server.",
    discussion: """
      By default the server listens on 127.0.0.1. There, and on a Unix socket, local clients have full access. For \
      remote clients, put a proxy with HTTPS in front of the server, and give its public address with --behind. Then each \
      client needs a token; with --open, reading needs none. The first line on standard output is the listening address. \
      SIGTERM finishes running requests, then exits.
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "The address to listen on, or unix: and the path of a socket. Addresses other than loopback need --behind.",
      valueName: "address"))
  var address = ServeOptions().address

  @Option(
    help: ArgumentHelp(
      "The port; 0 for any free port. Not used for a socket.", valueName: "number"))
  var port = ServeOptions().port

  @Option(
    help: ArgumentHelp(
      "The file of tokens, created with \"timewalk token add\". Then every client needs a token.",
      valueName: "file"))
  var tokens: String?

  @Option(
    help: ArgumentHelp(
      "The public address of the proxy, such as https://archive.example.org. Answers contain it. Make sure that only the proxy can reach this server.",
      valueName: "url"))
  var behind: String?

  @Option(
    help: ArgumentHelp(
      "The internal location of nginx that has the library's folder, such as /library-files/. nginx then sends pictures from there (X-Accel-Redirect).",
      valueName: "path"))
  var nginxFiles: String?

  @Option(
    help: ArgumentHelp(
      "Background tiles for maps, such as https://tiles.example.org/{z}/{x}/{y}.png. Browsers load them from that server, which learns their addresses and the viewed places. Default: built-in coastlines, without any other server.",
      valueName: "url"))
  var mapTiles: String?

  @Option(
    help: ArgumentHelp(
      "Background tiles for maps in one file, PMTiles or MBTiles, with raster tiles. This server serves them.",
      valueName: "file"))
  var mapGround: String?

  @Option(
    help: ArgumentHelp(
      "The attribution that the terms of --map-tiles require; with --map-ground in place of the file's own.",
      valueName: "text"))
  var mapCredit: String?

  @Flag(help: "Allow reading without a token.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "The number of requests that run at the same time. Default: the number of processors.",
      valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The memory limit for reading photos, such as 800MB or 2GB. Default: half of the machine's memory.",
      valueName: "size"))
  var memory: ByteCount?

  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "The level of the log, JSON lines on standard error: trace, debug, info (each request), notice (refused requests), warning, error or critical.",
      valueName: "level"))
  var logLevel = "info"

  @Flag(help: "Also log the addresses of clients.")
  var logAddresses = false

  @Flag(help: "Also log the positions in requests.")
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
    guard mapTiles == nil || mapGround == nil else {
      throw ValidationError("give either --map-tiles or --map-ground")
    }
    guard mapGround != nil || (mapTiles == nil) == (mapCredit == nil) else {
      throw ValidationError("give both --map-tiles and --map-credit")
    }
    if mapTiles != nil, tiles == nil {
      throw ValidationError(
        "--map-tiles must be a template such as https://tiles.example.org/{z}/{x}/{y}.png, with a host in ASCII"
      )
    }
    guard Logger.Level(rawValue: logLevel) != nil else {
      let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--log-level must be one of \(known)")
    }
    if let behind {
      guard let url = PublicAddress(behind) else {
        throw ValidationError(
          "--behind must be an address such as https://archive.example.org, without a path")
      }
      guard url.isSafe else {
        throw ValidationError("--behind must begin with https://, unless its host is localhost")
      }
    }
    if let nginxFiles {
      guard NginxFiles(nginxFiles) != nil else {
        throw ValidationError("--nginx-files must be a location such as /library-files/")
      }
      guard behind != nil else { throw ValidationError("--nginx-files needs --behind") }
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let options = options
    if let refusal = options.refusal {
      Console.talk("timewalk: \(refusal)")
      throw ExitCode(78)
    }
    try Console.run(json: false, takesSignals: false) {
      try AddressSpace.check(jobs: options.jobs)
      var options = options
      if let mapGround {
        let ground = try MapGround(path: mapGround)
        (options.mapGround, options.mapTiles) = (ground, ground.tiles(credit: mapCredit))
      }
      let places = StorePaths(archive: archive.archive, library: library.library)
      let pipeline = try Pipeline(
        places: places, forPhotos: true, readers: budget.readers,
        memory: MemoryBudget(ofProgram: memory?.bytes, workers: options.jobs),
        // Meanwhile a worker waits: other clients' photos would wait, too.
        patience: 10)
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
    options.nginxFiles = nginxFiles.flatMap(NginxFiles.init)
    options.isOpen = open
    options.mapTiles = tiles
    if let jobs { options.jobs = jobs }
    options.logsAddresses = logAddresses
    options.logsPositions = logPositions
    options.limits = limits.limits
    return options
  }

  /// Blocks this thread until an asynchronous call has ended.
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

/// The limits of clients; SECURITY.md has a row for each.
struct LimitOptions: ParsableArguments {
  private static let usual = HTTPLimits()

  @Option(help: ArgumentHelp("The largest accepted photo.", valueName: "size"))
  var maxPhoto = ByteCount(bytes: usual.photoBytes)

  @Option(help: ArgumentHelp("The largest accepted JSON body.", valueName: "size"))
  var maxJSON = ByteCount(bytes: usual.jsonBytes)

  @Option(
    help: ArgumentHelp(
      "Requests of one client in a minute. Default: 1200; no limit for local clients.",
      valueName: "count"))
  var requestsPerMinute: Int?

  @Option(help: ArgumentHelp("Connections of all clients at a time.", valueName: "count"))
  var connections = usual.connections

  @Option(
    help: ArgumentHelp(
      "Connections of one address at a time. Default: 64; no limit for local clients.",
      valueName: "count"))
  var connectionsPerClient: Int?

  @Option(
    help: ArgumentHelp(
      "The longest wait of a request for a worker; six times as long for a photo.",
      valueName: "seconds"))
  var longestWait = usual.longestWait

  @Option(
    help: ArgumentHelp(
      "The time limit of a search, at most that of a request. Curators have the latter.",
      valueName: "seconds"))
  var searchTime = usual.searchTime

  @Option(
    help: ArgumentHelp(
      "The time limit of a request that reads; photos and zips have none.", valueName: "seconds"))
  var requestTime = usual.requestTime

  @Option(help: ArgumentHelp("Unfinished uploads of all clients.", valueName: "count"))
  var uploads = usual.uploads

  @Option(help: ArgumentHelp("Unfinished uploads of one client.", valueName: "count"))
  var uploadsPerClient = usual.uploadsPerClient

  @Option(
    help: ArgumentHelp(
      "Bytes of all unfinished bodies and uploads; one address may have half of them.",
      valueName: "size"))
  var uploadSpace = ByteCount(bytes: usual.uploadBytes)

  @Option(
    help: ArgumentHelp(
      "Bytes of the unfinished bodies and uploads of one client.", valueName: "size"))
  var uploadSpacePerClient = ByteCount(bytes: usual.uploadBytesPerClient)

  @Option(
    help: ArgumentHelp(
      "The time to keep an unfinished upload after its last byte.", valueName: "seconds"))
  var uploadAge = usual.uploadAge

  @Option(
    help: ArgumentHelp(
      "Memory for the cache of pages' pictures.", valueName: "size"))
  var viewSpace = ByteCount(bytes: usual.viewBytes)

  @Option(
    help: ArgumentHelp(
      "The number of new photos that wait for their pages to be prepared; 0 prepares none.",
      valueName: "count"))
  var viewsAhead = usual.viewsAhead

  @Option(help: ArgumentHelp("Open news streams.", valueName: "count"))
  var newsStreams = usual.newsStreams

  @Option(
    help: ArgumentHelp(
      "The longest time for a request's head, or for a pause within a body.",
      valueName: "seconds"))
  var patience = usual.patience

  @Option(
    help: ArgumentHelp(
      "The longest time that a connection stays open without a request.", valueName: "seconds"))
  var idleTime = usual.idleTime

  @Option(
    help: ArgumentHelp(
      "The lowest speed of a request's body, in bytes per second.", valueName: "count"))
  var leastRate = usual.leastRate

  @Option(
    help: ArgumentHelp(
      "The longest time for running requests after SIGTERM.", valueName: "seconds"))
  var drainTime = usual.drainTime

  func validate() throws {
    let counts: [(String, Int)] = [
      ("max-photo", maxPhoto.bytes), ("max-json", maxJSON.bytes),
      ("requests-per-minute", requestsPerMinute ?? 1), ("connections", connections),
      ("connections-per-client", connectionsPerClient ?? 1), ("longest-wait", longestWait),
      ("uploads", uploads), ("uploads-per-client", uploadsPerClient),
      ("upload-space", uploadSpace.bytes),
      ("upload-space-per-client", uploadSpacePerClient.bytes), ("upload-age", uploadAge),
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
    for (name, value) in [("search-time", searchTime), ("request-time", requestTime)]
    where !(value > 0 && value <= 86_400) {
      throw ValidationError("--\(name) must be more than 0, and at most 86400")
    }
    for (name, value) in [
      ("longest-wait", longestWait), ("patience", patience), ("idle-time", idleTime),
      ("drain-time", drainTime),
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
    limits.longestWait = longestWait
    limits.searchTime = searchTime
    limits.requestTime = requestTime
    limits.uploads = uploads
    limits.uploadsPerClient = uploadsPerClient
    limits.uploadBytes = uploadSpace.bytes
    limits.uploadBytesPerClient = uploadSpacePerClient.bytes
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
