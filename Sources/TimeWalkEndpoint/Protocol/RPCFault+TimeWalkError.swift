internal import TimeWalk

extension RPCFault {
  /// TimeWalk's errors in JSON-RPC's numbers; the words in `data.code` are the stable part.
  init(_ error: TimeWalkError) {
    self.init(
      code: RPCFault.number(of: error.code), message: error.message, word: error.code.rawValue,
      field: error.field)
  }

  /// The number of a kind of fault.
  static func number(of code: TimeWalkError.Code) -> Int {
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
    case .noSpace: -32014
    case .cancelled: -32015
    case .notAllowed: -32016
    }
  }
}
