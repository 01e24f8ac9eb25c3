internal import Foundation
public import TimeWalk

/// The endpoint that programs speak to: JSON-RPC 2.0, one message a line.
public struct Endpoint: Sendable {
  private let walker: Walker
  private let version: String

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - walker: what answers.
  ///   - version: TimeWalk's version, for `ping`.
  public init(walker: Walker, version: String) {
    self.walker = walker
    self.version = version
  }

  /// Answers one line.
  ///
  /// - Parameter line: a request or a batch of them, without the line's end.
  /// - Returns: the answer on one line, or `nil` where the standard wants none: notifications and blank lines.
  public func answer(_ line: [UInt8]) -> String? {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)) else {
      return failure(.null, .parseError("the line is not JSON"))
    }
    guard case .array(let batch) = value else { return answer(value) }
    guard !batch.isEmpty else {
      return failure(.null, .invalidRequest("a batch holds at least one request"))
    }
    let answers = batch.compactMap { answer($0) }
    return answers.isEmpty ? nil : "[" + answers.joined(separator: ",") + "]"
  }

  private func answer(_ value: JSONValue) -> String? {
    let request: RPCRequest
    do { request = try RPCRequest(value) } catch {
      return failure(RPCRequest.id(of: value), error)
    }
    let text: String
    do throws(RPCFault) {
      text = try result(of: request)
    } catch {
      text = failure(request.id ?? .null, error)
    }
    return request.id == nil ? nil : text
  }

  private func result(of request: RPCRequest) throws(RPCFault) -> String {
    var parameters = try Parameters(request.params)
    switch request.method {
    case "ping":
      try parameters.finish()
      return try success(request, ["pong": version])
    case "match":
      let ask = MatchRequest(
        pose: try parameters.pose(), era: try parameters.string("era"),
        isEraStrict: try parameters.bool("strictEra") ?? false,
        limit: try parameters.integer("limit") ?? MatchRequest.usualLimit)
      try parameters.finish()
      for (name, value) in [("latitude", ask.pose.latitude), ("longitude", ask.pose.longitude)]
      where value == nil {
        throw .invalidParameter(name, "\(name) is required")
      }
      return try success(request) { () throws(WalkError) in try walker.match(ask) }
    case "submit":
      let ask = try submission(&parameters)
      return try success(request) { () throws(WalkError) in try walker.submit(ask) }
    default:
      throw .methodNotFound(request.method)
    }
  }

  private func submission(_ parameters: inout Parameters) throws(RPCFault) -> SubmitRequest {
    let photo: SubmitRequest.Photo
    switch (try parameters.string("path"), try parameters.string("base64")) {
    case (let path?, nil): photo = .file(path: path)
    case (nil, let text?):
      guard let data = Data(base64Encoded: text) else {
        throw .invalidParameter("base64", "base64 is not valid")
      }
      photo = .bytes([UInt8](data))
    case (nil, nil): throw .invalidParameter("path", "either path or base64 is required")
    default: throw .invalidParameter("path", "path and base64 exclude each other")
    }
    let ask = SubmitRequest(
      photo: photo, originalURL: try parameters.string("originalURL"),
      isAgain: try parameters.bool("again") ?? false, given: try parameters.pose(),
      era: try parameters.string("era"),
      isEraStrict: try parameters.bool("strictEra") ?? false,
      limit: try parameters.integer("limit") ?? MatchRequest.usualLimit,
      output: try parameters.string("output"),
      stripLocation: try parameters.bool("stripLocation") ?? false,
      stripMetadata: try parameters.bool("stripMetadata") ?? false,
      inline: try parameters.bool("inline") ?? false,
      maxBytes: try parameters.integer("maxBytes") ?? SubmitRequest.usualMaxBytes,
      keepProfile: try parameters.bool("keepProfile") ?? false)
    try parameters.finish()
    return ask
  }

  private func success<Answer: Encodable>(
    _ request: RPCRequest, _ body: () throws(WalkError) -> Answer
  ) throws(RPCFault) -> String {
    let answer: Answer
    do throws(WalkError) { answer = try body() } catch { throw RPCFault(error) }
    return try success(request, answer)
  }

  private func success(_ request: RPCRequest, _ answer: some Encodable) throws(RPCFault) -> String {
    do throws(WalkError) {
      return try WireFormat.line(RPCAnswer(id: request.id ?? .null, result: answer))
    } catch { throw RPCFault(error) }
  }

  private func failure(_ id: JSONValue, _ fault: RPCFault) -> String {
    // An error object holds only texts and whole numbers, which JSON can always hold.
    (try? WireFormat.line(RPCAnswer<JSONValue>(id: id, error: fault))) ?? ""
  }
}

extension Endpoint {
  /// Answers line by line until the input ends.
  ///
  /// - Parameters:
  ///   - lines: the input.
  ///   - write: takes one answer, without the line's end; returning `false` ends the service, as when the
  ///     client has closed its end.
  /// - Returns: whether every answer was written.
  public func serve(_ lines: inout LineReader, write: (String) -> Bool) -> Bool {
    while let line = lines.next() {
      let text: String?
      switch line {
      case .text(let bytes): text = answer(bytes)
      case .tooLong: text = failure(.null, .parseError("the line is too long and was skipped"))
      }
      if let text, !write(text) { return false }
    }
    return true
  }
}
