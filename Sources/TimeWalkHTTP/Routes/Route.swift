internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk

/// One thing that the server does: all that is known of it, for finding, describing and doing.
struct Route: Sendable {
  /// The method: `GET` stands for `HEAD`, too.
  let method: HTTPRequest.Method
  /// The address: `/v1/items/{id}`.
  let path: String
  /// What it needs; `nil` where everybody may ask.
  let right: Right?
  /// One sentence about it.
  let summary: String
  /// What may be asked by the address's parameters, those of the path among them.
  var fields: [WireField] = []
  /// What the body is.
  var body = Body.none
  /// What it answers with when all goes well.
  var answer = Answer.none
  /// Whether the header `If-Match` must say how the client knows what it changes.
  var needsVersion = false
  /// Does it.
  let run: @Sendable (Call) async throws -> Response

  /// What a body is.
  enum Body: Sendable, Equatable {
    case none
    /// The parameters of a method of the endpoint, or such fields, as a JSON object.
    case fields([WireField])
    /// A file.
    case file
    /// A part of a file, at the offset that the header `Upload-Offset` says.
    case chunk
  }

  /// What an answer is.
  enum Answer: Sendable {
    /// Nothing, with 204.
    case none
    /// The result of a method of the endpoint.
    case method(String)
    /// A value of a type.
    case type(any (Decodable & Sendable).Type, status: Int)
    /// Another kind of file.
    case file(String)
  }

  /// The parts of the address, between its slashes.
  var segments: [Substring] {
    Array(path.split(separator: "/", omittingEmptySubsequences: false).dropFirst())
  }
}

extension Route {
  /// Maps an address to a method of the endpoint: the method's fields are the address's parameters,
  /// those of the same names in the path among them.
  static func get(_ path: String, _ method: String, _ summary: String) -> Route {
    Route(
      method: .get, path: path, right: .read, summary: summary, fields: fields(of: method),
      answer: .method(method)
    ) { call in
      try await call.ask(method, try call.values(of: call.route.fields))
    }
  }

  /// The same with the fields as a JSON object in the body.
  static func post(_ path: String, _ method: String, _ summary: String) -> Route {
    Route(
      method: .post, path: path, right: .read, summary: summary, body: .fields(fields(of: method)),
      answer: .method(method)
    ) { call in
      try await call.ask(method, try await call.jsonBody())
    }
  }
}
