internal import NIOCore
internal import NIOHTTP1

/// Marks requests of HTTP/1.0 with the header `Via`: proxies send them, browsers don't.
///
/// Later handlers don't get a request's version; `Gate` refuses requests with the header.
final class ProxyMark: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Adds it to a connection at a point where requests have their version.
  static func add(to pipeline: ChannelPipeline) throws {
    let operations = pipeline.syncOperations
    let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try operations.addHandler(
      ProxyMark(), position: ChannelPipeline.SynchronousOperations.Position.after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), head.version != .http1_1 else {
      return context.fireChannelRead(data)
    }
    head.headers.add(name: "Via", value: "\(head.version.major).\(head.version.minor) unknown")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
