internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
package import Logging
internal import NIOCore
internal import ServiceLifecycle
package import TimeWalk
internal import UnixSignals

/// The server: listens, answers until it is stopped, and finishes running requests.
package final class HTTPService: Sendable {
  private let front: Front
  private let options: ServeOptions
  private let logger: Logger
  private let log: AccessLog

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - options: the options, without a `refusal`.
  ///   - pipeline: the pipeline, with the library.
  ///   - places: the paths of the archive and the library, which no answer contains.
  ///   - version: TimeWalk's version.
  ///   - logger: the log of requests.
  /// - Throws: the errors of the files of tokens and uploads.
  package init(
    options: ServeOptions, pipeline: Pipeline, places: StorePaths, version: String, logger: Logger
  ) throws(TimeWalkError) {
    self.options = options
    self.logger = logger
    log = AccessLog(
      logger: logger, tellsAddresses: options.logsAddresses, tellsPositions: options.logsPositions)
    front = try Front(
      options: options, pipeline: pipeline, places: places, version: version, log: log)
    pipeline.storeFaults.report { [log] in log.note("store", ["reason": .string($0)]) }
  }

  /// Listens, and serves until SIGTERM or SIGINT.
  ///
  /// - Parameter listening: called with the address, `http://127.0.0.1:8090` or `unix:PATH`, once
  ///   clients can connect.
  /// - Throws: `cannotCreate` if it can't listen.
  package func run(_ listening: @escaping @Sendable (String) -> Void) async throws {
    let socket = try options.socket.map { path throws(TimeWalkError) in try SocketFile(path: path) }
    defer { socket?.remove() }
    let application = application(socket) { [options] channel in
      // Without the path no client can connect: the server ends.
      guard socket?.open() ?? true else { return channel.close(promise: nil) }
      listening(options.listened(port: channel.localAddress?.port))
    }
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: application)], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: quiet)
    configuration.maximumGracefulShutdownDuration = .seconds(options.limits.drainTime)
    do { try await ServiceGroup(configuration: configuration).run() } catch let error as IOError {
      throw TimeWalkError(
        .cannotCreate,
        "can't listen on \(options.listened(port: nil)): \(String(cString: strerror(error.errnoCode)))",
        cause: error)
    }
    log.note("drained")
    front.ahead.close()
    front.pool.close()
    front.curation.close()
  }

  /// The server's parts.
  private func application(
    _ socket: SocketFile?, _ listening: @escaping @Sendable (any Channel) async -> Void
  ) -> Application<Front> {
    let front = front
    let hasProxy = options.behind != nil
    let connections = ConnectionCount(
      most: options.limits.connectionsPerClient
        ?? (options.isForMachineAlone ? nil : HTTPLimits.strangersConnections),
      inAll: options.limits.connections,
      // A proxy has the connections of many clients.
      isFree: { hasProxy && !KnownGuests.isKey($0) })
    let limits = options.limits
    let connection = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ClientWatch(
          limits: limits, connections: connections, guests: front.guests, open: front.connections,
          marksProxies: !hasProxy)
      ],
      idleTimeout: nil,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: HTTPLimits.longestHead, maxHeaderListSize: HTTPLimits.longestHead,
        maxHeaderFieldCount: HTTPLimits.mostFields))
    return Application(
      responder: front, server: .http1(configuration: connection),
      configuration: ApplicationConfiguration(
        address: socket.map { BindAddress.unixDomainSocket(path: $0.bound) }
          ?? .hostname(options.address, port: options.port), serverName: nil,
        // A proxy's connections beyond it are refused at once; the system may allow fewer.
        backlog: min(limits.connections, 1 << 16),
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections + ConnectionCount.refusedAtOnce, logger: quiet)),
      services: [PeriodicTasks(front: front), Probe(front: front)], onServerRunning: listening,
      logger: quiet)
  }

  /// The log of the HTTP library: only its errors.
  private var quiet: Logger {
    var logger = logger
    logger.logLevel = .error
    return logger
  }
}

/// The periodic work of the server.
private struct PeriodicTasks: Service {
  let front: Front

  func run() async throws {
    var ticks = 0
    // Every 15 seconds, until the server is stopped.
    for await _ in AsyncTicks(every: .seconds(15)).cancelOnGracefulShutdown() {
      front.news.beat()
      ticks += 1
      let isThorough = ticks.isMultiple(of: 20)
      if isThorough { front.uploads.expire(isThorough: true) }
      let (album, events, files) = (front.album, front.events, front.files)
      // If the queue is full, the next tick does it.
      _ = try? await front.pool.run { () throws(TimeWalkError) in
        events?.tick(at: Date(), isThorough: isThorough)
        // Other programs delete pictures, too.
        files.removeDeleted()
        album.sweep()
      }
    }
  }
}

/// Asks whether the archive answers, until the server is stopped.
private struct Probe: Service {
  let front: Front

  func run() async throws {
    for await _ in AsyncTicks(every: Readiness.interval).cancelOnGracefulShutdown() {
      // A question without an answer doesn't delay the end.
      Task { await front.checkReadiness() }
    }
  }
}

/// A sequence of ticks.
private struct AsyncTicks: AsyncSequence, Sendable {
  typealias Element = Void
  let every: Duration

  struct AsyncIterator: AsyncIteratorProtocol {
    let every: Duration

    mutating func next() async -> Void? {
      do { try await Task.sleep(for: every) } catch { return nil }
      return ()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(every: every) }
}
