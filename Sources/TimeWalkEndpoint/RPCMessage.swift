/// A JSON-RPC 2.0 request that was found to be one.
struct RPCRequest {
  /// What the answer echoes; `nil` for a notification, which gets no answer.
  var id: JSONValue?
  var method: String
  var params: JSONValue?

  /// Checks a value's shape against section 4 of the specification.
  init(_ value: JSONValue) throws(RPCFault) {
    guard case .object(let fields) = value else {
      throw .invalidRequest("a request is an object, not \(value.kind)")
    }
    guard fields["jsonrpc"] == .string("2.0") else {
      throw .invalidRequest("\"jsonrpc\" must be \"2.0\"")
    }
    guard case .string(let method)? = fields["method"] else {
      throw .invalidRequest("\"method\" must be a string")
    }
    switch fields["id"] {
    case .bool, .array, .object:
      throw .invalidRequest("\"id\" must be a string, a number or null")
    default: break
    }
    switch fields["params"] {
    case nil, .object, .array: break
    case let other?: throw .invalidRequest("\"params\" must be an object, not \(other.kind)")
    }
    self.method = method
    id = fields["id"]
    params = fields["params"]
  }

  /// The id of something that may not even be a request, to echo where it can be told.
  static func id(of value: JSONValue) -> JSONValue {
    guard case .object(let fields) = value, let id = fields["id"] else { return .null }
    switch id {
    case .bool, .array, .object: return .null
    default: return id
    }
  }
}

/// An error as JSON-RPC has it: a number, a sentence, and TimeWalk's own word and field.
struct RPCFault: Error, Encodable, Hashable {
  struct Detail: Encodable, Hashable {
    var code: String
    var field: String?
  }

  var code: Int
  var message: String
  var data: Detail?

  static func parseError(_ message: String) -> RPCFault {
    RPCFault(code: -32700, message: message, data: Detail(code: "parseError"))
  }
  static func invalidRequest(_ message: String) -> RPCFault {
    RPCFault(code: -32600, message: message, data: Detail(code: "invalidRequest"))
  }
  static func methodNotFound(_ method: String) -> RPCFault {
    RPCFault(
      code: -32601, message: "there is no method \"\(method)\"",
      data: Detail(code: "methodNotFound"))
  }
  static func invalidParameter(_ field: String?, _ message: String) -> RPCFault {
    RPCFault(code: -32602, message: message, data: Detail(code: "invalidValue", field: field))
  }
}

/// An answer, which holds either a result or an error.
struct RPCAnswer<Result: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: JSONValue
  var result: Result?
  var error: RPCFault?
}
