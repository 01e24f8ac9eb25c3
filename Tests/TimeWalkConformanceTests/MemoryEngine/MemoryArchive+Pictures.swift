import Foundation
import TimeWalkArchive
import TimeWalkCore

extension MemoryArchive {
  func mediaRecord(of media: Media) -> MediaRecord? { state.record(media.origin) }

  func picturePath(of media: Media) -> String? {
    if let path = copy(of: media.origin) { return path }
    if case .file(let path) = media { return path }
    return nil
  }

  /// Whether the archive keeps a copy of a picture, and it is there.
  func hasCopy(of origin: String) -> Bool { copy(of: origin) != nil }

  private func copy(of origin: String) -> String? {
    guard let record = state.record(origin), record.isStored,
      let path = mediaStore.path(of: record.sha256), FileManager.default.fileExists(atPath: path)
    else { return nil }
    return path
  }

  func missingPictures(
    collection: String?, limit: Int?
  ) throws(ArchiveError) -> [MissingPicture] {
    try require(collection: collection)
    let state = state
    var seen: Set<String> = []
    let missing = state.items.map(\.row.item).compactMap { item -> MissingPicture? in
      guard case .url(let address) = item.media,
        item.id.collection == collection ?? item.id.collection,
        state.record(address)?.isStored != true, seen.insert(address).inserted
      else { return nil }
      return MissingPicture(address: address, item: item.id.description)
    }
    return Array(missing.prefix(limit ?? .max))
  }

  func keepPicture(
    of address: String, limit: Int, inspect: (String) throws -> MediaKind,
    fingerprint: ((String) throws -> Fingerprint?)?,
    bring: (_ take: (Data) throws -> Void) throws -> Void
  ) throws -> MediaRecord {
    // Before a byte is fetched.
    try change(isDryRun: true) { _ in }
    let picture = FetchedPicture(address: address, limit: limit)
    return try mediaStore.keep(picture, inspect, fingerprint, bring) { record, print in
      try change(isDryRun: false) { state in
        state.keep(record)
        guard let print else { return }
        for (key, row) in state.items where row.item.media == .url(address) {
          var row = row
          row.fingerprint = print
          state.set(MemoryKey(table: .items, number: key), .item(row))
        }
      }
    }
  }
}
