package import Foundation
package import TimeWalkArchive
package import TimeWalkCore

// The pictures that all shards keep.
extension ShardedArchive {
  /// See `CuratedArchive.missingPictures(collection:limit:)`; shard by shard.
  package func missingPictures(
    collection: String?, limit: Int?
  ) throws(ArchiveError) -> [MissingPicture] {
    try require(collection: collection)
    let found = try askCollection(collection) { (archive) throws(ArchiveError) in
      try archive.missingPictures(collection: collection, limit: limit)
    }
    var seen: Set<String> = []
    return Array(
      found.flatMap(\.self).filter { seen.insert($0.address).inserted }.prefix(limit ?? .max))
  }

  /// See `CuratedArchive.isMissing(picture:)`.
  package func isMissing(picture address: String) throws(ArchiveError) -> Bool {
    try askAll { (archive) throws(ArchiveError) in try archive.isMissing(picture: address) }
      .contains(where: \.value)
  }

  /// See `CuratedArchive.keepPicture(of:limit:inspect:fingerprint:bring:)`: brought once, and kept
  /// by each shard whose items have it.
  ///
  /// What was done before an error stays, and the same again completes it.
  package func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord {
    let roster = roster
    let parts = try askAll { (archive) throws(ArchiveError) in
      try archive.isMissing(picture: address)
    }.filter(\.value).map(\.part)
    let first = try roster.shards[parts.first ?? roster.plan.rest].archive()
    let record = try first.keepPicture(
      of: address, limit: limit, inspect: inspect, fingerprint: fingerprint, bring: bring)
    for part in parts.dropFirst() {
      guard let path = try first.picturePath(of: .url(address)) else {
        throw ArchiveError(.busy, "The copy of \(address) is gone again; try again.")
      }
      _ = try roster.shards[part].archive().keepPicture(
        of: address, limit: limit, inspect: inspect, fingerprint: fingerprint
      ) { take in
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        while let data = try file.read(upToCount: 1 << 20), !data.isEmpty { try take(data) }
      }
    }
    return record
  }
}
