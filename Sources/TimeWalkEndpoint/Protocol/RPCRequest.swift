internal import TimeWalkBase

/// A JSON-RPC 2.0 request that was found to be one.
struct RPCRequest: Sendable {
  /// The id for the answer, a number as its original text; `nil` for a notification, which gets no
  /// answer.
  var id: JSONValue?
  var method: String
  /// The parameters by their names; empty when there are none.
  var params: [String: JSONValue]
  /// The fault of the parameters as such; the request and its method are valid.
  var paramsFault: RPCFault?
}

/// The content of one line.
enum RPCLine: Sendable {
  /// One request, or its fault and the id for its error.
  case single(Result<RPCRequest, RefusedRequest>)
  /// Several requests, with one common answer.
  case batch([Result<RPCRequest, RefusedRequest>])
}

/// The reason why a request is invalid.
struct RefusedRequest: Error {
  /// The id for the error; null if unknown.
  var id: JSONValue
  var fault: RPCFault
}

extension RPCLine {
  /// The most requests that a batch may hold; their answers are kept until all are there.
  static let batchLimit = 100

  /// Reads a line.
  ///
  /// A duplicate key is refused and named; other parsers would each take another of the values. A
  /// byte order mark before the message is passed over.
  ///
  /// - Throws: the fault of a line that isn't JSON, or isn't a request as a whole.
  init(_ bytes: [UInt8]) throws(RPCFault) {
    var parser = JSONParser(bytes)
    do throws(JSONFault) {
      var isBatch = false
      var requests: [Result<RPCRequest, RefusedRequest>] = []
      if try parser.peek() == UInt8(ascii: "[") {
        isBatch = true
        try parser.array(depth: 0) { (parser) throws(JSONFault) in
          // Excess data are parsed to the end, because they may not be JSON at all, but not stored.
          if requests.count > RPCLine.batchLimit { return try parser.skip(depth: 1) }
          requests.append(try RPCRequest.read(&parser, depth: 1))
        }
      } else {
        requests = [try RPCRequest.read(&parser, depth: 0)]
      }
      guard parser.isAtEnd else {
        throw JSONFault(reason: "text follows the message", offset: parser.index)
      }
      self = isBatch ? .batch(requests) : .single(requests[0])
    } catch {
      throw .parseError("the line isn't JSON: \(error.reason), at byte \(error.offset + 1)")
    }
    guard case .batch(let requests) = self else { return }
    guard !requests.isEmpty else {
      throw .invalidRequest("a batch must have at least one request")
    }
    guard requests.count <= RPCLine.batchLimit else {
      throw .invalidRequest("a batch can have at most \(RPCLine.batchLimit) requests")
    }
  }
}

extension RPCRequest {
  /// Reads one value and checks its shape against section 4 of the specification.
  fileprivate static func read(_ parser: inout JSONParser, depth: Int) throws(JSONFault) -> Result<
    RPCRequest, RefusedRequest
  > {
    guard try parser.peek() == UInt8(ascii: "{") else {
      let kind = try whole(&parser, depth: depth)?.kind ?? "an array"
      let fault = RPCFault.invalidRequest("a request must be an object, not \(kind)")
      return .failure(RefusedRequest(id: .null, fault: fault))
    }
    var members: [String: JSONValue] = [:]
    var fault: RPCFault?
    var paramsFault: RPCFault?
    try parser.object(depth: depth) { (parser, name) throws(JSONFault) in
      let value: JSONValue
      if name == "params", try parser.peek() == UInt8(ascii: "{") {
        let (params, duplicate) = try RPCRequest.params(&parser, depth: depth + 1)
        value = .object(params)
        if let duplicate {
          paramsFault = .invalidParameter(duplicate, "\"\(duplicate.prefix(60))\" is repeated")
        }
      } else if let known = try whole(&parser, depth: depth + 1) {
        value = known
      } else {
        value = .null
        fault =
          fault ?? .invalidRequest("a key in \"\(name.prefix(60))\" is repeated", field: name)
      }
      if members.updateValue(value, forKey: name) != nil {
        fault = fault ?? .invalidRequest("\"\(name.prefix(60))\" is repeated", field: name)
        // With two ids, the right one is unknown.
        if name == "id" { members["id"] = .null }
      }
    }
    let id = members["id"]
    do throws(RPCFault) {
      if let fault { throw fault }
      var request = try RPCRequest(members)
      request.paramsFault = request.paramsFault ?? paramsFault
      return .success(request)
    } catch {
      return .failure(RefusedRequest(id: id.flatMap { isID($0) ? $0 : nil } ?? .null, fault: error))
    }
  }

  private static let members: Set = ["jsonrpc", "method", "id", "params"]

  private init(_ members: [String: JSONValue]) throws(RPCFault) {
    guard members["jsonrpc"] == .string("2.0") else {
      throw .invalidRequest("\"jsonrpc\" must be \"2.0\"", field: "jsonrpc")
    }
    guard case .string(let method)? = members["method"] else {
      throw .invalidRequest("\"method\" must be a string", field: "method")
    }
    if let id = members["id"], !RPCRequest.isID(id) {
      throw .invalidRequest("\"id\" must be a string, a number or null", field: "id")
    }
    let others = members.keys.filter { !RPCRequest.members.contains($0) && !$0.hasPrefix("x-") }
    if let name = others.min() {
      throw .invalidRequest("a request can't have \"\(name.prefix(60))\"", field: name)
    }
    self.method = method
    id = members["id"]
    switch members["params"] {
    case nil: params = [:]
    case .object(let members)?: params = members
    case .array?:
      params = [:]
      paramsFault = .invalidParameter(nil, "parameters must be named, in an object")
    case let other?:
      throw .invalidRequest("\"params\" must be an object, not \(other.kind)", field: "params")
    }
  }

  /// Parameters, and the first that is duplicate or has a duplicate key in it.
  private static func params(_ parser: inout JSONParser, depth: Int) throws(JSONFault) -> (
    [String: JSONValue], duplicate: String?
  ) {
    var members: [String: JSONValue] = [:]
    var duplicate: String?
    try parser.object(depth: depth) { (parser, name) throws(JSONFault) in
      let value = try whole(&parser, depth: depth + 1)
      if members.updateValue(value ?? .null, forKey: name) != nil || value == nil {
        duplicate = duplicate ?? name
      }
    }
    return (members, duplicate)
  }

  /// Reads a value; `nil` if it has a duplicate key.
  private static func whole(_ parser: inout JSONParser, depth: Int) throws(JSONFault) -> JSONValue?
  {
    let start = parser.index
    do throws(JSONFault) { return try parser.value(depth: depth) } catch {
      guard error.duplicate != nil else { throw error }
      parser.index = start
      try parser.skip(depth: depth)
      return nil
    }
  }

  private static func isID(_ value: JSONValue) -> Bool {
    switch value {
    case .string, .number, .null: true
    default: false
    }
  }
}
