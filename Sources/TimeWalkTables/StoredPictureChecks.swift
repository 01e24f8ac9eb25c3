import Foundation
import TimeWalkArchive

/// The check of the copies that an archive keeps itself, several at a time: an object store is
/// mostly waited for.
struct StoredPictureChecks {
  /// The number that is read at once.
  private static let batch = 8

  let store: MediaStore
  private var waiting: [MediaRecord] = []

  init(store: MediaStore) { self.store = store }

  /// Takes one in, and reads it now or later.
  mutating func add(_ record: MediaRecord, _ list: inout ProblemList) throws(MediaRefusal) {
    waiting.append(record)
    if waiting.count >= StoredPictureChecks.batch { try finish(&list) }
  }

  /// Reads the waiting ones; throws errors that don't concern a single picture, such as a lost
  /// store.
  mutating func finish(_ list: inout ProblemList) throws(MediaRefusal) {
    let (records, store) = (waiting, store)
    waiting.removeAll(keepingCapacity: true)
    var found = [Result<ArchiveProblem?, MediaRefusal>](
      repeating: .success(nil), count: records.count)
    found.withUnsafeMutableBufferPointer { buffer in
      // Each turn writes to a place of its own, which the compiler can't see.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: records.count) { index in
        places[index] = Result { () throws(MediaRefusal) in
          try StoredPictureChecks.problem(of: records[index], in: store)
        }
      }
    }
    for problem in found { if let problem = try problem.get() { list.add(problem) } }
  }

  private static func problem(
    of record: MediaRecord, in store: MediaStore
  ) throws(MediaRefusal) -> ArchiveProblem? {
    let hint = "import it again with --media copy, or fetch it again"
    guard store.path(of: record.sha256) != nil else {
      return ArchiveProblem(check: .media, detail: "\(record.origin) has an unreadable hash")
    }
    do throws(MediaRefusal) {
      let found = try store.look(at: record.sha256)
      guard found.sha256 != record.sha256 else { return nil }
      let place = store.place(of: record.sha256)
      return ArchiveProblem(
        check: .media, detail: "the copy of \(record.origin) is damaged: \(place)",
        hint: "delete it, then " + hint)
    } catch {
      guard !error.isOfStore else { throw error }
      return ArchiveProblem(
        check: .media, detail: "the copy of \(record.origin) \(error.reason)", hint: hint)
    }
  }
}
