/// Writes a message.
final class MessageWriter: Encoder {
  private(set) var bytes: [UInt8] = []
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func write<T: Encodable>(_ value: T) throws {
    if let bytes = value as? WireBytes { write(bytes.bytes) } else { try value.encode(to: self) }
  }

  func write(_ values: [UInt8]) {
    write(UInt64(values.count))
    bytes += values
  }

  func write(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  func write(isThere: Bool) { bytes.append(isThere ? 1 : 0) }

  /// Makes place for a count, which is known later.
  func reserveCount() -> Int {
    defer { write(0 as UInt64) }
    return bytes.count
  }

  func count(_ count: Int, at place: Int) {
    withUnsafeBytes(of: UInt64(count).littleEndian) {
      bytes.replaceSubrange(place..<place + $0.count, with: $0)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(WrittenFields(self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { WrittenElements(self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { WrittenValue(writer: self) }
}

/// The fields of a structure that have a value, or the case of an enumeration.
private struct WrittenFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let writer: MessageWriter
  private var elements: WrittenElements
  var codingPath: [any CodingKey] { [] }

  init(_ writer: MessageWriter) {
    self.writer = writer
    elements = WrittenElements(writer)
  }

  private mutating func add(_ key: Key) {
    elements.add()
    writer.write(Array(key.stringValue.utf8))
  }

  mutating func encodeNil(forKey key: Key) {
    add(key)
    writer.write(isThere: false)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    add(key)
    try writer.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    add(key)
    return KeyedEncodingContainer(WrittenFields<Nested>(writer))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    add(key)
    return WrittenElements(writer)
  }

  func superEncoder() -> any Encoder { writer }

  func superEncoder(forKey key: Key) -> any Encoder { writer }
}

private struct WrittenElements: UnkeyedEncodingContainer {
  let writer: MessageWriter
  private let place: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(_ writer: MessageWriter) {
    self.writer = writer
    place = writer.reserveCount()
  }

  mutating func add() {
    count += 1
    writer.count(count, at: place)
  }

  mutating func encodeNil() {
    add()
    writer.write(isThere: false)
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    add()
    try writer.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    add()
    return KeyedEncodingContainer(WrittenFields<Nested>(writer))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    add()
    return WrittenElements(writer)
  }

  func superEncoder() -> any Encoder { writer }
}

/// A simple value, or that there is none.
private struct WrittenValue: SingleValueEncodingContainer {
  let writer: MessageWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.write(isThere: false) }

  func encode<T: Encodable>(_ value: T) throws {
    writer.write(isThere: true)
    try writer.write(value)
  }

  func encode<T: FixedWidthInteger & Encodable>(_ value: T) {
    writer.write(isThere: true)
    writer.write(UInt64(truncatingIfNeeded: value))
  }

  func encode(_ value: Bool) { encode(value ? 1 : 0) }

  func encode(_ value: Double) { encode(value.bitPattern) }

  func encode(_ value: Float) { encode(value.bitPattern) }

  func encode(_ value: String) {
    writer.write(isThere: true)
    writer.write(Array(value.utf8))
  }
}
