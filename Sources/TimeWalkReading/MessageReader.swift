/// Reads a message, which a hijacked process may have written.
final class MessageReader: Decoder {
  private let bytes: [UInt8]
  private var place = 0
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  func read<T: Decodable>(_ type: T.Type) throws -> T {
    if type == WireBytes.self, let bytes = WireBytes(Array(try readBytes())) as? T { return bytes }
    return try T(from: self)
  }

  func readBytes() throws -> ArraySlice<UInt8> {
    let count = try readCount()
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// A count of bytes, or of elements, of which each takes at least one.
  func readCount() throws -> Int {
    let count = try readNumber()
    guard count <= UInt64(bytes.count - place) else { throw MessageError() }
    return Int(count)
  }

  func readNumber() throws -> UInt64 {
    guard bytes.count - place >= 8 else { throw MessageError() }
    defer { place += 8 }
    return bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  func readText() throws -> String {
    guard let text = String(validating: try readBytes(), as: UTF8.self) else {
      throw MessageError()
    }
    return text
  }

  func readIsThere() throws -> Bool {
    guard place < bytes.count, bytes[place] <= 1 else { throw MessageError() }
    defer { place += 1 }
    return bytes[place] == 1
  }

  /// Passes over the sign that there is no value; `false` if there is one.
  func passNil() -> Bool {
    guard place < bytes.count, bytes[place] == 0 else { return false }
    place += 1
    return true
  }

  /// The text that comes next, which stays.
  var nextName: String? {
    let start = place
    defer { place = start }
    return try? readText()
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try ReadFields(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ReadElements(self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { ReadValue(reader: self) }
}

private final class ReadFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let reader: MessageReader
  private var left: Int
  var codingPath: [any CodingKey] { [] }

  init(_ reader: MessageReader) throws {
    self.reader = reader
    left = try reader.readCount()
  }

  /// The next field, the only one of an enumeration.
  var allKeys: [Key] {
    left > 0 ? reader.nextName.flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] : []
  }

  func contains(_ key: Key) -> Bool { left > 0 && reader.nextName == key.stringValue }

  private func pass(_ key: Key) throws {
    guard left > 0, try reader.readText() == key.stringValue else { throw MessageError() }
    left -= 1
  }

  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try pass(key)
    return try reader.read(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try pass(key)
    return try reader.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try pass(key)
    return try ReadElements(reader)
  }

  func superDecoder() -> any Decoder { reader }

  func superDecoder(forKey key: Key) -> any Decoder { reader }
}

private struct ReadElements: UnkeyedDecodingContainer {
  let reader: MessageReader
  let count: Int?
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var isAtEnd: Bool { currentIndex == count }

  init(_ reader: MessageReader) throws {
    self.reader = reader
    count = try reader.readCount()
  }

  private mutating func next() throws {
    guard !isAtEnd else { throw MessageError() }
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, reader.passNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next()
    return try reader.read(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next()
    return try reader.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next()
    return try ReadElements(reader)
  }

  func superDecoder() -> any Decoder { reader }
}

private struct ReadValue: SingleValueDecodingContainer {
  let reader: MessageReader
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { reader.passNil() }

  private func begin() throws {
    guard try reader.readIsThere() else { throw MessageError() }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try begin()
    return try reader.read(type)
  }

  func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try begin()
    return T(truncatingIfNeeded: try reader.readNumber())
  }

  func decode(_ type: Bool.Type) throws -> Bool { try decode(UInt8.self) == 1 }

  func decode(_ type: Double.Type) throws -> Double { Double(bitPattern: try decode(UInt64.self)) }

  func decode(_ type: Float.Type) throws -> Float { Float(bitPattern: try decode(UInt32.self)) }

  func decode(_ type: String.Type) throws -> String {
    try begin()
    return try reader.readText()
  }
}
