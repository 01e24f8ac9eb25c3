internal import Foundation
package import TimeWalk
internal import TimeWalkBase

/// The endpoint for programs: JSON-RPC 2.0, one message a line.
///
/// It interprets requests and makes answers; `EndpointService` reads, writes and runs requests
/// concurrently.
package struct Endpoint: Sendable {
  let pipeline: Pipeline
  let version: String
  let log: RequestLog?

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline that answers.
  ///   - version: TimeWalk's version, for `ping` and `describe`.
  ///   - log: the log of requests; none when `nil`.
  package init(pipeline: Pipeline, version: String, log: RequestLog? = nil) {
    self.pipeline = pipeline
    self.version = version
    self.log = log
  }

  /// Answers one line, requests of a batch one after another.
  ///
  /// - Parameter line: a request or a batch of them, without the line's end.
  /// - Returns: the answer on one line, or `nil` if the standard requires none: notifications and
  ///   blank lines.
  package func answer(_ line: [UInt8]) -> String? {
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

  /// Calls one method, for a front that needs no protocol around it; its result is JSON on one
  /// line.
  ///
  /// - Parameters:
  ///   - method: its name.
  ///   - params: its parameters, a JSON object.
  /// - Returns: the result.
  /// - Throws: the method's error, `invalidValue` for an invalid method or parameters.
  package func call(_ method: String, _ params: [UInt8]) throws(TimeWalkError) -> String {
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(document: params) } catch {
      throw TimeWalkError(
        .dataRefused, "the parameters aren't JSON: \(error.reason), at byte \(error.offset + 1)")
    }
    guard let members = value.members else {
      throw TimeWalkError(.invalidValue, "parameters must be named, in an object")
    }
    guard let known = MethodTable.byName[method] else {
      let names = MethodTable.all.map(\.name).joined(separator: ", ")
      throw TimeWalkError(.invalidValue, "unknown method \"\(method)\"; use one of \(names)")
    }
    var text = JSONText()
    try known.run(members, context(), &text)
    return String(decoding: text.take(), as: UTF8.self)
  }

  /// Returns true if a method of this name takes photos in, which needs the library.
  package static func needsLibrary(_ method: String) -> Bool { method == "submit" }

  /// Executes a request, logs it, and returns its answer; `nil` for a notification.
  func answer(
    to request: RPCRequest, _ context: CallContext, arrived: DispatchTime? = nil
  ) -> [UInt8]? {
    let start = DispatchTime.now()
    let answer: [UInt8]
    let outcome: Result<Int, RPCFault>
    do throws(RPCFault) {
      let success = try RPCAnswer.success(request.id) { (text) throws(RPCFault) in
        try write(request, context, to: &text)
      }
      answer = success.line
      outcome = .success(success.bytes)
    } catch {
      answer = request.id.map { RPCAnswer.failure($0, error) } ?? []
      outcome = .failure(error)
    }
    log?.answered(
      request, outcome,
      waited: RequestLog.milliseconds(from: arrived ?? start, to: start),
      ran: RequestLog.milliseconds(since: start))
    return request.id == nil ? nil : answer
  }

  private func write(
    _ request: RPCRequest, _ context: CallContext, to text: inout JSONText
  ) throws(RPCFault) {
    guard context.token?.isCancelled != true else { throw RPCFault(Endpoint.cancellation) }
    guard let method = MethodTable.byName[request.method] else {
      throw .methodNotFound(request.method)
    }
    if let fault = request.paramsFault { throw fault }
    do throws(TimeWalkError) {
      try method.limits(context.token).run { () throws(TimeWalkError) in
        try method.run(request.params, context, &text)
      }
    } catch { throw RPCFault(error) }
  }

  /// The answer to a cancelled request.
  static let cancellation = TimeWalkError(WorkLimits.Ending.cancelled)

  /// The context of a call without concurrent ones.
  func context(links: AnswerLinks? = nil) -> CallContext {
    CallContext(
      pipeline: pipeline, version: version, links: links, step: PipelineStep.pass,
      cancel: { _ in .unknown })
  }

  private func answer(_ read: Result<RPCRequest, RefusedRequest>) -> [UInt8]? {
    let request: RPCRequest
    do throws(RefusedRequest) { request = try read.get() } catch {
      log?.refused(error.fault, id: error.id)
      return RPCAnswer.failure(error.id, error.fault)
    }
    return answer(to: request, context())
  }

  static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
