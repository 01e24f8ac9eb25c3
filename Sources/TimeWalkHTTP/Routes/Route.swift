internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk

/// A method at an address: how it is found, described and run.
struct Route: Sendable {
  /// The method; a route for `GET` also answers `HEAD`.
  let method: HTTPRequest.Method
  /// The address, such as `/v1/items/{id}`.
  let path: String
  /// The right that it needs; `nil` for none.
  let right: Right?
  /// Its description, in one sentence.
  let summary: String
  /// The parameters of the address, including those of the path.
  var fields: [WireField] = []
  /// The body of a request.
  var body = Body.none
  /// The answer to a successful request.
  var answer = Answer.none
  /// True if a request needs the header `If-Match`.
  var needsVersion = false
  /// Runs the route.
  let run: @Sendable (Call) async throws -> Response

  /// A kind of body.
  enum Body: Sendable, Equatable {
    case none
    /// A JSON object with these fields.
    case fields([WireField])
    /// A file.
    case file
    /// A part of a file, at the offset in the header `Upload-Offset`.
    case chunk
  }

  /// A kind of answer.
  enum Answer: Sendable {
    /// No content, with 204.
    case none
    /// The result of a method of the endpoint.
    case method(String)
    /// A value of a type.
    case type(any (Decodable & Sendable).Type, status: Int)
    /// Another kind of file.
    case file(String)
  }

  /// True if it reads alone: its work ends when its client leaves, and at
  /// `HTTPLimits.requestTime`.
  ///
  /// Photos, uploads and zips have limits of their own.
  var isReading: Bool {
    if case .method("match") = answer { return true }
    return method == .get
  }

  /// The parts of the address, between its slashes.
  var segments: [Substring] {
    Array(path.split(separator: "/", omittingEmptySubsequences: false).dropFirst())
  }
}

extension Route {
  /// Maps an address to a method of the endpoint; the method's fields are the parameters of the
  /// query and the path.
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
