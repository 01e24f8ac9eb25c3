internal import TimeWalkBase
import Foundation
import TimeWalkArchive
import TimeWalkStorage

/// The folders that a catalogue's media files may lie in: its own first, then any that the caller
/// allows.
///
/// A file that a link or `..` leads out of all of them is refused: a foreign catalogue must not
/// bring private files into an archive.
struct MediaFolders {
  private let base: String
  private let others: [String]
  private let allowed: [String]
  private let forms = NameForms()

  init(base: String, others: [String]) {
    self.base = MediaFolders.standardized(base)
    // The root means that any file may be named.
    self.others = others.map(MediaFolders.standardized).filter { $0 != "/" }
    allowed = ([base] + others).map(MediaFolders.resolve)
  }

  /// The absolute path of a file that is named relative to the catalogue's folder, or else to
  /// another allowed one.
  func find(_ name: String) -> Result<String, MediaRefusal> {
    let own = look(for: name, in: base)
    guard case .failure(let refusal) = own, !name.hasPrefix("/") else { return own }
    for folder in others {
      if case .success(let path) = look(for: name, in: folder) { return .success(path) }
    }
    guard refusal.isMissing, !others.isEmpty else { return .failure(refusal) }
    return .failure(
      MediaRefusal(
        reason: refusal.reason + ", nor in \(others.joined(separator: ", "))", isMissing: true))
  }

  /// Looks for the exact name, then for one with backslashes as Windows writes it, and then for
  /// other forms of accents.
  private func look(for name: String, in folder: String) -> Result<String, MediaRefusal> {
    let exact = lookExactly(for: name, in: folder)
    guard case .failure(let refusal) = exact, refusal.isMissing else { return exact }
    let names = [name] + (name.contains("\\") ? [name.replacing("\\", with: "/")] : [])
    for other in names.dropFirst() {
      if case .success(let path) = lookExactly(for: other, in: folder) { return .success(path) }
    }
    for name in names where !name.hasPrefix("/") {
      guard let path = forms.find(name, below: folder) else { continue }
      if case .success(let path) = lookExactly(for: path, in: folder) { return .success(path) }
    }
    return exact
  }

  private func lookExactly(
    for name: String, in folder: String
  ) -> Result<String, MediaRefusal> {
    let path = URL(
      fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)
    ).standardizedFileURL.path
    let resolved = MediaFolders.resolve(path)
    guard allowed.contains(where: { RawPath.rest(of: resolved, below: $0) != nil }) else {
      return .failure(
        MediaRefusal(
          reason: "is a file outside the catalogue's folder \(base)",
          hint: "allow another folder with --media-folder FOLDER"))
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: resolved, isDirectory: &isFolder) else {
      return .failure(
        MediaRefusal(
          reason: "isn't a web address or a file: there is no \(path)", isMissing: true))
    }
    guard !isFolder.boolValue else {
      return .failure(MediaRefusal(reason: "is a folder, not a picture: \(path)", isMissing: true))
    }
    return .success(path)
  }

  private static func standardized(_ path: String) -> String {
    URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.path
  }

  private static func resolve(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
