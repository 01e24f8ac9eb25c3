internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization
internal import TimeWalk
internal import TimeWalkEndpoint

/// Answers requests: finds the route, checks the rights, runs the route, and logs the answer.
final class Front: HTTPResponder {
  typealias Context = Visit

  let options: ServeOptions
  let endpoint: Endpoint
  let pipeline: Pipeline
  let album: Album
  let answers: PublicAnswer
  let pool: WorkQueue
  let uploads: UploadStore
  /// The bytes of bodies in memory, and those on routes without a right, which strangers can fill.
  private let bodies: UploadQuota
  private let strangersBodies: UploadQuota
  let news: NewsHub
  let metrics: Metrics
  let views: ViewCache
  let ahead: ViewsAhead
  let thumbnails: ThumbnailCache
  private let itemPictures = ThumbnailCache()
  let files = FileCache()
  let zips = SharedZips()
  let curation: CurationService
  /// The events; `nil` for a library on a server, since events are in a folder of one machine.
  let events: EventSide?
  /// Listens to the other machines of a library on a server.
  private let ear: (any Sendable)?
  let readiness = Readiness()
  let faults = PageFaults()
  /// Faults of pages that one address may report in a minute.
  let faultRates = RequestRates(perMinute: 60)
  /// The guests of events, for the limits.
  let guests = KnownGuests()
  let connections: OpenConnections
  private let gate: Gate
  /// True if the log has the warning about a proxy that doesn't name its clients.
  private let hasWarned = Atomic(false)
  private let rates: RequestRates
  /// The time for which the refusal of one request too many is held back.
  private static let pause: Duration = .milliseconds(300)
  private let pauses = ConnectionCount(most: 64, inAll: 512)
  /// The requests of each client behind a proxy, whose connections have no limit of one.
  private let proxiedRequests = ConnectionCount(most: HTTPLimits.proxiedRequests)
  /// The same of each address, with all guests of an event there.
  private let addressRequests = ConnectionCount(most: 4 * HTTPLimits.proxiedRequests)
  private let log: AccessLog?

  /// Opens a front.
  ///
  /// - Parameters:
  ///   - options: the options of the server.
  ///   - pipeline: the pipeline, with the library.
  ///   - places: the paths of the archive and the library, which no answer contains.
  ///   - version: TimeWalk's version.
  ///   - log: the log of requests; `nil` for none.
  /// - Throws: the errors of the files of tokens and uploads.
  init(
    options: ServeOptions, pipeline: Pipeline, places: StorePaths, version: String, log: AccessLog?
  ) throws(TimeWalkError) {
    self.options = options
    self.pipeline = pipeline
    self.log = log
    album = try Album(of: pipeline)
    endpoint = Endpoint(pipeline: pipeline, version: version)
    var secret = [places.shownArchive, places.library, places.shownLibrary, album.directory]
    if let tokens = options.tokens { secret.append(tokens) }
    answers = PublicAnswer(
      names: MachineNames(places: secret), base: options.behind?.text ?? "")
    pool = WorkQueue(jobs: options.jobs, longestWait: options.limits.longestWait)
    connections = OpenConnections(most: options.limits.bodyBytes)
    bodies = Front.quotaOfBodies(options.limits)
    strangersBodies = Front.quotaOfBodies(options.limits)
    uploads = try UploadStore(
      folder: album.directory + "/uploads", limits: options.limits,
      isShared: places.isLibraryOnServer)
    let photos = album
    let relay: @Sendable (String) -> Void = { photos.tell($0) }
    let tokens = try options.tokens.map { path throws(TimeWalkError) in
      try TokenGuard(TokenFile(path: path))
    }
    news = NewsHub(
      most: options.limits.newsStreams, isCurrent: { $0.isCurrent(in: tokens) },
      relay: places.isLibraryOnServer ? relay : nil)
    metrics = Metrics()
    views = ViewCache(most: options.limits.viewBytes)
    ahead = ViewsAhead(most: options.limits.viewsAhead)
    thumbnails = ThumbnailCache()
    curation = CurationService(
      places: places, pipeline: pipeline, longestWait: options.limits.longestWait)
    ear = try photos.listen { [news, views, thumbnails, files, answers] change in
      switch change {
      case .added(let id):
        news.announce(.added(photo: id, url: answers.address(ofPhoto: id)))
      case .removed(let id):
        views.forget(id)
        thumbnails.forget(id)
        files.removeDeleted()
        news.announce(.removed(photo: id))
      case .told(let text): news.pass(on: text)
      }
    }
    events =
      try places.isLibraryOnServer
      ? nil
      : EventSide(
        places: places, library: album.directory, mostStreams: options.limits.newsStreams,
        tokens: tokens, log: log)
    gate = Gate(options: options, tokens: tokens, guests: guests, sessions: events?.sessions)
    rates = RequestRates(
      perMinute: options.limits.requestsPerMinute
        ?? (options.isForMachineAlone ? nil : HTTPLimits.strangersRequestsPerMinute))
  }

