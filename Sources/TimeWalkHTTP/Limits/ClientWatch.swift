internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Watches one connection, and ends it if its client is too slow.
///
/// - The head of the first request must arrive within `patience`, that of a later one within
///   `idleTime`.
/// - Within a body a client may pause for `patience`. It must send `leastRate` bytes a second on
///   the average of each `patience`.
/// - A connection beyond the limits gets 503 and is closed; each guest of an event is counted
///   separately. If there are nearly as many as there may be, the one that has waited longest for a
///   request, or for the rest of a stranger's, is closed; without such, one within a guest's, or
///   with an unread answer.
/// - Bytes that aren't HTTP get 400, a head that is too long gets 431; both end the connection.
/// - A client that reads nothing of an answer for three times `patience` is disconnected.
/// - If a client leaves, or closes its half of the connection, the work for it is cancelled.
/// - After an answer with `Connection: close`, further bytes are read and dropped for a moment, so
///   the client can read the answer. Then the connection ends.
///
/// Not `Sendable`: NIO calls it only on the connection's event loop.
final class ClientWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum Phase {
    /// The first request, or the next one.
    case forHead
    /// The rest of a body.
    case forBody
    /// Nothing: the server works.
    case forNothing
  }

  private let limits: HTTPLimits
  private let connections: ConnectionCount
  private let guests: KnownGuests
  private let open: OpenConnections
  private let marksProxies: Bool
  private var waiting = Phase.forHead
  private var timer: Scheduled<Void>?
  private var readerTimer: Scheduled<Void>?
  /// The start of the period in which a body's rate is measured.
  private var began = NIODeadline.now()
  /// Bytes of a body in this period.
  private var bytes = 0
  private var afterAnswer = 0
  private var endsAfterAnswer = false
  private var isAnswering = false
  /// Requests that have begun and whose answers haven't ended.
  private var unanswered = 0
  /// True if the client of the last request waits for the permission to send its body.
  private var owesContinue = false
  private var isEnding = false
  private var isRefused = false
  /// The answer to send after that to the request before.
  private var last: Problem?
  private var counted: String?
  /// The time that bytes are still read after the last answer.
  private static let linger = TimeAmount.seconds(2)
  /// The most bytes to read in that time.
  private static let mostAfterAnswer = 64 << 20

  /// Watches a connection.
  ///
  /// With `marksProxies`, requests of HTTP/1.0 are marked as a proxy's.
  init(
    limits: HTTPLimits, connections: ConnectionCount, guests: KnownGuests,
    open: OpenConnections, marksProxies: Bool
  ) {
    self.limits = limits
    self.connections = connections
    self.guests = guests
    self.open = open
    self.marksProxies = marksProxies
  }

  func handlerAdded(context: ChannelHandlerContext) {
    open.enter(context.channel)
    // The system would hold 4 MB of an answer that its client doesn't read.
    try? context.channel.syncOptions?.setOption(
      ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)),
      value: SocketOptionValue(BufferedBytes.usualPiece))
    do { try RequestMark.add(to: context.pipeline, marksProxies: marksProxies) } catch {
      // Without the mark, a proxy's client could get the rights of local users.
      return context.close(promise: nil)
    }
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    open.leave(context.channel)
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    open.leave(context.channel)
    end()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { open.cancel(context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard timer == nil else { return }
    if counted == nil {
      let address = NetworkAddress.group(
        of: context.channel.remoteAddress?.ipAddress ?? "unknown")
      if connections.isNearlyFull { open.closeWaiting() }
      // The answer is sent after the request; an earlier one would get lost.
      isRefused = !connections.enter(address)
      if !isRefused { counted = address }
    }
    wait(.seconds(Int64(limits.patience)), context)
  }

  private func end() {
    timer?.cancel()
    readerTimer?.cancel()
    if let counted { connections.leave(counted) }
    counted = nil
  }

  /// Counts the connection as the guest's, and no longer as the address's.
  private func recount(_ part: HTTPRequestPart) {
    guard case .head(let head) = part, !isEnding,
      let guest = guests.key(of: EventCookie.tokens(in: head.headerFields)), guest != counted
    else { return }
    if let counted { connections.leave(counted) }
    isRefused = !connections.enter(guest)
    counted = isRefused ? nil : guest
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    recount(unwrapInboundIn(data))
    guard !isRefused else { return refuse(unwrapInboundIn(data), context) }
    switch unwrapInboundIn(data) {
    case .head(let head):
      (bytes, began, waiting) = (0, .now(), .forBody)
      isAnswering = false
      unanswered += 1
      open.wait(ObjectIdentifier(context.channel), unanswered == 1)
      owesContinue =
        HTTPField.Name("Expect").flatMap { head.headerFields[$0] }?.lowercased() == "100-continue"
      if owesContinue, unanswered > 1 {
        timer?.cancel()
      } else {
        wait(.seconds(Int64(limits.patience)), context)
        allowBody(context)
      }
    case .body(let buffer):
      bytes += buffer.readableBytes
      owesContinue = false
      if isEnding {
        afterAnswer += buffer.readableBytes
        if afterAnswer > ClientWatch.mostAfterAnswer { return context.close(promise: nil) }
      }
      if isSlow() { return context.close(promise: nil) }
      wait(.seconds(Int64(limits.patience)), context)
    case .end:
      waiting = .forNothing
      timer?.cancel()
      open.wait(ObjectIdentifier(context.channel), false)
      if unanswered == 0 { rest(context) }
    }
    context.fireChannelRead(data)
  }

  /// Lets a client send its body, but never within the answer to an earlier request.
  private func allowBody(_ context: ChannelHandlerContext) {
    guard owesContinue else { return }
    owesContinue = false
    let go = HTTPResponsePart.head(HTTPResponse(status: .continue))
    context.writeAndFlush(wrapOutboundOut(go), promise: nil)
  }

  /// Answers the first request of a connection beyond the limits, and ends the connection.
  private func refuse(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    guard case .head = part, !isEnding else { return }
    tell(Problem.overload("too many connections"), context)
  }

  /// Reports a malformed request, unless an answer is being sent.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError || error is HeadError, waiting != .forBody || !isAnswering else {
      return context.fireErrorCaught(error)
    }
    // Later bytes aren't HTTP either.
    guard !isEnding, last == nil else { return }
    let problem =
      if case HTTPParserError.headerOverflow = error {
        Problem(
          .requestHeaderFieldsTooLarge, HTTPWord.limitExceeded.rawValue,
          "the head of the request is longer than \(HTTPLimits.longestHead) bytes")
      } else if let refused = error as? HeadError {
        Problem(.parseError, refused.words)
      } else {
        Problem(.parseError, "not an HTTP request: \(error)")
      }
    // The answer to the request before is sent first.
    if waiting == .forNothing { last = problem } else { tell(problem, context) }
  }

  /// Answers without the responder, and ends the connection.
  private func tell(_ problem: Problem, _ context: ChannelHandlerContext) {
    let body = problem.body
    var head = HTTPResponse(status: problem.status, headerFields: problem.headers)
    head.headerFields[.contentType] = Problem.mediaType
    head.headerFields[.contentLength] = String(body.readableBytes)
    head.headerFields[.connection] = "close"
    SecurityHeaders.add(to: &head.headerFields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    leave(context)
  }

  /// Returns true if a body arrived too slowly in the last `patience`.
  private func isSlow() -> Bool {
    let seconds = (NIODeadline.now() - began).nanoseconds / 1_000_000_000
    guard seconds > Int64(limits.patience) else { return false }
    defer { (bytes, began) = (0, .now()) }
    return Int64(bytes) < seconds * Int64(limits.leastRate)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    var promise = promise
    if case .end = part {
      let id = ObjectIdentifier(context.channel)
      promise = promise ?? context.eventLoop.makePromise()
      promise?.futureResult.whenSuccess { [open] in open.end(id) }
    }
    switch part {
    case .head(let head) where head.status.kind != .informational:
      isAnswering = true
      endsAfterAnswer = head.headerFields[.connection] == "close"
      context.write(data, promise: promise)
    case .end where endsAfterAnswer:
      isEnding = true
      let bound = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
      // What isn't sent yet would be lost.
      promise?.futureResult.whenComplete { _ in bound.value.watch.leave(bound.value.context) }
      context.writeAndFlush(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      unanswered -= 1
      if unanswered == 0, waiting == .forNothing { rest(context) }
      if unanswered == 1, waiting == .forBody { open.wait(ObjectIdentifier(context.channel)) }
      if unanswered == 1, owesContinue {
        wait(.seconds(Int64(limits.patience)), context)
        allowBody(context)
      }
    case .body:
      // Only a piece of a file has a promise. It may be too short to make the channel unwritable.
      if let promise {
        let timer = schedule(.seconds(Int64(3 * limits.patience)), context)
        let id = ObjectIdentifier(context.channel)
        promise.futureResult.whenComplete { [open] _ in
          timer.cancel()
          open.wait(id, false)
        }
      }
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readerTimer?.cancel()
    if !context.channel.isWritable {
      readerTimer = schedule(.seconds(Int64(3 * limits.patience)), context)
    }
    context.fireChannelWritabilityChanged()
  }

  /// Ends the connection after an answer.
  private func leave(_ context: ChannelHandlerContext) {
    isEnding = true
    timer?.cancel()
    if waiting == .forNothing {
      context.close(promise: nil)
    } else {
      context.close(mode: .output, promise: nil)
      timer = schedule(ClientWatch.linger, context)
    }
  }

  /// Waits for the next request.
  private func rest(_ context: ChannelHandlerContext) {
    waiting = .forHead
    open.note(.stranger, on: ObjectIdentifier(context.channel))
    open.wait(ObjectIdentifier(context.channel))
    if let last { return tell(last, context) }
    wait(.seconds(Int64(limits.idleTime)), context)
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    guard !isEnding else { return }
    timer?.cancel()
    timer = schedule(time, context)
  }

  private func schedule(_ time: TimeAmount, _ context: ChannelHandlerContext) -> Scheduled<Void> {
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
  }
}
