import Foundation
import Synchronization
import TimeWalkArchive

/// The file of shards, which is read again when it has changed.
final class ShardBook: Sendable {
  let path: String
  private let opening: ShardOpening
  private let current: Mutex<(stamp: Stamp?, shards: ShardSet)>

  /// Reads the file; throws `.missing` and `.notAnArchive`.
  init(path: String, opening: @escaping ShardOpening) throws(ArchiveError) {
    (self.path, self.opening) = (path, opening)
    let stamp = Stamp(path)
    let plan = try ShardBook.read(path)
    current = Mutex(
      (stamp, ShardSet(plan: plan, shards: plan.parts.map { Shard($0, opening: opening) })))
  }

  /// Reads a file of shards.
  static func read(_ path: String) throws(ArchiveError) -> ShardPlan {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ArchiveError(.missing, "There is no file of shards at \(path).")
    }
    guard data.count <= ShardPlan.longestFile else {
      throw ArchiveError(.overLimit, "\(path) is too long for a file of shards.")
    }
    return try ShardPlan(text: Array(data))
  }

  /// The shards as the file has them; as before where it can't be read any more.
  var shards: ShardSet {
    let stamp = Stamp(path)
    return current.withLock { current in
      guard stamp != current.stamp else { return current.shards }
      current.stamp = stamp
      do throws(ArchiveError) {
        let plan = try ShardBook.read(path)
        // One that is the same stays open.
        let shards = plan.parts.map { part in
          current.shards.shards.first { $0.name == part.name && $0.address == part.address }
            ?? Shard(part, opening: opening)
        }
        current.shards = ShardSet(plan: plan, shards: shards)
      } catch {}
      return current.shards
    }
  }

  /// What tells whether a file has changed.
  private struct Stamp: Equatable {
    var file: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      file = UInt64(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }
}

/// The shards at a time.
final class ShardSet: Sendable {
  let plan: ShardPlan
  let shards: [Shard]

  init(plan: ShardPlan, shards: [Shard]) {
    (self.plan, self.shards) = (plan, shards)
  }
}
