import Foundation
import TimeWalkArchive
import TimeWalkCore

/// Computes the fingerprints of imported rows' pictures, several at a time, and stores them.
///
/// A file with the recorded size and modification time isn't read again.
package struct PictureLook {
  private struct Task {
    var identifier: String
    var path: String
    var stamp: String
    var line: Int?
  }

  /// The number of files in a batch.
  private static let batch = 64

  private let collection: Int64
  private let entry: OpenEntry
  private let look: @Sendable (String) throws -> Fingerprint?
  private var waiting: [Task] = []
  /// The messages about unreadable pictures, by their paths; kept until the end, because other code
  /// may report the same file.
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

  /// Adds a picture, to be read now or later.
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

  /// Reads the waiting ones.
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
        // Without a stamp: the next import tries and warns again.
        try entry.db.run(
          PictureLook.keep, [collection, task.identifier, nil, nil, task.path])
        let ending = (task.path as NSString).pathExtension.lowercased()
        guard ["jpg", "jpeg", "jpe", "jfif"].contains(ending) else { continue }
        failures.append(
          (
            task.path,
            ImportFinding(
              .warning, line: task.line, identifier: task.identifier,
              column: CatalogueColumn.media.name, value: task.path,
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

  /// The mark for detecting changes of a file.
  package static func stamp(of path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\((attributes?[.size] as? Int) ?? -1) \(time) \(path)"
  }
}
