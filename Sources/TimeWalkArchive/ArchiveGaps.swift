import Synchronization

/// What of an archive couldn't be asked while one question was answered.
///
/// Safe to use from any thread.
package final class ArchiveGaps: Sendable {
  private let noted = Mutex<[String]>([])

  /// Nothing is missing yet.
  package init() {}

  /// Notes a part that didn't answer, in a plain sentence; the same again is told once.
  package func note(_ sentence: String) {
    noted.withLock { noted in
      if !noted.contains(sentence) { noted.append(sentence) }
    }
  }

  /// What is missing, in plain sentences, in their order; empty for a whole answer.
  package var sentences: [String] { noted.withLock { $0.sorted() } }

  /// Whether the answer is of a part of the archive alone.
  package var isPartial: Bool { !noted.withLock { $0.isEmpty } }
}
