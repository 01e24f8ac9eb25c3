extension XMLReader {
  mutating func fill() throws(XMLFault) -> Bool {
    guard let more else { return false }
    return try more(&buffer)
  }

  mutating func brokenOff() -> XMLFault {
    hasBrokenOff = true
    return XMLFault("ends too early")
  }

  /// Makes sure that this many bytes are in memory, if the document has them.
  mutating func need(_ count: Int) throws(XMLFault) {
    while buffer.count - position < count {
      guard try fill() else {
        guard buffer.count - position >= 2 else { throw brokenOff() }
        return
      }
    }
  }

  /// The first index at or after `start` whose byte ends the token; the end of the document also
  /// ends a text.
  mutating func end(
    of start: Int, isText: Bool, _ isEnd: (UInt8) -> Bool
  ) throws(XMLFault) -> Int {
    var at = start
    while true {
      while at < buffer.count {
        if isEnd(buffer[at]) { return at }
        at += 1
      }
      guard at - start <= limits.token else {
        throw XMLFault("has a \(isText ? "text" : "tag") longer than \(limits.token) bytes")
      }
      if try !fill() {
        guard isText else { throw brokenOff() }
        return at
      }
    }
  }

  mutating func skip(to mark: String, from start: Int) throws(XMLFault) {
    let mark = Array(mark.utf8)
    var at = start
    while true {
      while at + mark.count <= buffer.count {
        if buffer[at..<(at + mark.count)] == mark[...] {
          position = at + mark.count
          return
        }
        at += 1
      }
      guard at - start <= limits.token else {
        throw XMLFault("has a part longer than \(limits.token) bytes")
      }
      guard try fill() else { throw brokenOff() }
    }
  }
}