  func respond(to request: Request, context visit: Visit) async throws -> Response {
    let start = ContinuousClock.now
    let note = CallNote()
    var route: Route?
    var client: Client?
    var response: Response
    var fault: TimeWalkError?
    var proxied: (@Sendable () -> Void)?
    do {
      let found = try admitted(request, visit, &client)
      route = found.route
      connections.note(found.client.sender, on: ObjectIdentifier(visit.channel))
      if gate.isFromProxy(request), let key = found.client.key {
        proxied = try enter(key, found.client.group)
      }
      let call = Call(
        front: self, route: found.route, request: request, parameters: found.parameters,
        client: found.client, token: connections[visit.channel], note: note)
      let turn = WorkQueue.Turn(
        address: found.client.group, client: found.client.key ?? "",
        searchTime: call.canCurate ? nil : .seconds(options.limits.searchTime),
        time: found.route.isReading ? .seconds(options.limits.requestTime) : nil,
        token: found.route.isReading ? call.token : nil)
      response = try await WorkQueue.$turn.withValue(turn) { try await found.route.run(call) }
    } catch let error as TimeWalkError {
      fault = error
      response = told(Problem(error, names: answers.names), to: request, client)
    } catch let problem as Problem {
      // Repeating at once what is refused must cost the client more than the server.
      if problem.status == .tooManyRequests { await pause(gate.near(request, visit) ?? "") }
      response = told(problem, to: request, client)
    } catch let error as HTTPParserError {
      proxied?()
      note.ended?()
      throw error
    } catch {
      // The client has disconnected; this answer isn't read.
      response = Problem(.parseError, "the body ended too early").response
    }
    if let client, let route, note.heldBytes > 0 {
      bodies(of: route).remove(note.heldBytes, of: client)
    }
    if !isFile(response), response.body.contentLength ?? 0 > options.limits.bodyBytes {
      let refusal = Problem(
        .limitExceeded, "the answer has more than \(options.limits.bodyBytes) bytes; ask for less")
      response = told(refusal, to: request, client)
    }
    finish(&response, to: request, note)
    if isFile(response) { response.body = response.body.flushed(to: visit.channel) }
    connections.begin(
      unread(response, of: client, proxied, note.ended), on: ObjectIdentifier(visit.channel))
    let duration = ContinuousClock.now - start
    metrics.answered(request.method, route?.path, response.status, duration)
    log?.answered(
      AccessLog.Entry(
        method: request.method.rawValue, route: route?.path, status: response.status.code,
        duration: duration, client: client, fault: fault, place: note.place))
    return response
  }

  /// Counts a request of a proxy's client, and returns the function that ends it.
  ///
  /// If there are too many, an answer that its client doesn't read gives way.
  private func enter(
    _ key: String, _ group: String?
  ) throws(Problem) -> (@Sendable () -> Void) {
    let counts = [(proxiedRequests, key)] + (group.map { [(addressRequests, $0)] } ?? [])
    for (index, (count, name)) in counts.enumerated() where !count.enter(name) {
      connections.closeUnread(of: name, isAddress: index > 0)
      if count.enter(name) { continue }
      for (count, name) in counts[..<index] { count.leave(name) }
      throw Problem(
        .tooManyRequests, "more than \(HTTPLimits.proxiedRequests) requests at a time"
      ).with(.retryAfter, "5")
    }
    return { for (count, name) in counts { count.leave(name) } }
  }

  /// Holds the refusal of one request too many back, unless many are.
  private func pause(_ client: String) async {
    guard pauses.enter(client) else { return }
    defer { pauses.leave(client) }
    try? await Task.sleep(for: Front.pause)
  }

  /// An answer as it is counted until the client has read it.
  private func unread(
    _ response: Response, of client: Client?, _ proxied: (@Sendable () -> Void)?,
    _ ended: (@Sendable () -> Void)?
  ) -> OpenConnections.Answer {
    let length = response.body.contentLength
    var answer = OpenConnections.Answer(
      client: client?.group ?? client?.key ?? "",
      bytes: isFile(response) ? BufferedBytes.smallPiece : length ?? 0,
      key: client?.key)
    // News don't end, and have a limit of their own.
    if length == nil { proxied?() }
    answer.ended = {
      if length != nil { proxied?() }
      ended?()
    }
    return answer
  }

