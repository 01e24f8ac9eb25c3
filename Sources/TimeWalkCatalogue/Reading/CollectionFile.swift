import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

/// The file `collection.json` next to a catalogue: the collection's statement about itself.
package struct CollectionFile {
  /// The file's name.
  package static let name = "collection.json"
  private static let sizeLimit = 1 << 20
  private static let keys: Set<String> = [
    "name", "title", "description", "license", "credit", "homepage",
  ]

  /// The statement.
  let statement: CollectionStatement
  /// The eras that it names.
  let eras: [NamedEra]
  /// Unknown members and minor faults, a sentence each.
  let doubts: [String]

  /// Reads the file in a folder; `nil` when there is none.
  ///
  /// Throws `.inputUnreadable` for anything but a JSON object, a value that isn't text, a missing
  /// or invalid name, or a file above 1 MB.
  static func read(in folder: String) throws(ArchiveError) -> CollectionFile? {
    let path = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name).path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var source = try ByteSource(path: path)
    var bytes: [UInt8] = []
    while bytes.count <= sizeLimit, try source.read(sizeLimit, into: &bytes) {}
    guard bytes.count <= sizeLimit else {
      throw ArchiveError(.inputUnreadable, "\(path) is larger than 1 MB, the limit.")
    }
    return try CollectionFile(bytes: bytes, path: path)
  }

  /// Reads the bytes of such a file; `path` is for the errors.
  init(bytes: [UInt8], path: String) throws(ArchiveError) {
    let json: JSONValue
    do throws(JSONFault) {
      json = try JSONValue(document: bytes)
    } catch {
      throw ArchiveError(
        .inputUnreadable, "\(path) isn't JSON: \(error.place(in: bytes)): \(error.reason).")
    }
    try self.init(json: json, path: path)
  }

  /// Reads the content of such a file.
  init(json: JSONValue, path: String) throws(ArchiveError) {
    guard let object = json.members else {
      throw ArchiveError(.inputUnreadable, "\(path) isn't a JSON object.")
    }
    var texts: [String: String] = [:]
    for key in CollectionFile.keys {
      guard let value = object[key], value != .null else { continue }
      guard let text = value.string, !text.utf8.contains(0) else {
        throw ArchiveError(.inputUnreadable, "\(path): \"\(key)\" isn't a text.")
      }
      if !text.trimmed.isEmpty { texts[key] = text.trimmed }
    }
    guard let name = texts["name"] else {
      throw ArchiveError(.inputUnreadable, "\(path) has no \"name\".")
    }
    if let fault = CollectionStatement.fault(inName: name) {
      throw ArchiveError(.invalidName, "\(path): \(fault).")
    }
    let area = CollectionArea(json: object["area"])
    statement = CollectionStatement(
      name: name, title: texts["title"], description: texts["description"],
      license: texts["license"], credit: texts["credit"], homepage: texts["homepage"], area: area)
    var doubts = object.keys.filter {
      !CollectionFile.keys.contains($0) && $0 != "eras" && $0 != "area"
    }.sorted()
      .map { "the key \"\($0)\" is unknown; ignored" }
    eras = CollectionFile.eras(object["eras"], doubts: &doubts)
    if area == nil, let value = object["area"], value != .null {
      doubts.append("\"area\" isn't [west, south, east, north] in degrees; ignored")
    }
    self.doubts = doubts
  }

  /// The greatest number of eras.
  private static let mostEras = 500

  /// Reads `[{"name": …, "date": …, "description": …}]`; an invalid era is left out.
  private static func eras(_ value: JSONValue?, doubts: inout [String]) -> [NamedEra] {
    guard let value, value != .null else { return [] }
    guard let list = value.elements else {
      doubts.append("\"eras\" isn't a list; ignored")
      return []
    }
    if list.count > mostEras {
      doubts.append("of \(list.count) eras, only the first \(mostEras) are used")
    }
    var eras: [NamedEra] = []
    for (index, entry) in list.prefix(mostEras).enumerated() {
      guard let name = entry.value(at: "name")?.string, let date = entry.value(at: "date")?.string
      else {
        doubts.append("the era number \(index + 1) has no \"name\" or \"date\"; left out")
        continue
      }
      do throws(ArchiveError) {
        let era = try NamedEra(
          name: name, date: date, description: entry.value(at: "description")?.string)
        if let twin = eras.first(where: { $0.isNamed(era.name) }) {
          doubts.append("the era \"\(era.name)\" is repeated; using \(twin.era.date.edtf)")
        } else {
          eras.append(era)
        }
      } catch {
        doubts.append("left out an era: \(error.message)")
      }
    }
    return eras
  }
}
