internal import Synchronization
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata

/// The plates that were drawn last: photos of one place mostly have the same best match.
final class PlateCache: Sendable {
  /// The values that determine a plate's bytes.
  struct Key: Hashable {
    var plate: Plate
    var item: ItemID?
    var credits: PictureCredits
    var maxBytes: Int
  }

  /// Plates that are kept, of some 200 KB each.
  static let capacity = 8

  /// The first that was drawn comes first, and goes first.
  private let kept = Mutex<[(key: Key, plate: Pictures)]>([])

  /// The plate with its warnings; `nil` if it must be drawn.
  func plate(_ key: Key) -> Pictures? {
    kept.withLock { kept in kept.first { $0.key == key }?.plate }
  }

  /// Keeps a plate that was drawn; two threads may have drawn the same.
  func keep(_ plate: Pictures, _ key: Key) {
    kept.withLock { kept in
      guard !kept.contains(where: { $0.key == key }) else { return }
      kept.append((key, plate))
      if kept.count > PlateCache.capacity { kept.removeFirst() }
    }
  }
}
