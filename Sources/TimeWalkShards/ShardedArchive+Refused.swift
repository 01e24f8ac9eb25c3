package import Foundation
package import TimeWalkArchive
package import TimeWalkCore

// What is done at each shard, and not over all of them.
extension ShardedArchive {
  /// Not over shards.
  package func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord {
    throw refused("Fetching pictures")
  }

  /// Not over shards.
  package func backup(
    to path: String, withPictures: Bool
  ) throws(ArchiveError) -> BackupReport {
    throw refused("A backup")
  }

  /// The error for what isn't done over shards.
  func refused(_ what: String) -> ArchiveError {
    let addresses = roster.plan.parts.map(\.name).joined(separator: ", ")
    return ArchiveError(
      .outputFailed,
      "\(what) isn't done over shards: do it at each of them, by its own address (\(addresses) in \(location))."
    )
  }
}
