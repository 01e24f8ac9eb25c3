internal import TimeWalk
internal import TimeWalkBase

/// The notification that a step of a request begins, on request.
enum ProgressNote {
  static let method = "$/progress"

  /// The notification as a line, without the line's end.
  static func line(_ step: PipelineStep, token: JSONValue) -> [UInt8] {
    let number = (PipelineStep.allCases.firstIndex(of: step) ?? 0) + 1
    var text = JSONText()
    text.value([
      "jsonrpc": "2.0", "method": .string(method),
      "params": [
        "token": token, "step": .string(step.rawValue), "number": .number(String(number)),
        "total": .number(String(PipelineStep.allCases.count)),
      ],
    ])
    return text.bytes
  }
}
