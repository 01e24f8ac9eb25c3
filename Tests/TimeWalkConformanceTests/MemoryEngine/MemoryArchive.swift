import Foundation
import Synchronization
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// An archive in memory: the rules of `CuratedArchive` in plain values, to hold the suite against,
/// and to be held against other engines.
///
/// It looks at everything for each question, so it is for some thousands of items. Pictures that it
/// keeps lie in a folder of its own.
final class MemoryArchive: CuratedArchive {
  /// What all who have the archive open share.
  private final class Shelf: Sendable {
    let state: Mutex<MemoryState>
    /// Held by whoever makes a change; readers see what was there before.
    let change = Mutex(())

    init(_ state: MemoryState) { self.state = Mutex(state) }
  }

  let location: String
  let isFromNewerVersion = false
  private let shelf: Shelf
  private let isReadOnly: Bool

  /// Makes an empty archive, whose pictures lie beside a path.
  init(beside path: String, _ state: MemoryState = MemoryState()) {
    location = path
    shelf = Shelf(state)
    isReadOnly = false
  }

  /// Opens an archive once more.
  init(again other: MemoryArchive, isReadOnly: Bool = false) {
    location = other.location
    shelf = other.shelf
    self.isReadOnly = isReadOnly
  }

  /// The state as it is now.
  var state: MemoryState { shelf.state.withLock { $0 } }

  var mediaStore: MediaStore { MediaStore(archive: location) }

  /// Makes a change, whole or not at all; one at a time.
  func change<T: Sendable>(
    isDryRun: Bool, _ work: (inout MemoryState) throws -> T
  ) throws(ArchiveError) -> T {
    guard !isReadOnly else {
      throw ArchiveError(.readOnly, "The archive \(location) was opened for reading only.")
    }
    do {
      return try shelf.change.withLock { _ in
        var state = state
        let result = try work(&state)
        if !isDryRun { shelf.state.withLock { $0 = state } }
        return result
      }
    } catch {
      throw error as? ArchiveError ?? ArchiveError(.storage, "\(error)", cause: error)
    }
  }

  func prepare() {}

  func snapshot() -> any ArchiveSnapshot { MemorySnapshot(state: state) }

  func checkIsFree(_ path: String) throws(ArchiveError) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    guard path != location else {
      throw ArchiveError(.invalidExport, "\(path) is the archive itself.")
    }
  }

  // MARK: Items

  func items(keys: [Int64]) -> [Int64: Item] { records(keys: keys).mapValues(\.item) }

  func records(keys: [Int64]) -> [Int64: ItemRecord] {
    let state = state
    var records: [Int64: ItemRecord] = [:]
    for key in keys {
      guard case .item(let row) = state.rows[MemoryKey(table: .items, number: key)] else {
        continue
      }
      records[key] = ItemRecord(
        item: state.inheriting(row),
        copies: CopyRecord(
          fingerprint: row.fingerprint, originals: state.originals(of: row)))
    }
    return records
  }

  func item(_ id: ItemID) -> Item? {
    let state = state
    guard let key = state.key(of: id), case .item(let row) = state.rows[key] else { return nil }
    return state.inheriting(row)
  }

  func unplacedItem(_ id: ItemID) -> UnplacedItem? {
    guard case .unplaced(let item)? = state.find(id) else { return nil }
    return item
  }

  // MARK: Collections

  func require(collection name: String?) throws(ArchiveError) {
    if let name { try state.require(name) }
  }

  func statements() -> [CollectionStatement] { state.statements }

  func eras() -> [NamedEra] { state.eras }

  func collections() -> [CollectionSummary] {
    let state = state
    return state.statements.map { statement in
      let items = state.items.map(\.row.item).filter { $0.id.collection == statement.name }
      return CollectionSummary(
        statement: statement, items: items.count,
        unplaced: state.unplaced.count { $0.item.id.collection == statement.name },
        earliest: items.compactMap(\.date?.strict.earliest).min(),
        latest: items.compactMap(\.date?.strict.latest).max())
    }
  }

  func otherColumns(of collection: String?) throws(ArchiveError) -> [String] {
    let state = state
    let names = state.statements.map(\.name).filter { $0 == collection ?? $0 }
    return try MemorySnapshot(state: state).otherColumns(of: names)
  }

  func statistics() -> ArchiveStatistics {
    let state = state
    let items = state.items.map(\.row.item)
    let dates = items.compactMap(\.date)
    return ArchiveStatistics(
      collections: state.statements.count, items: items.count, unplaced: state.unplaced.count,
      dated: dates.count, withHeading: items.count { $0.pose.heading != nil },
      withFieldOfView: items.count { $0.pose.fieldOfView != nil },
      subjectLocated: items.count { $0.pose.locationOf == .subject },
      withMedia: items.count { $0.media != nil },
      withoutLicense: state.items.count { state.inheriting($0.row).license == nil },
      earliest: dates.compactMap(\.strict.earliest).min(),
      latest: dates.compactMap(\.strict.latest).max())
  }
}
