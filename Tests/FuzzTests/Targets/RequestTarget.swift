import TimeWalkBase

@testable import TimeWalkEndpoint

extension FuzzTarget {
  /// Lines to the endpoint: the request, its parameters, and the error that answers a fault.
  static let requests = FuzzTarget("requests", longest: 1024) {
    [
      #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":40.7580,"longitude":-73.9855,"heading":205,"#
        + #""headingReference":"magnetic","timestamp":"2026-11-21T12:00:00-05:00","era":"1890/1930","limit":10}}"#,
      #"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":"a","method":"cancel","params":{"id":1}},7]"#,
      #"{"jsonrpc":"2.0","id":null,"method":"submit","params":{"path":"/a.jpg","limit":3,"x-own":[{}]}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"archive.item","params":{"id":"a:b"}}"#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    do throws(RPCFault) {
      switch try RPCLine(bytes) {
      case .single(let request): try answer(request)
      case .batch(let requests):
        guard (1...RPCLine.batchLimit).contains(requests.count) else { throw broken("a batch") }
        for request in requests { try answer(request) }
      }
    } catch {
      try promise(error.word != brokenWord, error.message)
      try check(error, id: .null)
    }
  }

  private static let brokenWord = "brokenPromise"

  private static func broken(_ what: String) -> RPCFault {
    RPCFault(code: 0, message: "\(what) is answered by what is no answer", word: brokenWord)
  }

  private static func answer(_ request: Result<RPCRequest, RefusedRequest>) throws(RPCFault) {
    do {
      switch request {
      case .failure(let refused): try check(refused.fault, id: refused.id)
      case .success(let request):
        if let fault = request.paramsFault { try check(fault, id: request.id ?? .null) }
        guard let method = MethodTable.byName[request.method] else { return }
        do {
          try method.check(request.params)
        } catch {
          try check(RPCFault(error), id: request.id ?? .null)
        }
      }
    } catch { throw broken("a request") }
  }

  /// An error is a line of JSON with the id as it was given.
  private static func check(_ fault: RPCFault, id: JSONValue) throws {
    let line = RPCAnswer.failure(id, fault)
    let answer = try? JSONValue(document: line)
    try promise(
      answer?.members?["id"] == id && !line.contains(0x0A), "an error is no answer to \(id)")
  }
}
