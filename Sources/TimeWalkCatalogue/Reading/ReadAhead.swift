import Foundation
import TimeWalkArchive

/// Reads and validates a source on a separate thread, a few batches ahead of the thread that stores
/// its rows.
///
/// Reading takes about as long as writing, and neither waits for the other; the rows keep their
/// order. If the system gives no thread, the caller's thread reads.
final class ReadAhead: ItemSource {
  /// The number of rows in a batch, and the maximum of waiting batches, which bound the memory.
  private static let (batchSize, waiting) = (256, 4)
  /// The size of the main thread's stack: deep JSON is read recursively.
  private static let stackSize = 8 << 20

  let statement: CollectionStatement
  let isNamed: Bool
  let eras: [NamedEra]
  let findings: [ImportFinding]
  let mapping: [FieldSource]
  private let channel = Channel()
  private var start: (() -> Void)?
  /// The source, until a thread reads it.
  private var unread: (any ItemSource)?
  /// The longest wait for the thread, in seconds.
  private let patience: Double
  /// The last is the next.
  private var rows: [SourceRow] = []
  private(set) var closingFindings: [ImportFinding] = []
  private(set) var assumed = AssumedValues()

  /// Reads a source ahead.
  static func of(_ source: some ItemSource) -> ReadAhead {
    ReadAhead(source, patience: 2) { $0.start() }
  }

  /// The same with another way to start a thread.
  init(_ source: some ItemSource, patience: Double, start: @escaping (Thread) -> Void) {
    self.patience = patience
    unread = source
    statement = source.statement
    isNamed = source.isNamed
    eras = source.eras
    findings = source.findings
    mapping = source.mapping
    // The source is the thread's alone once it has begun.
    nonisolated(unsafe) let source = source
    let channel = channel
    self.start = {
      let thread = Thread { if channel.begin() { ReadAhead.read(source, into: channel) } }
      thread.stackSize = ReadAhead.stackSize
      thread.name = "TimeWalkImport"
      start(thread)
    }
  }

  deinit { channel.close() }

  func next() throws(ArchiveError) -> SourceRow? {
    if let row = rows.popLast() { return row }
    if let start {
      self.start = nil
      start()
      if channel.hasBegun(within: patience) { unread = nil }
    }
    guard unread == nil else { return try nextHere() }
    switch channel.take() {
    case .rows(let batch):
      rows = batch
      return rows.popLast()
    case .end(let findings, let assumed):
      closingFindings = findings
      self.assumed = assumed
      return nil
    case .failure(let error): throw error
    }
  }

  /// Reads the next row on the caller's thread.
  private func nextHere() throws(ArchiveError) -> SourceRow? {
    if let row = try unread?.next() { return row }
    if let unread { (closingFindings, assumed) = (unread.closingFindings, unread.assumed) }
    return nil
  }

  private static func read(_ source: some ItemSource, into channel: Channel) {
    var source = source
    do throws(ArchiveError) {
      var batch: [SourceRow] = []
      // Reversing the rows and passing them on avoid copies: a row has many texts.
      func handOver() -> Bool {
        var rows: [SourceRow] = []
        swap(&rows, &batch)
        rows.reverse()
        return channel.put(.rows(consume rows))
      }
      while let row = try source.next() {
        batch.append(row)
        if batch.count == batchSize, !handOver() { return }
      }
      if !batch.isEmpty, !handOver() { return }
      _ = channel.put(.end(source.closingFindings, source.assumed))
    } catch {
      _ = channel.put(.failure(error))
    }
  }

  private enum Message {
    case rows([SourceRow])
    case end([ImportFinding], AssumedValues)
    case failure(ArchiveError)
  }

  /// The channel between the two threads.
  ///
  /// Unchecked, since all that changes is touched under the condition's lock alone.
  private final class Channel: @unchecked Sendable {
    private let condition = NSCondition()
    private var messages: [Message] = []
    private var isClosed = false
    private var isBegun = false
    private let start = DispatchSemaphore(value: 0)

    /// Begins the thread's work; `false` if it comes too late.
    func begin() -> Bool {
      defer { start.signal() }
      return condition.withLock {
        isBegun = !isClosed
        return isBegun
      }
    }

    /// Waits for the thread's begin; after a `false`, it doesn't read.
    func hasBegun(within seconds: Double) -> Bool {
      _ = start.wait(timeout: .now() + seconds)
      return condition.withLock {
        isClosed = isClosed || !isBegun
        return isBegun
      }
    }

    /// Waits for space in the queue; `false` if the reader has stopped.
    func put(_ message: consuming Message) -> Bool {
      condition.lock()
      defer { condition.unlock() }
      while messages.count >= ReadAhead.waiting, !isClosed { condition.wait() }
      guard !isClosed else { return false }
      messages.append(message)
      condition.broadcast()
      return true
    }

    /// Waits for a message; the last one, an end or a failure, stays.
    func take() -> Message {
      condition.lock()
      defer { condition.unlock() }
      while messages.isEmpty { condition.wait() }
      guard case .rows = messages[0] else { return messages[0] }
      condition.broadcast()
      return messages.removeFirst()
    }

    func close() {
      condition.lock()
      isClosed = true
      condition.broadcast()
      condition.unlock()
    }
  }
}
