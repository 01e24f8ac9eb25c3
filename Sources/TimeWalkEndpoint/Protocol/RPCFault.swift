internal import TimeWalk
internal import TimeWalkJSON

/// An error as JSON-RPC has it: a number, a sentence, and TimeWalk's own word and field.
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
      code: -32601, message: "there is no method \"\(method.prefix(60))\"", word: "methodNotFound")
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

extension RPCFault {
  /// TimeWalk's errors in JSON-RPC's numbers; the words in `data.code` are the stable part.
  init(_ error: WalkError) {
    self.init(
      code: RPCFault.number(of: error.code), message: error.message, word: error.code.rawValue,
      field: error.field)
  }

  /// The number of a kind of fault.
  static func number(of code: WalkError.Code) -> Int {
    switch code {
    case .invalidValue: -32602
    case .internalFault: -32603
    case .inputMissing: -32001
    case .unsupportedFormat: -32002
    case .imageDamaged: -32003
    case .limitExceeded: -32004
    case .positionMissing: -32005
    case .archiveUnusable: -32006
    case .notFound: -32007
    case .dataRefused: -32008
    case .componentMissing: -32009
    case .cannotCreate: -32010
    case .inputOutput: -32011
    case .busy: -32012
    case .unconfirmed: -32013
    case .cancelled: -32014
    case .notAllowed: -32015
    }
  }
}
