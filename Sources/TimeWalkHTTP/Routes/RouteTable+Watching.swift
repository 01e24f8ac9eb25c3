internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import ServiceLifecycle
internal import TimeWalk
internal import TimeWalkBase

extension RouteTable {
  /// The routes for news and for operators.
  static let watching: [Route] = [
    Route(
      method: .get, path: "/v1/stream", right: .submit,
      summary:
        "Server-sent events: the progress of the photo with a progressToken, or news of the library (with the right curate).",
      fields: [token], answer: .file("text/event-stream")
    ) { call in
      let values = try call.values(of: [token])
      let request = try NewsRequest(values)
      if request.token == nil, call.client.right ?? .read < .curate {
        throw Problem(.notAllowed, "news of the library need the right \"curate\"")
      }
      return try NewsAnswer.response(call, token: request.token)
    },
    Route(
      method: .get, path: "/livez", right: nil, summary: "Checks that the server runs.",
      answer: .file("text/plain")
    ) { _ in plain("alive\n") },
    Route(
      method: .get, path: "/readyz", right: nil,
      summary: "Checks that the server can answer: its archive answers within a second.",
      answer: .file("text/plain")
    ) { call in
      let front = call.front
      guard front.pipeline.hasArchive else {
        throw Problem.overload("the server has no archive", after: 60)
      }
      guard try await front.isReady() else {
        throw Problem.overload("the server's archive doesn't answer within a second")
      }
      return plain("ready\n")
    },
    Route(
      method: .get, path: "/metrics", right: .read,
      summary: "Metrics in the text format of Prometheus.",
      answer: .file("text/plain; version=0.0.4")
    ) { call in
      let items = await call.front.countedItems()
      return plain(
        call.front.gauges(items: items), type: "text/plain; version=0.0.4; charset=utf-8")
    },
    Route(
      method: .get, path: "/openapi.json", right: nil,
      summary: "The description of this interface, OpenAPI 3.1.", answer: .file("application/json")
    ) { call in
      var response = call.json(OpenAPIDocument.bytes)
      response.headers[.cacheControl] = "public, max-age=300"
      return response
    },
  ]

  private static let token = NewsRequest.fields[0].wire

  private static func plain(
    _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(
      status: .ok, headers: [.contentType: type],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

/// A request for news.
struct NewsRequest: DescribedRequest {
  var token: String?

  static let fields: [RequestField<NewsRequest>] = [
    RequestField(
      WireField("progressToken", .token, "The progressToken of a submission."),
      read: { (value, request) throws(TimeWalkError) in request.token = value.string },
      write: { $0.token.map(JSONValue.string) })
  ]
}

/// A response with a stream of news, which ends with the client or the server.
enum NewsAnswer {
  static let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]

  static func response(_ call: Call, token: String?) throws(Problem) -> Response {
    guard call.request.method == .get else { return Response(status: .ok, headers: headers) }
    let news = call.front.news
    let (number, stream) = try news.listen(NewsTopic(token, of: call.client), of: call.client)
    return response(call, stream) { news.leave(number) }
  }

  /// The response with any stream of news; `leave` is called when the client has gone.
  static func response(
    _ call: Call, _ stream: AsyncStream<[UInt8]>, _ leave: @escaping @Sendable () -> Void
  ) -> Response {
    let body = call.request.body
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        defer { leave() }
        try await writer.write(ByteBuffer(string: ": hello\nretry: 3000\n\n"))
        try await withGracefulShutdownHandler {
          try await body.consumeWithInboundCloseHandler { _ in
            for await text in stream { try await writer.write(ByteBuffer(bytes: text)) }
          } onInboundClosed: {
            leave()
          }
        } onGracefulShutdown: {
          leave()
        }
        try await writer.finish(nil)
      })
  }
}
