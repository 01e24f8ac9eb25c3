internal import Foundation
internal import TimeWalk
internal import TimeWalkBase

/// Reads a type's JSON Schema off the way that the type decodes itself.
///
/// All values that a type requests from its decoder are returned empty, and recorded: names, kinds,
/// and whether they are optional. A value with only the required ones is then encoded again, which
/// shows the properties that may be `null`.
final class TypeSchema {
  /// The schemas of all objects so far, by their types' names.
  private(set) var components: [String: JSONValue] = [:]

  /// The schema of a type; objects are references to `components`.
  func schema(of type: any Decodable.Type) throws -> JSONValue {
    let note = Note(isEmpty: false, owner: self)
    _ = try type.init(from: Recorder(note: note))
    return try schema(of: type, note)
  }

  /// The schema of a type from its requests.
  private func schema(of type: any Decodable.Type, _ note: Note) throws -> JSONValue {
    switch note.shape {
    case .plain(let schema): return schema
    case .list: return ["type": "array", "items": note.items ?? true]
    case .object:
      let name = TypeSchema.name(of: type)
      if components[name] == nil { components[name] = try object(type, note) }
      return ["$ref": .string("#/components/schemas/\(name)")]
    }
  }

  /// One of some words, for enumerations, which don't show their words when they are decoded.
  static func words<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> JSONValue
  where Word.RawValue == String {
    ["type": "string", "enum": .array(Word.allCases.map { .string($0.rawValue) })]
  }

  private func object(_ type: any Decodable.Type, _ note: Note) throws -> JSONValue {
    let nulls = try nullNames(type)
    var properties = note.properties
    for name in nulls {
      properties[name] = ["anyOf": [properties[name] ?? true, ["type": "null"]]]
    }
    let required = note.properties.keys.filter { !note.optional.contains($0) || nulls.contains($0) }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(required.sorted().map { .string($0) }),
    ]
  }

  /// The names of the properties that are written as `null` when empty.
  private func nullNames(_ type: any Decodable.Type) throws -> Set<String> {
    let value = try type.init(from: Recorder(note: Note(isEmpty: true, owner: self)))
    guard let value = value as? any Encodable else { return [] }
    let written = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value))
    let members = written as? [String: Any] ?? [:]
    return Set(members.filter { $0.value is NSNull }.keys)
  }

  private static func name(of type: any Decodable.Type) -> String {
    // Without the module's name, which isn't part of the wire.
    String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
  }

  enum Shape {
    case object, list
    case plain(JSONValue)
  }

  /// The requests of one value.
  final class Note {
    let isEmpty: Bool
    let owner: TypeSchema
    var shape = Shape.plain(true)
    var properties: [String: JSONValue] = [:]
    var optional: Set<String> = []
    var items: JSONValue?

    init(isEmpty: Bool, owner: TypeSchema) {
      self.isEmpty = isEmpty
      self.owner = owner
    }

    /// An empty value of a type, and its schema.
    func value<Value: Decodable>(_ type: Value.Type) throws -> (Value, JSONValue) {
      func plain(_ value: Any, _ name: String) throws -> (Value, JSONValue) {
        guard let value = value as? Value else { throw CocoaError(.coderReadCorrupt) }
        return (value, ["type": .string(name)])
      }
      switch type {
      case is String.Type: return try plain("", "string")
      case is Bool.Type: return try plain(false, "boolean")
      case is Int.Type: return try plain(0, "integer")
      case is Int64.Type: return try plain(Int64(0), "integer")
      case is Double.Type: return try plain(0.0, "number")
      default:
        if let words = type as? any Wording.Type, let value = words.first as? Value {
          return (value, words.schema)
        }
        let inner = Note(isEmpty: isEmpty, owner: owner)
        let value = try Value(from: Recorder(note: inner))
        return (value, isEmpty ? true : try owner.schema(of: type, inner))
      }
    }
  }

  struct Recorder: Decoder {
    let note: Note
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
      note.shape = .object
      return KeyedDecodingContainer(Keyed<Key>(note: note))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      note.shape = .list
      return Unkeyed(note: note)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(note: note) }
  }
}

/// A type whose decoding doesn't show its values, such as an enumeration.
protocol Wording {
  static var first: Self? { get }
  static var schema: JSONValue { get }
}

extension CancelReport.State: Wording {
  static var first: Self? { allCases.first }
  static var schema: JSONValue { TypeSchema.words(Self.self) }
}

extension AlignmentGrade: Wording {
  static var first: Self? { allCases.first }
  static var schema: JSONValue { TypeSchema.words(Self.self) }
}

/// A point's coordinates are numbers, those of polygons lists of lists.
extension MapCoordinates: Wording {
  static var first: Self? { .point([]) }
  static var schema: JSONValue { ["type": "array"] }
}
