internal import Foundation
package import Logging
internal import TimeWalk
internal import TimeWalkBase

/// Logs each request: its id, method, timing and outcome.
///
/// Positions are never logged unless requested.
package struct RequestLog: Sendable {
  private let logger: Logger
  /// The logger's own lines, which take the most frequent entries without a message between; `nil`
  /// for another handler.
  private let lines: LogLines?
  private let tellsPositions: Bool

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - logger: the log's destination.
  ///   - tellsPositions: true if latitude, longitude and all messages are logged, which may contain
  ///     users' positions.
  package init(_ logger: Logger, tellsPositions: Bool) {
    self.logger = logger
    lines = logger.handler as? LogLines
    self.tellsPositions = tellsPositions
  }

  /// Logs a message about the service as a whole.
  package func note(_ message: String, _ metadata: [String: Int] = [:]) {
    logger.info("\(message)", metadata: metadata.mapValues { .stringConvertible($0) })
  }

  func answered(
    _ request: RPCRequest, _ outcome: Result<Int, RPCFault>, waited: Double, ran: Double
  ) {
    let level = RequestLog.level(outcome)
    guard level >= logger.logLevel else { return }
    if case .success(let bytes) = outcome, !tellsPositions, let lines, lines.metadata.isEmpty {
      lines.answered(
        id: request.id.map(RequestLog.text), method: RequestLog.method(request), bytes: bytes,
        ran: ran, waited: waited)
      return
    }
    var metadata: Logger.Metadata = [
      "method": .string(RequestLog.method(request)),
      "waited": .stringConvertible(waited), "ran": .stringConvertible(ran),
    ]
    if let id = request.id { metadata["id"] = .string(RequestLog.text(id)) }
    switch outcome {
    case .success(let bytes):
      metadata["outcome"] = "ok"
      metadata["bytes"] = .stringConvertible(bytes)
    case .failure(let fault): add(fault, to: &metadata)
    }
    if tellsPositions {
      for name in ["latitude", "longitude"] {
        if case .number(let text)? = request.params[name] { metadata[name] = .string(text) }
      }
    }
    logger.log(level: level, "request", metadata: metadata)
  }

  /// Writes the collected lines of successful requests.
  func flush() { lines?.flush() }

  /// Notes a line or a part of a batch that isn't a request.
  func refused(_ fault: RPCFault, id: JSONValue = .null) {
    var metadata: Logger.Metadata = [:]
    if id != .null { metadata["id"] = .string(RequestLog.text(id)) }
    add(fault, to: &metadata)
    logger.notice("refused", metadata: metadata)
  }

  /// The milliseconds between two times, to a microsecond.
  static func milliseconds(from start: DispatchTime, to end: DispatchTime) -> Double {
    Double((end.uptimeNanoseconds &- start.uptimeNanoseconds) / 1000) / 1000
  }

  static func milliseconds(since start: DispatchTime) -> Double {
    milliseconds(from: start, to: DispatchTime.now())
  }

  private func add(_ fault: RPCFault, to metadata: inout Logger.Metadata) {
    metadata["outcome"] = .string(fault.word)
    metadata["code"] = .stringConvertible(fault.code)
    if let field = fault.field { metadata["field"] = .string(field) }
    // Messages about the machine help its operator; messages about a request may contain a user's
    // position.
    if tellsPositions || RequestLog.faultsOfTheMachine.contains(fault.word) {
      metadata["reason"] = .string(fault.message)
    }
  }

  private static let faultsOfTheMachine = Set(
    [
      TimeWalkError.Code.internalFault, .inputOutput, .archiveUnusable, .busy, .cannotCreate,
      .componentMissing,
    ].map(\.rawValue))

  private static func method(_ request: RPCRequest) -> String {
    MethodTable.byName[request.method]?.name ?? "unknown"
  }

  private static func level(_ outcome: Result<Int, RPCFault>) -> Logger.Level {
    guard case .failure(let fault) = outcome else { return .info }
    return faultsOfTheMachine.contains(fault.word) ? .error : .notice
  }

  private static func text(_ id: JSONValue) -> String { id.string ?? id.line }
}
