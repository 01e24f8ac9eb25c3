internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// A cache of photos' views, since making one takes seconds.
final class ViewCache: Sendable {
  /// The key of a view: the photo, and the era.
  private struct Key: Hashable {
    let photo: String
    let era: String?
  }

  private struct Entry {
    let view: PhotoView
    /// The state of the photo that the view was made from.
    let photo: StoredPhotoReport
    let made: ContinuousClock.Instant
    var used: ContinuousClock.Instant
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// The views that are being made.
    var making: [Key: Future<PhotoView, TimeWalkError>] = [:]
    /// The number of times that the cache was emptied.
    var round = 0
  }

  private let state = Mutex(State())
  private let most: Int
  /// The archive may change meanwhile.
  private static let memory: Duration = .seconds(600)

  /// Caches this many bytes of pictures.
  init(most: Int) { self.most = most }

  /// The current view of a photo, made if it isn't cached; concurrent requests for it share the
  /// work.
  ///
  /// - Parameters:
  ///   - photo: the photo's record.
  ///   - era: the era in place of the photo's own.
  ///   - make: makes the view.
  /// - Returns: the view.
  /// - Throws: the errors of `make`.
  func view(
    of photo: StoredPhotoReport, era: String?,
    _ make: @escaping @Sendable () throws(TimeWalkError) -> PhotoView
  ) throws(TimeWalkError) -> PhotoView {
    let key = Key(photo: photo.id, era: era)
    let (kept, making, round) = state.withLock { state in
      if let entry = state.entries[key], entry.photo == photo,
        .now - entry.made < ViewCache.memory
      {
        state.entries[key]?.used = .now
        return (PhotoView?.some(entry.view), Future<PhotoView, TimeWalkError>?.none, state.round)
      }
      let future = state.making[key] ?? Future(make)
      state.making[key] = future
      return (nil, future, state.round)
    }
    if let kept { return kept }
    guard let making else { return try make() }
    defer {
      state.withLock { state in
        if state.making[key] === making { state.making[key] = nil }
      }
    }
    let view = try making.value()
    keep(view, of: photo, key, round)
    return view
  }

  /// Adds a view; the least recently used ones go.
  private func keep(_ view: PhotoView, of photo: StoredPhotoReport, _ key: Key, _ round: Int) {
    state.withLock { state in
      // The view may be outdated already.
      guard state.round == round else { return }
      state.entries[key] = Entry(view: view, photo: photo, made: .now, used: .now)
      var bytes = state.entries.values.reduce(0) { $0 + $1.view.bytes }
      while bytes > most, state.entries.count > 1,
        let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
      {
        bytes -= oldest.value.view.bytes
        state.entries[oldest.key] = nil
      }
    }
  }

  /// Removes the views of a photo.
  func forget(_ id: String) {
    state.withLock { state in
      state.entries = state.entries.filter { $0.key.photo != id }
      state.making = state.making.filter { $0.key.photo != id }
      state.round += 1
    }
  }

  /// Removes all views, since the archive has changed.
  func forgetAll() {
    state.withLock { state in
      state.entries = [:]
      state.making = [:]
      state.round += 1
    }
  }
}

/// Makes the views of new photos before they are requested, one at a time.
///
/// At the server's end the queue is dropped: these views are made on request.
final class ViewsAhead: Sendable {
  private let pool: ThreadPool?
  private let most: Int
  private let pending = Atomic(0)
  private let isEnding = Atomic(false)
  private let finished = Atomic(0)

  /// Queues this many; 0 makes no views ahead.
  init(most: Int) {
    self.most = most
    pool = most > 0 ? ThreadPool(workers: 1, places: most + 1) : nil
  }

  /// The number of views that wait or are being made.
  var count: Int { pending.load(ordering: .relaxed) }

  /// The number of views that were made.
  var made: Int { finished.load(ordering: .relaxed) }

  /// Queues a view, unless the queue is full.
  func add(_ make: @escaping @Sendable () -> Void) {
    guard let pool, !isEnding.load(ordering: .relaxed) else { return }
    guard pending.add(1, ordering: .relaxed).newValue <= most else {
      pending.subtract(1, ordering: .relaxed)
      return
    }
    let isTaken = pool.add { [self] in
      if !isEnding.load(ordering: .relaxed) {
        make()
        finished.add(1, ordering: .relaxed)
      }
      pending.subtract(1, ordering: .relaxed)
    }
    if !isTaken { pending.subtract(1, ordering: .relaxed) }
  }

  /// Drops the queue, and waits for the view that is being made.
  func close() {
    isEnding.store(true, ordering: .relaxed)
    pool?.close()
  }
}

/// A cache of small pictures, of photos for lists or of items; the least recently used ones go.
final class ThumbnailCache: Sendable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    /// The names, the last used one at the end.
    var order: [String] = []
    var size = 0
  }

  private let state = Mutex(State())
  /// The longest side of a photo's picture, pixels, and the most bytes of one and of all.
  static let side = 480
  private static let longest = 512 << 10
  private static let most = 16 << 20

  /// The picture of a name, made if it isn't cached.
  ///
  /// - Throws: the errors of `make`.
  func bytes(
    of id: String, _ make: () throws(TimeWalkError) -> [UInt8]
  ) throws(TimeWalkError) -> [UInt8] {
    if let kept = kept(id) { return kept }
    let made = try make()
    guard made.count <= ThumbnailCache.longest else { return made }
    state.withLock { state in
      guard state.bytes.updateValue(made, forKey: id) == nil else { return }
      state.order.append(id)
      state.size += made.count
      while state.size > ThumbnailCache.most, state.order.count > 1 {
        let oldest = state.order.removeFirst()
        state.size -= state.bytes.removeValue(forKey: oldest)?.count ?? 0
      }
    }
    return made
  }

  /// The picture of a name; `nil` if it isn't cached.
  func kept(_ id: String) -> [UInt8]? {
    state.withLock { state in
      guard let bytes = state.bytes[id] else { return nil }
      state.order.removeAll { $0 == id }
      state.order.append(id)
      return bytes
    }
  }

  /// Removes the picture of a photo.
  func forget(_ id: String) {
    state.withLock { state in
      guard let bytes = state.bytes.removeValue(forKey: id) else { return }
      state.size -= bytes.count
      state.order.removeAll { $0 == id }
    }
  }
}
