import Foundation
import TimeWalkArchive
import TimeWalkBase

/// The folder that `archive import` takes as a whole: a catalogue with its file `collection.json`.
enum CollectionFolder {
  /// A collection's name as that of a folder: `/` and a leading point have no place there.
  static func name(for collection: String) -> String {
    let name = collection.replacingScalars("%", with: "%25").replacingScalars("/", with: "%2F")
    guard name.unicodeScalars.first == "." else { return name }
    return "%2E" + String(name.unicodeScalars.dropFirst())
  }

  /// Writes `collection.json` next to a catalogue, with the archive's named eras.
  ///
  /// An existing one is replaced when it is about the same collection; otherwise a sentence reports
  /// that it stays.
  static func write(
    _ statement: CollectionStatement, eras: [NamedEra], in folder: URL
  ) throws(ArchiveError) -> String? {
    let file = folder.appendingPathComponent(CollectionFile.name)
    if FileManager.default.fileExists(atPath: file.path) {
      let known = try? CollectionFile.read(in: folder.path)?.statement.name
      guard known == statement.name else {
        return "\(file.path) isn't a collection's file; it stays unchanged."
      }
    }
    var members = statement.members.map { "  \(JSONText.string($0.name)): \($0.json)" }
    if !eras.isEmpty {
      let lines = eras.map { "    " + JSONText.object($0.members) }
      members.append("  \"eras\": [\n\(lines.joined(separator: ",\n"))\n  ]")
    }
    let output = try OutputFile(replacing: file)
    try output.write("{\n\(members.joined(separator: ",\n"))\n}\n")
    try output.finish()
    return nil
  }
}
