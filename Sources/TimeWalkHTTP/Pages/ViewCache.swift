internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// Views of photos that were made lately, since making one takes seconds.
final class ViewCache: Sendable {
  /// A view is of a photo, and of the time that is asked for.
  private struct Key: Hashable {
    let photo: String
    let era: String?
  }

  private struct Entry {
    let view: PhotoView
    /// What the view was made of.
    let photo: StoredPhotoReport
    let made: ContinuousClock.Instant
    var used: ContinuousClock.Instant
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// Those that are being made.
    var making: [Key: Future<PhotoView, TimeWalkError>] = [:]
    /// Counts how often all was forgotten.
    var round = 0
  }

  private let state = Mutex(State())
  private let most: Int
  /// The archive may change meanwhile.
  private static let memory: Duration = .seconds(600)

  /// Keeps so many bytes of pictures.
  init(most: Int) { self.most = most }

  /// The view of a photo as it is, which is made where none is kept; two who want the same one wait
  /// for one.
  ///
  /// - Parameters:
  ///   - photo: what the library has.
  ///   - era: the time that is asked for instead of the photo's own.
  ///   - make: makes it.
  /// - Returns: the view.
  /// - Throws: what `make` throws.
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

  /// Keeps a view, in the place of those that were not used for longest.
  private func keep(_ view: PhotoView, of photo: StoredPhotoReport, _ key: Key, _ round: Int) {
    state.withLock { state in
      // It may have been made of what is no more.
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

  /// Forgets what was made of a photo.
  func forget(_ id: String) {
    state.withLock { state in
      state.entries = state.entries.filter { $0.key.photo != id }
      state.making = state.making.filter { $0.key.photo != id }
      state.round += 1
    }
  }

  /// Forgets all, since the archive changed.
  func forgetAll() {
    state.withLock { state in
      state.entries = [:]
      state.making = [:]
      state.round += 1
    }
  }
}

/// Makes the views of new photos before anybody asks for them, one at a time.
///
/// What waits when the server ends is dropped: it is made when somebody asks for it.
final class ViewsAhead: Sendable {
  private let pool: ThreadPool?
  private let most: Int
  private let pending = Atomic(0)
  private let isEnding = Atomic(false)
  private let finished = Atomic(0)

  /// Lets so many wait; makes none ahead for 0.
  init(most: Int) {
    self.most = most
    pool = most > 0 ? ThreadPool(workers: 1, places: most + 1) : nil
  }

  /// How many wait or are being made.
  var count: Int { pending.load(ordering: .relaxed) }

  /// How many were made.
  var made: Int { finished.load(ordering: .relaxed) }

  /// Takes the making of a view on, unless too many wait.
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

  /// Drops what waits, and waits for what is being made.
  func close() {
    isEnding.store(true, ordering: .relaxed)
    pool?.close()
  }
}

/// Small pictures of photos for lists, made once each; those that were not used for longest go.
final class ThumbnailCache: Sendable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    /// Names, the one that was used last at the end.
    var order: [String] = []
    var size = 0
  }

  private let state = Mutex(State())
  /// How long the longest side of one is, pixels, and how many bytes all have at most.
  static let side = 480
  private static let most = 16 << 20

  /// The one of a photo, which is made where there is none.
  ///
  /// - Throws: what `make` throws.
  func bytes(
    of id: String, _ make: () throws(TimeWalkError) -> [UInt8]
  ) throws(TimeWalkError) -> [UInt8] {
    let kept = state.withLock { state -> [UInt8]? in
      guard let bytes = state.bytes[id] else { return nil }
      state.order.removeAll { $0 == id }
      state.order.append(id)
      return bytes
    }
    if let kept { return kept }
    let made = try make()
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

  /// Forgets a photo's.
  func forget(_ id: String) {
    state.withLock { state in
      guard let bytes = state.bytes.removeValue(forKey: id) else { return }
      state.size -= bytes.count
      state.order.removeAll { $0 == id }
    }
  }
}
