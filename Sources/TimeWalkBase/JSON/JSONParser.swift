/// The reason why bytes aren't JSON, and the place.
package struct JSONFault: Error, Hashable {
  /// The fault's description.
  package var reason: String
  /// The offset in the bytes.
  package var offset: Int
  /// The repeated key, if that is the fault; the bytes are then well formed.
  package var duplicate: String?

  /// Makes a fault.
  package init(reason: String, offset: Int, duplicate: String? = nil) {
    self.reason = reason
    self.offset = offset
    self.duplicate = duplicate
  }

  /// The place as editors count: `line 3, column 7`, both from 1, columns in bytes.
  package func place(in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return "line \(before.count { $0 == 0x0A } + 1), column \(before.count - start + 1)"
  }
}

extension JSONValue {
  /// Reads a whole document, such as a settings file.
  ///
  /// Throws if it isn't JSON.
  package init(document bytes: [UInt8]) throws(JSONFault) {
    var parser = JSONParser(bytes)
    self = try parser.value()
    guard parser.isAtEnd else {
      throw JSONFault(reason: "text follows its end", offset: parser.index)
    }
  }
}

/// Reads JSON after RFC 8259 from bytes, strictly, and safe on hostile ones.
///
/// Faults are nesting deeper than `depthLimit`, a repeated key, half a surrogate pair, and invalid
/// UTF-8. Numbers stay texts, which have no upper limit.
///
/// Foundation's parser keeps the last of two equal keys, rounds long numbers to a `Double` and
/// reports no offset.
package struct JSONParser {
  /// The greatest depth of nested arrays and objects.
  package static let depthLimit = 128

  /// The bytes to read.
  package let bytes: [UInt8]
  /// The index of the next byte to read.
  package var index = 0
  /// The greatest number of values that `value` reads, with those in others; each takes some
  /// hundred bytes.
  package var mostValues = Int.max

  /// Starts at the first byte, behind a byte order mark.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// True if nothing but white space is left.
  package var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  /// Reads the next value.
  package mutating func value(depth: Int = 0) throws(JSONFault) -> JSONValue {
    mostValues -= 1
    guard mostValues >= 0 else { throw fault("has too many values") }
    switch try peek() {
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      try object(depth: depth) { (parser, key) throws(JSONFault) in
        let start = parser.index
        let value = try parser.value(depth: depth + 1)
        guard members.updateValue(value, forKey: key) == nil else {
          throw JSONFault(
            reason: "the key \"\(key.prefix(60))\" is repeated", offset: start, duplicate: key)
        }
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try array(depth: depth) { (parser) throws(JSONFault) in
        elements.append(try parser.value(depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default: return .number(try number())
    }
  }

  /// Passes over the next value, which must be well formed; texts and double keys are not looked
  /// into.
  package mutating func skip(depth: Int = 0) throws(JSONFault) {
    switch try peek() {
    case UInt8(ascii: "{"):
      try object(depth: depth, keys: false) { (parser, _) throws(JSONFault) in
        try parser.skip(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try array(depth: depth) { (parser) throws(JSONFault) in try parser.skip(depth: depth + 1) }
    case UInt8(ascii: "\""): _ = try rawString()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number()
    }
  }

  /// Reads an object; `member` is called at each value, with its key, which is "" unless `keys`.
  package mutating func object(
    depth: Int, keys: Bool = true,
    member: (inout JSONParser, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter(depth)
    if try peek() == UInt8(ascii: "}") { return index += 1 }
    while true {
      guard try peek() == UInt8(ascii: "\"") else {
        throw fault("a key in quotation marks is missing")
      }
      var key = ""
      if keys { key = try string() } else { _ = try rawString() }
      guard try peek() == UInt8(ascii: ":") else { throw fault("a colon is missing") }
      index += 1
      try member(&self, key)
      guard try goesOn(until: UInt8(ascii: "}")) else { return }
    }
  }

  /// Reads an array; `element` is called at each element.
  package mutating func array(
    depth: Int, element: (inout JSONParser) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter(depth)
    if try peek() == UInt8(ascii: "]") { return index += 1 }
    while true {
      try element(&self)
      guard try goesOn(until: UInt8(ascii: "]")) else { return }
    }
  }

  private mutating func enter(_ depth: Int) throws(JSONFault) {
    guard depth < JSONParser.depthLimit else {
      throw fault("is nested deeper than \(JSONParser.depthLimit) levels")
    }
    index += 1
  }

  /// Passes a comma, or the closing bracket; whether there is another element.
  package mutating func goesOn(until close: UInt8) throws(JSONFault) -> Bool {
    let byte = try peek()
    guard byte == close || byte == UInt8(ascii: ",") else {
      throw fault("a comma or closing bracket is missing")
    }
    index += 1
    return byte != close
  }

  /// The next byte that isn't white space.
  package mutating func peek() throws(JSONFault) -> UInt8 {
    skipSpace()
    guard index < bytes.count else { throw fault("ends too early") }
    return bytes[index]
  }

  private mutating func skipSpace() {
    while index < bytes.count,
      bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
    { index += 1 }
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason: reason, offset: index) }

  private mutating func word(_ text: StaticString) throws(JSONFault) {
    let count = text.utf8CodeUnitCount
    let isThere = text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    guard isThere else { throw fault("isn't a JSON value") }
    index += count
  }

  private mutating func number() throws(JSONFault) -> String {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[first] != UInt8(ascii: "0") else {
      throw fault("isn't a JSON value")
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw fault("digits are missing after a point") }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard digits() > 0 else { throw fault("digits are missing in an exponent") }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Passes over digits; their number.
  private mutating func digits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 { index += 1 }
    return index - start
  }

  /// The bytes between the quotation marks, and whether there are escapes in them.
  private mutating func rawString() throws(JSONFault) -> (Range<Int>, hasEscapes: Bool) {
    index += 1
    let start = index
    var hasEscapes = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return (start..<index - 1, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index = min(index + 2, bytes.count)
      case 0..<0x20: throw fault("a text has a control character")
      default: index += 1
      }
    }
    throw fault("a text isn't closed")
  }

  private mutating func string() throws(JSONFault) -> String {
    let (range, hasEscapes) = try rawString()
    // A photo in base64 is long and has no escapes: it is copied once.
    let text =
      hasEscapes
      ? String(validating: try unescape(range), as: UTF8.self)
      : String(validating: bytes[range], as: UTF8.self)
    guard let text else {
      throw JSONFault(reason: "a text isn't UTF-8", offset: range.lowerBound)
    }
    return text
  }

  private func unescape(_ range: Range<Int>) throws(JSONFault) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(range.count)
    var at = range.lowerBound
    func unit() throws(JSONFault) -> UInt16 {
      guard at + 6 <= range.upperBound,
        bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u"),
        let value = hexadecimal(at + 2)
      else { throw JSONFault(reason: "an escape isn't \\u and four digits", offset: at) }
      at += 6
      return value
    }
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\") else {
        plain.append(bytes[at])
        at += 1
        continue
      }
      if let simple = JSONParser.escapes[bytes[at + 1]] {
        plain.append(simple)
        at += 2
        continue
      }
      let start = at
      let high = try unit()
      var scalar = UInt32(high)
      if (0xD800..<0xDC00).contains(high) {
        let low = (try? unit()) ?? 0
        guard (0xDC00..<0xE000).contains(low) else {
          throw JSONFault(reason: "a text has half a surrogate pair", offset: start)
        }
        scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
      }
      guard let character = Unicode.Scalar(scalar) else {
        throw JSONFault(reason: "a text has half a surrogate pair", offset: start)
      }
      plain.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    }
    return plain
  }

  private func hexadecimal(_ start: Int) -> UInt16? {
    var value: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]
}
