internal import NIOCore
internal import NIOHTTP1

/// Checks requests where they still have their version and all fields.
///
/// - A request of HTTP/1.1 must have one field `Host` (RFC 9112, section 3.2); another gets 400.
/// - The host in a target of absolute form replaces that field (section 3.2.2).
/// - A body is plain or `chunked`; one with another transfer coding gets 400 (section 6.1).
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
      return refuse("a request must have one Host header", context)
    }
    let codings = head.headers["Transfer-Encoding"]
    guard codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"] else {
      return refuse("the only transfer coding here is chunked", context)
    }
    if let (host, path) = RequestMark.parts(of: head.uri) {
      head.headers.replaceOrAdd(name: "Host", value: host)
      head.uri = path
    }
    if marksProxies, head.version != .http1_1 {
      head.headers.add(name: "Via", value: "\(head.version.major).\(head.version.minor) unknown")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private func refuse(_ words: String, _ context: ChannelHandlerContext) {
    isRefused = true
    context.fireErrorCaught(HeadError(words: words))
  }

  /// The host and the path of a target in absolute form; `nil` for other forms.
  private static func parts(of target: String) -> (host: String, path: String)? {
    guard !target.hasPrefix("/"), let mark = target.firstRange(of: "://"),
      ["http", "https"].contains(target[..<mark.lowerBound].lowercased())
    else { return nil }
    let rest = target[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let path = rest[end...]
    return (String(rest[..<end]), path.hasPrefix("/") ? String(path) : "/" + path)
  }
}

/// The head of a request is refused.
struct HeadError: Error {
  /// The reason, for the client.
  let words: String
}
