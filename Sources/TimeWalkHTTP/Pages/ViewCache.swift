internal import Synchronization
internal import TimeWalk

/// Views of photos that were made lately, since making one takes a second.
final class ViewCache: Sendable {
  private struct Entry {
    let view: PhotoView
    /// What the view was made of.
    let photo: StoredPhotoReport
    let made: ContinuousClock.Instant
    var used: ContinuousClock.Instant
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let most: Int
  /// The archive may change meanwhile.
  private static let memory: Duration = .seconds(600)

  /// Keeps so many bytes of pictures.
  init(most: Int) { self.most = most }

  /// The view of a photo as it is; `nil` where none is kept.
  func view(of photo: StoredPhotoReport) -> PhotoView? {
    entries.withLock { entries in
      guard let entry = entries[photo.id], entry.photo == photo,
        .now - entry.made < ViewCache.memory
      else { return nil }
      entries[photo.id]?.used = .now
      return entry.view
    }
  }

  /// Keeps a view, in the place of those that were not used for longest.
  func keep(_ view: PhotoView, of photo: StoredPhotoReport) {
    entries.withLock { entries in
      entries[photo.id] = Entry(view: view, photo: photo, made: .now, used: .now)
      var bytes = entries.values.reduce(0) { $0 + $1.view.bytes }
      while bytes > most, entries.count > 1,
        let oldest = entries.min(by: { $0.value.used < $1.value.used })
      {
        bytes -= oldest.value.view.bytes
        entries[oldest.key] = nil
      }
    }
  }

  /// Forgets what was made of a photo.
  func forget(_ id: String) { entries.withLock { $0[id] = nil } }
}
