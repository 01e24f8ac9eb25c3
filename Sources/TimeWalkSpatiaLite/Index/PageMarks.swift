import Synchronization
import TimeWalkArchive

/// The pages of an index that were read and are unchanged; any thread may ask and add at any time.
final class PageMarks: Sendable {
  private typealias Word = Atomic<UInt64>

  // A bit for each page. The memory stays until the end, and its words are atomic.
  private nonisolated(unsafe) let words: UnsafeMutableBufferPointer<Word>

  init(count: Int) {
    words = .allocate(capacity: count / 64 + 1)
    for index in words.indices { words.initializeElement(at: index, to: Word(0)) }
  }

  deinit {
    words.deinitialize()
    words.deallocate()
  }

  func has(_ page: Int) -> Bool {
    words[page / 64].load(ordering: .relaxed) & 1 << UInt64(page % 64) != 0
  }

  func add(_ page: Int) {
    words[page / 64].bitwiseOr(1 << UInt64(page % 64), ordering: .relaxed)
  }
}
