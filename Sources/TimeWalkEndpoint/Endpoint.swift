internal import Foundation
public import TimeWalk
internal import TimeWalkJSON

/// The endpoint that programs speak to: JSON-RPC 2.0, one message a line.
///
/// It says what each request means and what is answered; `EndpointService` reads, writes and runs requests side by
/// side.
public struct Endpoint: Sendable {
  let walker: Walker
  let version: String
  let log: RequestLog?

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - walker: what answers.
  ///   - version: TimeWalk's version, for `ping` and `describe`.
  ///   - log: where each request is noted; nowhere when `nil`.
  public init(walker: Walker, version: String, log: RequestLog? = nil) {
    self.walker = walker
    self.version = version
    self.log = log
  }

  /// Answers one line, requests of a batch one after another.
  ///
  /// - Parameter line: a request or a batch of them, without the line's end.
  /// - Returns: the answer on one line, or `nil` where the standard wants none: notifications and blank lines.
  public func answer(_ line: [UInt8]) -> String? {
    guard !Endpoint.isBlank(line) else { return nil }
    let message: RPCLine
    do throws(RPCFault) { message = try RPCLine(line) } catch {
      log?.refused(error)
      return String(decoding: RPCAnswer.failure(.null, error), as: UTF8.self)
    }
    switch message {
    case .single(let request): return answer(request).map { String(decoding: $0, as: UTF8.self) }
    case .batch(let requests):
      let answers = requests.compactMap { answer($0) }
      return answers.isEmpty ? nil : String(decoding: RPCAnswer.batch(answers), as: UTF8.self)
    }
  }

  /// Calls one method, for a front that needs no protocol around it; its result is JSON on one line.
  ///
  /// - Parameters:
  ///   - method: its name.
  ///   - params: its parameters, a JSON object.
  /// - Returns: the result.
  /// - Throws: what the method throws, `invalidValue` for a method or parameters that can't be.
  public func call(_ method: String, _ params: [UInt8]) throws(WalkError) -> String {
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(document: params) } catch {
      throw WalkError(
        .dataRefused, "the parameters are not JSON: \(error.reason), at byte \(error.offset + 1)")
    }
    guard let members = value.members else {
      throw WalkError(.invalidValue, "parameters are given by name, in an object")
    }
    guard let known = MethodTable.byName[method] else {
      let names = MethodTable.all.map(\.name).joined(separator: ", ")
      throw WalkError(.invalidValue, "there is no method \"\(method)\"; there are \(names)")
    }
    let result = try known.run(try Arguments(members, of: known), occasion())
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a method of this name takes photos in, which needs the library.
  public static func needsLibrary(_ method: String) -> Bool { method == "submit" }

  /// Does what a request asks.
  ///
  /// - Returns: the result as JSON.
  func result(of request: RPCRequest, _ occasion: Occasion) throws(RPCFault) -> [UInt8] {
    guard let method = MethodTable.byName[request.method] else {
      throw .methodNotFound(request.method)
    }
    if let fault = request.paramsFault { throw fault }
    do throws(WalkError) {
      return try method.run(try Arguments(request.params, of: method), occasion)
    } catch { throw RPCFault(error) }
  }

  /// What surrounds a call that nothing else goes on beside.
  private func occasion() -> Occasion {
    Occasion(walker: walker, version: version, step: WalkStep.pass, cancel: { _ in .unknown })
  }

  private func answer(_ read: Result<RPCRequest, RefusedRequest>) -> [UInt8]? {
    let request: RPCRequest
    do throws(RefusedRequest) { request = try read.get() } catch {
      log?.refused(error.fault, id: error.id)
      return RPCAnswer.failure(error.id, error.fault)
    }
    let start = DispatchTime.now()
    let outcome = Result { () throws(RPCFault) in try result(of: request, occasion()) }
    log?.answered(request, outcome, waited: 0, ran: RequestLog.milliseconds(since: start))
    guard let id = request.id else { return nil }
    switch outcome {
    case .success(let result): return RPCAnswer.success(id, result)
    case .failure(let fault): return RPCAnswer.failure(id, fault)
    }
  }

  static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
