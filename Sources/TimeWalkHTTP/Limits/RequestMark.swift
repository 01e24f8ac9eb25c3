internal import NIOCore
internal import NIOHTTP1

/// Checks requests where they still have their version and all fields.
///
/// - A request of HTTP/1.1 must have one field `Host` (RFC 9112, section 3.2); another gets 400.
/// - With `marksProxies` a request of HTTP/1.0 gets the header `Via`: proxies send such requests,
///   browsers don't. `Gate` refuses requests with the header.
final class RequestMark: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let marksProxies: Bool
  private var isRefused = false

  private init(marksProxies: Bool) { self.marksProxies = marksProxies }

  /// Adds it to a connection behind the decoder.
  static func add(to pipeline: ChannelPipeline, marksProxies: Bool) throws {
    let operations = pipeline.syncOperations
    let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try operations.addHandler(
      RequestMark(marksProxies: marksProxies),
      position: ChannelPipeline.SynchronousOperations.Position.after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    let hosts = head.headers["Host"].count
    guard hosts == 1 || hosts == 0 && head.version != .http1_1 else {
      isRefused = true
      return context.fireErrorCaught(HostError())
    }
    if marksProxies, head.version != .http1_1 {
      head.headers.add(name: "Via", value: "\(head.version.major).\(head.version.minor) unknown")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}

/// A request has no field `Host`, or several.
struct HostError: Error {}
