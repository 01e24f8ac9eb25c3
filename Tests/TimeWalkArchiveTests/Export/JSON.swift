import Foundation

/// JSON as a test looks at it.
///
/// `JSONSerialization` rounds some numbers' last bit and drops U+FEFF; this doesn't.
enum JSON: Decodable, Equatable {
  case object([String: JSON])
  case array([JSON])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  init(_ bytes: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let object = try? container.decode([String: JSON].self) {
      self = .object(object)
    } else if let array = try? container.decode([JSON].self) {
      self = .array(array)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var names: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}
