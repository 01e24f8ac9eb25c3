import Foundation
import TimeWalkBase

/// Finds files whose names have their accents in another Unicode form than a text.
///
/// Systems write `ü` as one letter or as a letter with an accent. Each folder is listed once.
final class NameForms {
  /// The names in each folder; `String` compares them in any form.
  private var listed: [String: [String: String]] = [:]

  /// The path of a file below a folder; `nil` unless one fits that is written otherwise.
  func find(_ path: String, below folder: String) -> String? {
    guard !path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var found = folder
    for name in path.split(separator: "/").map(String.init) {
      let exact = found + "/" + name
      if FileManager.default.fileExists(atPath: exact) {
        found = exact
      } else if let other = names(in: found)[name] {
        found += "/" + other
      } else {
        return nil
      }
    }
    return found
  }

  private func names(in folder: String) -> [String: String] {
    if let known = listed[folder] { return known }
    let names = (RawPath.names(in: folder) ?? []).sorted()
    let found = Dictionary(names.map { ($0, $0) }) { first, _ in first }
    listed[folder] = found
    return found
  }
}
