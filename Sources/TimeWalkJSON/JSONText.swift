/// Writes JSON by hand, into bytes that grow.
///
/// Keys come out in the order in which they are given; who wants them sorted gives them so. Texts and numbers are written
/// as Foundation's `JSONEncoder` writes them without escaped slashes, so that either may write the same answer.
public struct JSONText {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Starts with nothing.
  public init() {}

  /// Makes room for so many bytes.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Opens an object.
  public mutating func openObject() { open(UInt8(ascii: "{")) }

  /// Closes an object.
  public mutating func closeObject() { close(UInt8(ascii: "}")) }

  /// Opens an array.
  public mutating func openArray() { open(UInt8(ascii: "[")) }

  /// Closes an array.
  public mutating func closeArray() { close(UInt8(ascii: "]")) }

  /// Writes the name of the next value; it must need no escapes.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of the next value, whatever it is.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a text.
  public mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a number; one that is not finite has no JSON and becomes `null`.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return raw("null") }
    separate()
    if value == value.rounded(), abs(value) < 1e15, value != 0 || value.sign == .plus {
      digits(Int(value))
    } else {
      var text = value.description
      if text.hasSuffix(".0") { text.removeLast(2) }
      bytes.append(contentsOf: text.utf8)
    }
    needsComma = true
  }

  /// Writes a whole number.
  public mutating func number(_ value: Int) {
    separate()
    digits(value)
    needsComma = true
  }

  /// Writes what is JSON already.
  public mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// Writes what is JSON already.
  public mutating func raw(_ text: [UInt8]) {
    separate()
    bytes.append(contentsOf: text)
    needsComma = true
  }

  /// Writes a value; the keys of objects are sorted by their bytes.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): raw(value ? "true" : "false")
    case .number(let text): raw(text)
    case .string(let text): string(text)
    case .array(let elements):
      openArray()
      for element in elements { self.value(element) }
      closeArray()
    case .object(let members):
      openObject()
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        key(name)
        self.value(member)
      }
      closeObject()
    }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func digits(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends text with its escapes; runs without any are appended as one.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      start = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0..<0x20:
        let hexadecimal = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "u00".utf8)
        bytes.append(hexadecimal[Int(byte >> 4)])
        bytes.append(hexadecimal[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(contentsOf: text[start...])
  }
}

extension JSONValue {
  /// The value as JSON on one line, the keys of objects sorted.
  public var line: String {
    var text = JSONText()
    text.value(self)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
