internal import TimeWalkBase

/// Writes answers as lines, without the line's end; keys are sorted.
enum RPCAnswer {
  /// The answer with a method's result, and its length in bytes; the result alone without an id.
  static func success(
    _ id: JSONValue?, _ result: (inout JSONText) throws(RPCFault) -> Void
  ) throws(RPCFault) -> (line: [UInt8], bytes: Int) {
    var text = JSONText()
    if let id {
      text.openObject()
      text.key("id")
      text.value(id)
      text.key("jsonrpc")
      text.string("2.0")
      text.key("result")
    }
    let start = text.count
    try result(&text)
    let bytes = text.count - start
    if id != nil { text.closeObject() }
    return (text.take(), bytes)
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
    return text.take()
  }

  static func batch(_ answers: [[UInt8]]) -> [UInt8] {
    var text = JSONText()
    text.reserve(answers.reduce(2) { $0 + $1.count + 1 })
    text.openArray()
    for answer in answers { text.raw(answer) }
    text.closeArray()
    return text.take()
  }
}
