internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization
internal import TimeWalk
internal import TimeWalkEndpoint
internal import TimeWalkBase

/// A request, with the parts that a route needs to answer it.
struct Call: Sendable {
  let front: Front
  let route: Route
  let request: Request
  /// The parameters of the path.
  let parameters: [String: String]
  let client: Client
  /// Is cancelled when the client leaves.
  let token: CancellationToken
  let note: CallNote

  /// A parameter of the path; the route must have it.
  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// The parameters of the address, including those of the path.
  ///
  /// - Parameters:
  ///   - fields: the parameters that the route takes.
  ///   - others: names of further parameters, whose values are texts.
  /// - Returns: the values by their names.
  /// - Throws: a problem for values that can't be read, `invalidValue` for an unknown parameter.
  func values(
    of fields: [WireField], and others: Set<String> = []
  ) throws -> [String: JSONValue] {
    var values = try Query.values(request.uri.query, fields: fields)
    for (name, text) in parameters {
      let kind = fields.first { $0.name == name }?.kind
      guard values.updateValue(try Query.value(text, of: name, kind), forKey: name) == nil else {
        throw Problem(
          .badRequest, TimeWalkError.Code.invalidValue.rawValue,
          "\"\(name)\" is a parameter of the path already", field: name)
      }
    }
    let known = others.union(fields.map(\.name)).union(parameters.keys)
    try WireField.refuseUnknown(values.keys, but: known)
    note.keep(values)
    return values
  }

  /// Refuses all parameters of the address but these.
  func refuseParameters(but known: Set<String> = []) throws {
    _ = try values(of: [], and: known)
  }

  /// The body as the members of a JSON object.
  func jsonBody() async throws -> [String: JSONValue] {
    let type = request.headers[.contentType] ?? ""
    guard type.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
      throw Problem(.unsupportedFormat, "the body's Content-Type must be application/json")
    }
    let limits = front.options.limits
    // A route without a right reads the body of any stranger.
    let bytes = try await body(
      most: route.right == nil
        ? min(limits.jsonBytes, HTTPLimits.strangersJSON) : limits.jsonBytes)
    guard let members = try await Call.json(bytes, in: front.pool).members else {
      throw Problem(.parseError, "the body must be a JSON object")
    }
    note.keep(members)
    return members
  }

  /// The bytes of a short body.
  ///
  /// Those beyond the first few are counted with all clients' until the answer. A shorter body
  /// always has room: a join, a sign-in or a form.
  ///
  /// - Parameter limit: bytes that the route takes.
  /// - Returns: the bytes.
  /// - Throws: a problem with 413, and one with 503 where too many bytes of bodies are in memory.
  func body(most limit: Int) async throws -> [UInt8] {
    try checkLength(limit)
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      guard bytes.count + buffer.readableBytes <= limit else { throw Call.tooLong(limit) }
      bytes += buffer.readableBytesView
      let more = bytes.count - HTTPLimits.uncountedBody - note.heldBytes
      guard more > 0 else { continue }
      try front.bodies(of: route).add(more, of: client)
      note.heldBytes += more
    }
    note.hasReadBody = true
    return bytes
  }

  /// Reads a document; a long one waits for its turn, since a megabyte takes long.
  static func json(_ bytes: [UInt8], in pool: WorkQueue) async throws -> JSONValue {
    @Sendable func read() -> Result<JSONValue, Problem> {
      do { return .success(try JSONValue(document: bytes)) } catch {
        return .failure(
          Problem(
            .parseError, "the body isn't JSON: \(error.reason), at byte \(error.offset + 1)"))
      }
    }
    guard bytes.count > longestAtOnce else { return try read().get() }
    return try await pool.run { () throws(TimeWalkError) in read() }.get()
  }

  /// The longest JSON that is read without waiting for a turn, bytes.
  private static let longestAtOnce = 16 << 10

  /// Refuses a body whose Content-Length exceeds the limit.
  func checkLength(_ limit: Int) throws(Problem) {
    guard let text = request.headers[.contentLength] else { return }
    guard let length = Int(text), length >= 0 else {
      throw Problem(.parseError, "Content-Length isn't a number")
    }
    guard length <= limit else { throw Call.tooLong(limit) }
  }

  /// Refuses a body that ended before its Content-Length, as of a connection that broke.
  ///
  /// A photo that lacks its end must not be kept as the client's photo.
  func checkWhole(_ received: Int) throws(Problem) {
    guard let length = request.headers[.contentLength].flatMap({ Int($0) }), received < length
    else { return }
    throw Problem(.parseError, "the body ended after \(received) of \(length) bytes")
  }

  static func tooLong(_ limit: Int) -> Problem {
    Problem(.limitExceeded, "the body is longer than \(limit) bytes")
  }

  /// Answers with the result of a method of the endpoint.
  func ask(_ method: String, _ values: [String: JSONValue]) async throws -> Response {
    try refuseParameters(but: values)
    return json(try await result(of: method, values))
  }

  /// The result of a method of the endpoint, with addresses in the place of paths.
  func result(of method: String, _ values: [String: JSONValue]) async throws -> [UInt8] {
    let (endpoint, answers) = (front.endpoint, front.answers)
    return try await front.pool.run(Call.cost(of: method, values)) { () throws(TimeWalkError) in
      answers.names.cleaned(json: try endpoint.call(method, values, links: answers.links))
    }
  }

  /// The cost of a method of the endpoint; a match with a vague place rates the items of a city.
  private static func cost(
    of method: String, _ values: [String: JSONValue]
  ) -> WorkQueue.Cost {
    switch method {
    case "match":
      if case .number(let accuracy) = values["horizontalAccuracy"],
        Double(accuracy) ?? 0 > VaguePlace.least
      {
        .search
      } else {
        .low
      }
    case "archive.search", "archive.places", "archive.stats", "archive.collections", "photos.list":
      .search
    default: .low
    }
  }

  /// Refuses parameters in the address if the body has the fields.
  private func refuseParameters(but values: [String: JSONValue]) throws {
    guard case .fields = route.body else { return }
    try refuseParameters()
  }

  /// A JSON document as a response.
  func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A value as a response.
  func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    var text = JSONText()
    text.value(value)
    return json(text.take(), status: status)
  }
}

/// Facts about a request that become known during the answer, for the log and the connection.
final class CallNote: Sendable {
  private struct State {
    var hasReadBody = false
    var heldBytes = 0
    var place: (latitude: String, longitude: String)?
    var ended: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// True if the whole body was read, so the connection can be used again.
  var hasReadBody: Bool {
    get { state.withLock { $0.hasReadBody } }
    set { state.withLock { $0.hasReadBody = newValue } }
  }

  /// Bytes of the body in memory, as `Front.bodies(of:)` counts them.
  var heldBytes: Int {
    get { state.withLock { $0.heldBytes } }
    set { state.withLock { $0.heldBytes = newValue } }
  }

  /// Called when the client has read the answer, or has left.
  var ended: (@Sendable () -> Void)? {
    get { state.withLock { $0.ended } }
    set { state.withLock { $0.ended = newValue } }
  }

  /// The position in the request.
  var place: (latitude: String, longitude: String)? { state.withLock { $0.place } }

  /// Stores the parameters that the log may contain.
  func keep(_ values: [String: JSONValue]) {
    guard case .number(let latitude)? = values["latitude"],
      case .number(let longitude)? = values["longitude"]
    else { return }
    state.withLock { $0.place = (latitude, longitude) }
  }
}