  /// True if an answer is a file or a zip of which one piece is in memory at a time.
  ///
  /// Shorter ones may be in memory as a whole.
  private func isFile(_ response: Response) -> Bool {
    response.headers[.acceptRanges] != nil && response.body.contentLength ?? 0 > FileCache.longest
  }

  /// The picture of an item, which is made in a photo's turn if it isn't cached.
  func picture(ofItem name: String, side: Int) async throws -> [UInt8] {
    let kept = try await pool.run { [self] () throws(TimeWalkError) in
      try pipeline.itemPicture(name, side: side) { key, _ in itemPictures.kept(key) ?? [] }
    }
    guard kept.isEmpty else { return kept }
    return try await pool.run(.photo) { [self] () throws(TimeWalkError) in
      try itemPicture(name, side: side)
    }
  }

  /// The picture of an item, made if it isn't cached.
  func itemPicture(_ name: String, side: Int) throws(TimeWalkError) -> [UInt8] {
    try pipeline.itemPicture(name, side: side, cache: itemPictures.bytes)
  }

  /// The location at which the sender of a request has the library's folder; `nil` if the sender
  /// isn't the proxy.
  func nginxFiles(for request: Request) -> NginxFiles? {
    gate.isFromProxy(request) ? options.nginxFiles : nil
  }

  /// Counts the bytes of a route's bodies in memory.
  func bodies(of route: Route) -> UploadQuota { route.right == nil ? strangersBodies : bodies }

  private static func quotaOfBodies(_ limits: HTTPLimits) -> UploadQuota {
    UploadQuota(most: limits.bodyBytes, mostPerClient: limits.bodyBytesPerClient)
  }

  /// True if the server has tokens.
  var hasTokens: Bool { gate.tokens != nil }

  /// Returns true if a text is a known token.
  func isToken(_ text: String) -> Bool { gate.tokens?.record(of: text) != nil }

  /// Returns true if the maker of a link still has access.
  func isCurrent(_ linker: String) -> Bool { Client.isCurrent(linker, in: gate.tokens) }

  /// The answer with a problem: a page for people, data for programs.
  private func told(_ problem: Problem, to request: Request, _ client: Client?) -> Response {
    // The operator reads this answer, and a page's styles would be refused, too.
    if problem.code == HTTPWord.behindProxy.rawValue { return problem.response }
    // A stranger to an event is redirected to the page to join it.
    if request.wantsPage, let entrance = EventPages.entrance(problem, request.uri.path) {
      return Response(status: .seeOther, headers: [.location: entrance])
    }
    guard request.wantsPage else { return problem.response }
    return FaultPage(
      problem: problem, request: request, hasTokens: hasTokens, mayRead: client?.right != nil
    ).response()
  }

  /// The route and the client of an allowed request.
  private func admitted(
    _ request: Request, _ visit: Visit, _ known: inout Client?
  ) throws(Problem) -> (route: Route, parameters: [String: String], client: Client) {
    let client: Client
    do { client = try gate.client(request, visit) } catch {
      // A wrong token, host or origin is a request of its address, too.
      if let near = gate.near(request, visit) { try count(near, isKnown: false) }
      throw error
    }
    known = client
    if client.group == nil, gate.isFromProxy(request) { warnOfProxy() }
    // Behind a proxy that doesn't send addresses, all clients count as one.
    if let key = client.key { try count(key, isKnown: key != client.group) }
    let (route, parameters) = try RouteTable.find(request.method, request.uri.path)
    try gate.admit(client, route)
    return (route, parameters, client)
  }

  /// Counts a request of a client.
  private func count(_ client: String, isKnown: Bool) throws(Problem) {
    let wait = rates.count(client, isKnown: isKnown)
    guard wait == 0 else {
      throw Problem(
        .tooManyRequests, "more than \(rates.perMinute ?? 0) requests in a minute"
      ).with(.retryAfter, String(wait))
    }
  }

  private func warnOfProxy() {
    guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
    log?.warn(
      "the proxy doesn't name its clients, so limits of addresses are off; make it send X-Forwarded-For"
    )
  }

  /// Adds the headers of every response.
  private func finish(_ response: inout Response, to request: Request, _ note: CallNote) {
    SecurityHeaders.add(to: &response.headers)
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    // Without closing, the server would have to read the unread body before the next request.
    // After an offer of another protocol, which is ignored (RFC 9110, section 7.8), and after
    // CONNECT, the decoder reads no further request.
    if !note.hasReadBody && Front.hasBody(request) || request.headers[.upgrade] != nil
      || request.method == .connect
    {
      response.headers[.connection] = "close"
    }
    if request.method == .head { response = response.createHeadResponse() }
  }

  private static func hasBody(_ request: Request) -> Bool {
    request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
  }
}
