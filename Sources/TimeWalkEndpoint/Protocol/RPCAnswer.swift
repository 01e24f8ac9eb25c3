internal import TimeWalkJSON

/// Writes answers as lines, without the line's end; keys are sorted.
enum RPCAnswer {
  static func success(_ id: JSONValue, _ result: [UInt8]) -> [UInt8] {
    var text = JSONText()
    text.reserve(result.count + 64)
    text.openObject()
    text.key("id")
    text.value(id)
    text.key("jsonrpc")
    text.string("2.0")
    text.key("result")
    text.raw(result)
    text.closeObject()
    return text.bytes
  }

  static func failure(_ id: JSONValue, _ fault: RPCFault) -> [UInt8] {
    var text = JSONText()
    text.openObject()
    text.key("error")
    fault.write(to: &text)
    text.key("id")
    text.value(id)
    text.key("jsonrpc")
    text.string("2.0")
    text.closeObject()
    return text.bytes
  }

  static func batch(_ answers: [[UInt8]]) -> [UInt8] {
    var text = JSONText()
    text.reserve(answers.reduce(2) { $0 + $1.count + 1 })
    text.openArray()
    for answer in answers { text.raw(answer) }
    text.closeArray()
    return text.bytes
  }
}
