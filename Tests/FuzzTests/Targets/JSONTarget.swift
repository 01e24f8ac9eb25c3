import TimeWalkBase

extension FuzzTarget {
  /// The JSON reader, and the writer with the reader's output.
  static let json = FuzzTarget("json", longest: 1024) {
    [
      #"{"a": [1, -2.5e3, "x\u00e9\n\ud83d\ude00", null, true, false], "b": {}, "": []}"#,
      "\u{FEFF}[[[[[]]]], 0, 1E-7, 12345678901234567890]", #""text""#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    do throws(JSONFault) {
      let value = try JSONValue(document: bytes)
      var text = JSONText()
      text.value(value)
      let again = try? JSONValue(document: text.bytes)
      guard again == value else { throw JSONFault(reason: "written otherwise", offset: -1) }
    } catch {
      try promise(error.offset >= 0, "what was read and written again is something else")
      try promise(error.offset <= bytes.count, "a fault lies beyond the text")
      _ = error.place(in: bytes)
    }
    guard bytes.count == 8 else { return }
    let number = Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    guard number.isFinite else { return }
    var text = JSONText()
    text.number(number)
    try promise(
      Double(String(decoding: text.bytes, as: UTF8.self)) == number,
      "\(number) is written as another number")
  }
}
