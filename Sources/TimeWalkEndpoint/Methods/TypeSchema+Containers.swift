internal import Foundation

extension TypeSchema {
  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let note: Note
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    /// Only optional values call this first.
    func decodeNil(forKey key: Key) throws -> Bool {
      note.optional.insert(key.stringValue)
      return note.isEmpty
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      let (value, schema) = try note.value(type)
      note.properties[key.stringValue] = schema
      return value
    }

    func nestedContainer<Inner>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { throw CocoaError(.coderReadCorrupt) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw CocoaError(.coderReadCorrupt)
    }

    func superDecoder() throws -> any Decoder { throw CocoaError(.coderReadCorrupt) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw CocoaError(.coderReadCorrupt) }
  }

  /// A list of one.
  struct Unkeyed: UnkeyedDecodingContainer {
    let note: Note
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      let (value, schema) = try note.value(type)
      note.items = schema
      currentIndex += 1
      return value
    }

    mutating func nestedContainer<Inner>(
      keyedBy type: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> { throw CocoaError(.coderReadCorrupt) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw CocoaError(.coderReadCorrupt)
    }

    mutating func superDecoder() throws -> any Decoder { throw CocoaError(.coderReadCorrupt) }
  }

  struct Single: SingleValueDecodingContainer {
    let note: Note
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      let (value, schema) = try note.value(type)
      note.shape = .plain(schema)
      return value
    }
  }
}
