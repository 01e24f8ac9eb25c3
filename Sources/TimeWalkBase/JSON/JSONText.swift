/// Writes JSON by hand, into bytes that grow.
///
/// Keys are written in the given order; the caller sorts them if necessary. Texts and numbers have
/// the form of Foundation's `JSONEncoder` without escaped slashes. Both can therefore write the
/// same answer.
package struct JSONText {
  // Longer than the written text: appending single bytes to an array checks its capacity each time.
  private var storage: [UInt8] = []
  /// The number of bytes that have been written.
  public private(set) var count = 0
  private var needsComma = false

  /// Starts with nothing.
  package init() {}

  /// The written bytes.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// Takes the written bytes without a copy; the text is then empty.
  package mutating func take() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &storage)
    bytes.removeLast(bytes.count - count)
    count = 0
    needsComma = false
    return bytes
  }

  /// Reserves this many bytes.
  package mutating func reserve(_ count: Int) {
    if count > storage.count { grow(to: count) }
  }

  /// Opens an object.
  package mutating func openObject() { open(UInt8(ascii: "{")) }

  /// Closes an object.
  package mutating func closeObject() { close(UInt8(ascii: "}")) }

  /// Opens an array.
  package mutating func openArray() { open(UInt8(ascii: "[")) }

  /// Closes an array.
  package mutating func closeArray() { close(UInt8(ascii: "]")) }

  /// Writes the name of the next value; it must need no escapes.
  package mutating func key(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    let comma = needsComma
    append(atMost: length + 4) { target in
      var at = 0
      if comma { target.put(UInt8(ascii: ","), &at) }
      target.put(UInt8(ascii: "\""), &at)
      target.put(UnsafeRawBufferPointer(start: name.utf8Start, count: length), &at)
      target.put(UInt8(ascii: "\""), &at)
      target.put(UInt8(ascii: ":"), &at)
      return at
    }
    needsComma = false
  }

  /// Writes the name of the next value, of any kind.
  package mutating func key(_ name: String) {
    string(name)
    append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a text.
  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { quote(UnsafeRawBufferPointer($0)) }
    needsComma = true
  }

  /// Writes a number; JSON has no infinity and NaN, which become `null`.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return raw("null") }
    separate()
    if value == value.rounded(), abs(value) < 1e15, value != 0 || value.sign == .plus {
      digits(Int(value))
    } else if let short = ShortDecimal(value) {
      append(atMost: ShortDecimal.mostBytes) { short.write(to: $0) }
    } else {
      var text = value.description
      if text.hasSuffix(".0") { text.removeLast(2) }
      text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
    }
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func number(_ value: Int) {
    separate()
    digits(value)
    needsComma = true
  }

  /// Writes existing JSON.
  package mutating func raw(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
    needsComma = true
  }

  /// Writes existing JSON.
  package mutating func raw(_ text: [UInt8]) {
    separate()
    text.withUnsafeBytes { put($0) }
    needsComma = true
  }

  /// Writes a value; the keys of objects are sorted by their bytes.
  package mutating func value(_ value: JSONValue) {
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
    append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { append(UInt8(ascii: ",")) }
  }

  private mutating func digits(_ value: Int) {
    append(atMost: DecimalDigits.mostBytes) { DecimalDigits.write(value, to: $0) }
  }

  /// The longest text with escapes, in bytes, for which capacity is reserved at once; each byte may
  /// become six.
  private static let piece = 4096

  /// Appends a text in quotation marks, with its escapes; most texts need none and are copied.
  private mutating func quote(_ text: UnsafeRawBufferPointer) {
    let comma = needsComma
    guard !JSONText.needsEscape(text) else { return quoteEscaped(text) }
    append(atMost: text.count + 3) { target in
      var at = 0
      if comma { target.put(UInt8(ascii: ","), &at) }
      target.put(UInt8(ascii: "\""), &at)
      target.put(text, &at)
      target.put(UInt8(ascii: "\""), &at)
      return at
    }
  }

  private mutating func quoteEscaped(_ text: UnsafeRawBufferPointer) {
    separate()
    append(UInt8(ascii: "\""))
    for start in stride(from: 0, to: text.count, by: JSONText.piece) {
      let end = min(start + JSONText.piece, text.count)
      append(atMost: 6 * (end - start)) { target in
        var at = 0
        for byte in text[start..<end] { target.putEscaped(byte, &at) }
        return at
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Returns true if any byte of a text needs an escape; eight at a time, the last eight perhaps
  /// twice.
  private static func needsEscape(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= 8 else {
      return text.contains {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
      }
    }
    var index = 0
    while index + 8 < text.count {
      if needsEscape(text.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return true }
      index += 8
    }
    return needsEscape(text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self))
  }

  /// Returns true if one of eight bytes is a control character, a quotation mark or a backslash.
  ///
  /// A byte is less than a number if subtracting the number borrows, which sets the highest bit.
  /// Bytes above 127 already have that bit and are excluded.
  private static func needsEscape(_ eight: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = eight ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = eight ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let controls = (eight &- ones &* 0x20) & ~eight
    let marks = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return (controls | marks) & (ones &* 0x80) != 0
  }

  private mutating func append(_ byte: UInt8) {
    if count == storage.count { grow(to: count + 1) }
    storage[count] = byte
    count += 1
  }

  private mutating func put(_ bytes: UnsafeRawBufferPointer) {
    append(atMost: bytes.count) { target in
      var at = 0
      target.put(bytes, &at)
      return at
    }
  }

  /// Writes at most so many bytes, and continues behind the written ones.
  @inline(__always)
  private mutating func append(
    atMost most: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    if count + most > storage.count { grow(to: count + most) }
    let start = count
    count += storage.withUnsafeMutableBytes { storage in
      write(UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + most]))
    }
  }

  @inline(never)
  private mutating func grow(to least: Int) {
    var larger: [UInt8] = []
    let size = max(least, 2 * storage.count, 64)
    larger.reserveCapacity(size)
    larger += storage[..<count]
    larger.append(contentsOf: repeatElement(0, count: size - count))
    storage = larger
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Puts a byte at a place and moves the place on.
  @inline(__always)
  fileprivate func put(_ byte: UInt8, _ at: inout Int) {
    self[at] = byte
    at += 1
  }

  /// Puts bytes at a place and moves the place on.
  @inline(__always)
  fileprivate func put(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[at...]).copyMemory(from: bytes)
    at += bytes.count
  }

  /// Puts a byte of a text, with its escape where it needs one.
  fileprivate func putEscaped(_ byte: UInt8, _ at: inout Int) {
    guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
      return put(byte, &at)
    }
    put(UInt8(ascii: "\\"), &at)
    switch byte {
    case 0x08: put(UInt8(ascii: "b"), &at)
    case 0x09: put(UInt8(ascii: "t"), &at)
    case 0x0A: put(UInt8(ascii: "n"), &at)
    case 0x0C: put(UInt8(ascii: "f"), &at)
    case 0x0D: put(UInt8(ascii: "r"), &at)
    case 0..<0x20:
      put(UInt8(ascii: "u"), &at)
      put(UInt8(ascii: "0"), &at)
      put(UInt8(ascii: "0"), &at)
      put(UInt8(ascii: "0") + byte >> 4, &at)
      let low = byte & 15
      put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10, &at)
    default: put(byte, &at)
    }
  }
}

extension JSONValue {
  /// The value as JSON on one line, the keys of objects sorted.
  package var line: String {
    var text = JSONText()
    text.value(self)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
