import Synchronization
import TimeWalkArchive

/// The share of a source that has been read, for progress reports.
final class ReadMeter: Sendable {
  private let state = Mutex<(read: Int, total: Int?)>((0, nil))

  /// Notes the size of the whole, bytes; `nil` is not known.
  func expect(_ total: Int?) { state.withLock { $0.total = total } }

  /// Notes bytes that were read.
  func add(_ count: Int) { state.withLock { $0.read += count } }

  /// The share that has been read, 0...1; `nil` if the size isn't known.
  var share: Double? {
    state.withLock { state in
      guard let total = state.total, total > 0 else { return nil }
      return min(1, Double(state.read) / Double(total))
    }
  }
}
