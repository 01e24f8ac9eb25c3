import TimeWalkArchive
import TimeWalkCore

/// The rows of a source that are compared with the archive together, and those that differ from it
/// until it is locked.
struct WaitingRows {
  /// The number of rows in a batch, and of those that may wait for the lock.
  private static let most = 2_000

  /// Rows that weren't compared yet, in their order.
  var batch: [SourceRow] = []
  /// Rows that differ from the archive, in their order.
  private(set) var differing: [SourceRow] = []
  /// The identifiers of those that differ: the archive doesn't have their values yet.
  private var names: Set<String> = []

  /// True if the batch is to be compared.
  var isFull: Bool { batch.count >= WaitingRows.most }

  /// True if more rows would wait for the lock than may.
  func areTooMany(_ count: Int) -> Bool { count > WaitingRows.most }

  /// The number of rows that the archive must take in; `unchanged` are those of the batch that it
  /// has.
  func toTake(without unchanged: Set<Int>) -> Int {
    differing.count
      + batch.indices.count { batch[$0].id != nil && !unchanged.contains($0) }
  }

  /// The places in the batch of the items that can be compared: those that a condition holds for,
  /// and that no other row waits to change.
  func comparable(_ condition: (SourceRow, ItemID) -> Bool) -> [Int] {
    var count: [String: Int] = [:]
    for row in batch { row.id.map { count[$0.identifier, default: 0] += 1 } }
    return batch.indices.filter { place in
      guard let id = batch[place].id, count[id.identifier] == 1 else { return false }
      return !names.contains(id.identifier) && condition(batch[place], id)
    }
  }

  /// Lets a row wait for the lock.
  mutating func add(differing row: SourceRow) {
    differing.append(row)
    row.id.map { _ = names.insert($0.identifier) }
  }

  /// Takes the rows of the batch.
  mutating func takeBatch() -> [SourceRow] {
    defer { batch.removeAll(keepingCapacity: true) }
    return batch
  }

  /// Takes the rows that differ.
  mutating func takeDiffering() -> [SourceRow] {
    names = []
    defer { differing = [] }
    return differing
  }
}

extension SourceRow {
  /// True if its picture is a file of this machine.
  var hasFile: Bool {
    if case .file = item?.media { return true }
    return unplaced?.fields[.media].map { !WebAddress.isWeb($0) } ?? false
  }
}
