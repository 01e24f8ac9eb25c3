import TimeWalkCore

/// Writes JSON piece by piece, so that a file of any length needs no memory.
///
/// Numbers are the shortest that read as the same double.
enum JSONText {
  /// A string with its quotes.
  static func string(_ text: String) -> String {
    var bytes: [UInt8] = [quote]
    for byte in text.utf8 {
      switch byte {
      case quote, backslash: bytes += [backslash, byte]
      case 0x0A: bytes += [backslash, UInt8(ascii: "n")]
      case 0x0D: bytes += [backslash, UInt8(ascii: "r")]
      case 0x09: bytes += [backslash, UInt8(ascii: "t")]
      case 0..<0x20, 0x7F:
        bytes += "\\u00".utf8
        bytes += [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A value of the catalogue; `null` for none.
  static func value(_ value: CatalogueValue?) -> String {
    switch value {
    case .number(let number): DecimalText.write(number)
    case .text(let text): string(text)
    case nil: "null"
    }
  }

  /// An object of members that are JSON already, in their order.
  static func object(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { string($0.name) + ":" + $0.json }.joined(separator: ",") + "}"
  }

  /// A list of elements that are JSON already.
  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension ExportedRecord {
  /// The columns as members of a JSON object: unknown ones are `null`, numbers are numbers.
  func members(_ contents: ExportContents) -> [(name: String, json: String)] {
    let collection =
      contents.isMixed ? [(name: "collection", json: JSONText.string(id.collection))] : []
    return collection + contents.columns.map { ($0.rawValue, JSONText.value(self[$0])) }
  }
}
