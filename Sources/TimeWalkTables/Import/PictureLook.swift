import Foundation
import TimeWalkArchive
import TimeWalkCore

/// Looks at the pictures of imported rows, several at a time, and keeps what they look like.
///
/// A file that has the size and the time of its last change that were noted before isn't looked at
/// again.
package struct PictureLook {
  private struct Task {
    var identifier: String
    var path: String
    var stamp: String
    var line: Int?
  }

  /// How many files wait to be looked at together.
  private static let batch = 64

  private let collection: Int64
  private let entry: OpenEntry
  private let look: @Sendable (String) throws -> Fingerprint?
  private var waiting: [Task] = []
  /// What to say of pictures that can't be read, by their paths; until the end, as others may say
  /// it of the same file.
  private(set) var failures: [(path: String, finding: ImportFinding)] = []

  init(
    _ collection: Int64, entry: OpenEntry,
    look: @escaping @Sendable (String) throws -> Fingerprint?
  ) {
    self.collection = collection
    self.entry = entry
    self.look = look
  }

  private static let find = """
    SELECT key, fingerprint_stamp FROM items WHERE collection = ?1 AND identifier = ?2
    """
  private static let keep = """
    UPDATE items SET fingerprint = ?3, fingerprint_stamp = ?4
    WHERE collection = ?1 AND identifier = ?2 AND media_kind = 'file' AND media = ?5
    """

  /// Takes a picture in, and looks at it now or later.
  mutating func add(
    _ identifier: String, path: String, line: Int?
  ) throws {
    let stamp = PictureLook.stamp(of: path)
    guard let row = try entry.db.row(PictureLook.find, [collection, identifier]),
      row[1] as String? != stamp
    else { return }
    let key = row[0] as Int64
    try entry.remember(.items, key: key)
    waiting.append(Task(identifier: identifier, path: path, stamp: stamp, line: line))
    if waiting.count >= PictureLook.batch { try finish() }
  }

  /// Looks at those that wait.
  mutating func finish() throws {
    for (task, result) in zip(waiting, results()) {
      switch result {
      case .success(let fingerprint):
        try entry.db.run(
          PictureLook.keep,
          [
            collection, task.identifier, fingerprint.map(CopyColumns.blob), task.stamp, task.path,
          ])
      case .failure(let error):
        // Without a stamp, so that the next import tries and warns again.
        try entry.db.run(
          PictureLook.keep, [collection, task.identifier, nil, nil, task.path])
        let ending = (task.path as NSString).pathExtension.lowercased()
        guard ["jpg", "jpeg", "jpe", "jfif"].contains(ending) else { continue }
        failures.append(
          (
            task.path,
            ImportFinding(
              .warning, line: task.line, identifier: task.identifier,
              column: CatalogueColumn.media.rawValue, value: task.path,
              reason: "can't read the picture, so its copies aren't found: \(error)")
          ))
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// One result for each that waits, in their order.
  private func results() -> [Result<Fingerprint?, any Error>] {
    let (paths, look) = (waiting.map(\.path), look)
    var results = [Result<Fingerprint?, any Error>](repeating: .success(nil), count: paths.count)
    results.withUnsafeMutableBufferPointer { buffer in
      // Each turn writes to a place of its own, which the compiler can't see.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: paths.count) { index in
        places[index] = Result { try look(paths[index]) }
      }
    }
    return results
  }

  /// What tells that a file is still the one that was looked at.
  package static func stamp(of path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\((attributes?[.size] as? Int) ?? -1) \(time) \(path)"
  }
}
