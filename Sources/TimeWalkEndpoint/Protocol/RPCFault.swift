internal import TimeWalkBase

/// An error in the form of JSON-RPC: a number, a sentence, and TimeWalk's own code and field.
struct RPCFault: Error, Hashable {
  var code: Int
  var message: String
  /// The stable word, `data.code`.
  var word: String
  /// The field at fault, `data.field`.
  var field: String?

  static func parseError(_ message: String) -> RPCFault {
    RPCFault(code: -32700, message: message, word: "parseError")
  }

  static func invalidRequest(_ message: String, field: String? = nil) -> RPCFault {
    RPCFault(code: -32600, message: message, word: "invalidRequest", field: field)
  }

  static func methodNotFound(_ method: String) -> RPCFault {
    RPCFault(
      code: -32601, message: "unknown method \"\(method.prefix(60))\"", word: "methodNotFound")
  }

  static func invalidParameter(_ field: String?, _ message: String) -> RPCFault {
    RPCFault(code: -32602, message: message, word: "invalidValue", field: field)
  }

  func write(to text: inout JSONText) {
    text.openObject()
    text.key("code")
    text.number(code)
    text.key("data")
    text.openObject()
    text.key("code")
    text.string(word)
    if let field {
      text.key("field")
      text.string(field)
    }
    text.closeObject()
    text.key("message")
    text.string(message)
    text.closeObject()
  }
}
