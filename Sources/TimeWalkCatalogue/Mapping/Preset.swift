import Foundation
package import TimeWalkArchive
import TimeWalkBase

/// The rules for reading the catalogues of one project: a small JSON file that a curator can copy
/// and change.
///
/// The keys are `name`, `description`, `format`, `file` (in a folder), `records` and `geometry`
/// (paths), `join`, `captions` (a list of names), `comment` (the beginning of the ids of records to
/// leave out), and `ignore`. The last has names to leave out, each with the reason, or a list of
/// them. `fields` has for each of TimeWalk's columns a name, a
/// list of names of which the first filled one counts, or an object with
///
/// - `from` (a name, a text with names in braces, or a list), `constant` or `template`
///   (`"https://example.org/{id}"`),
/// - `transform` (a `TextTransform` or a list) or `compute` (a `Computation` over all of `from`),
/// - `values` (texts to replace; `*` for all others) and `if` (a name that must be filled).
package struct Preset: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// Its purpose.
  package let summary: String
  /// The format that it reads; `nil` leaves it to recognition.
  let format: SourceFormat?
  /// The file to read where the source is a folder.
  let file: String?
  /// The path of the list of records in a JSON document.
  let records: String?
  /// The path of a record's geometry.
  let geometry: String?
  /// Another file with more values for each record.
  let join: Join?
  /// The fields' rules.
  let fields: [CatalogueColumn: FieldRule]
  let captions: [String]
  /// The data that are left out although no field takes them.
  let ignore: Set<String>
  /// The beginning of an id that makes its record a comment.
  let comment: String?
  /// The unchanged text of the file.
  package let text: String

  /// A second file, whose records have the same value under a name.
  struct Join: Hashable, Sendable {
    var file: String
    var on: String
  }

  private static let keys: Set<String> = [
    "name", "description", "format", "file", "records", "geometry", "join", "fields", "captions",
    "ignore", "comment",
  ]
  private static let sizeLimit = 1 << 20

  /// The presets that come with the program, by name.
  package static let bundled: [String: Preset] = {
    var presets: [String: Preset] = [:]
    for bytes in PresetFiles.all {
      // A test reads each of them, which keeps this list complete.
      if let preset = try? Preset(bytes: bytes, path: "") { presets[preset.name] = preset }
    }
    return presets
  }()

  /// The bundled preset of a name, or the one in a file.
  ///
  /// Throws `.inputMissing` when there is neither, `.inputUnreadable` for a file that isn't a
  /// preset.
  package static func find(_ name: String) throws(ArchiveError) -> Preset {
    if let preset = bundled[name] { return preset }
    guard
      name.contains("/") || name.hasSuffix(".json") || FileManager.default.fileExists(atPath: name)
    else {
      let names = bundled.keys.sorted().joined(separator: ", ")
      throw ArchiveError(
        .inputMissing, "There is no preset \"\(name)\" and no such file; the presets are \(names).")
    }
    var source = try ByteSource(path: name)
    let bytes = try source.readAll(limit: sizeLimit, advice: "A preset must be a small file.")
    return try Preset(bytes: bytes, path: name)
  }

  /// Reads a preset's bytes; `path` is for the errors.
  init(bytes: [UInt8], path: String) throws(ArchiveError) {
    let start = path.isEmpty ? "" : "\(path): "
    func refuse(_ reason: String) -> ArchiveError { ArchiveError(.inputUnreadable, start + reason) }
    let json: JSONValue
    do throws(JSONFault) {
      json = try JSONValue(document: bytes)
    } catch {
      throw refuse("the preset isn't JSON: \(error.place(in: bytes)): \(error.reason).")
    }
    guard let object = json.members else { throw refuse("the preset isn't a JSON object.") }
    if let unknown = object.keys.filter({ !Preset.keys.contains($0) }).min() {
      throw refuse(
        "unknown key \"\(unknown)\" in the preset; use \(Preset.keys.sorted().joined(separator: ", "))."
      )
    }
    func text(_ key: String) throws(ArchiveError) -> String? {
      guard let value = object[key] else { return nil }
      guard let text = value.string else { throw refuse("\"\(key)\" isn't a text.") }
      return text
    }
    func list(_ key: String) throws(ArchiveError) -> [String] {
      guard let value = object[key] else { return [] }
      let texts = value.elements?.compactMap(\.string) ?? []
      guard texts.count == value.elements?.count else {
        throw refuse("\"\(key)\" isn't a list of texts.")
      }
      return texts
    }
    guard let name = try text("name") else { throw refuse("the preset has no \"name\".") }
    self.name = name
    summary = try text("description") ?? ""
    if let word = try text("format") {
      guard let format = SourceFormat(rawValue: word) else {
        throw refuse(
          "\"\(word)\" isn't a format; use one of "
            + SourceFormat.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      }
      self.format = format
    } else {
      format = nil
    }
    file = try text("file")
    records = try text("records")
    geometry = try text("geometry")
    captions = try list("captions")
    comment = try text("comment")
    if let reasons = object["ignore"]?.members {
      if let name = reasons.filter({ ($0.value.string ?? "").isEmpty }).keys.min() {
        throw refuse("\"ignore\" has no reason for \"\(name)\".")
      }
      ignore = Set(reasons.keys)
    } else {
      ignore = try Set(list("ignore"))
    }
    if let value = object["join"] {
      guard let file = value.value(at: "file")?.string, let on = value.value(at: "on")?.string,
        value.members?.count == 2
      else {
        throw refuse("\"join\" needs a \"file\" and \"on\", the name that both share.")
      }
      join = Join(file: file, on: on)
    } else {
      join = nil
    }
    var fields: [CatalogueColumn: FieldRule] = [:]
    guard let rules = object["fields"]?.members, !rules.isEmpty else {
      throw refuse("the preset has no \"fields\", an object with a name for each field.")
    }
    // In order: the same file always has the same error.
    for (key, value) in rules.sorted(by: { $0.key < $1.key }) {
      guard let column = CatalogueColumn(named: key), column != .otherColumns else {
        throw refuse(
          "\"\(key)\" isn't a field of a catalogue; use one of "
            + CatalogueColumn.named.map(\.name).joined(separator: ", ") + ".")
      }
      do throws(FieldRule.Refusal) {
        fields[column] = try FieldRule(json: value)
      } catch { throw refuse("the field \"\(key)\" \(error.reason).") }
    }
    self.fields = fields
    self.text = String(decoding: bytes, as: UTF8.self)
  }
}
