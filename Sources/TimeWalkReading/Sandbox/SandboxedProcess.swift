internal import CPlatform
internal import Glibc

/// A process of this program that does one piece of work at a time for this one.
///
/// The owner of it and its descriptors. Messages go over a socket, long bytes through memory that
/// both have. It is used by one thread at a time.
package final class SandboxedProcess {
  /// The maximum length of a message, bytes; a hijacked process may send more.
  private static let longestMessage = 512 << 20
  /// The idle time after which a process counts as hung, seconds.
  private static let patience: UInt32 = 15

  private let process: twb_process
  private var memoryInUse = 0
  private var isReady = false
  private var isOver = false

  /// Starts a program, which must call ``SandboxService/serve(_:)`` when it finds the word as its
  /// only argument.
  ///
  /// - Throws: `notStarted`.
  package init(program: String, word: String) throws(SandboxError) {
    var started = twb_process()
    let reason = twb_start(program, word, &started)
    guard reason == 0 else { throw SandboxError(.notStarted, reason) }
    process = started
  }

  deinit { _ = end() }

  /// True if it is still there to be asked.
  package var isAlive: Bool { !isOver && twb_is_alive(process.pid) }

  /// Allows it more address space than it has now, bytes.
  ///
  /// Waits until it has started: its start-up memory doesn't count for the limit.
  ///
  /// - Throws: the reason why it has ended, if it has.
  package func allowMemory(_ bytes: Int) throws(SandboxError) {
    try awaitStart()
    try check(twb_allow_memory(process.pid, UInt64(max(0, bytes))))
  }

  /// Allows it more processor time than it has used, seconds.
  ///
  /// - Throws: the reason why it has ended, if it has.
  package func allowTime(_ seconds: Int) throws(SandboxError) {
    try check(twb_allow_time(process.pid, UInt32(clamping: seconds)))
  }

  /// Lays bytes into the memory that both have, from its beginning.
  package func store(_ bytes: UnsafeRawBufferPointer) throws(SandboxError) {
    memoryInUse = max(memoryInUse, bytes.count)
    try check(twb_store(process.memory, bytes.baseAddress, bytes.count, 0))
  }

  /// Takes bytes out of the memory that both have.
  ///
  /// - Throws: `crashed` if there are fewer.
  package func load(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(SandboxError)
  {
    memoryInUse = max(memoryInUse, offset + bytes.count)
    try check(twb_load(process.memory, bytes.baseAddress, bytes.count, UInt64(max(0, offset))))
  }

  /// Returns the shared memory to the system if it is more than this many bytes.
  package func releaseMemory(above most: Int) throws(SandboxError) {
    guard memoryInUse > most else { return }
    memoryInUse = 0
    try check(twb_cut(process.memory, 0))
  }

  /// Sends a message.
  package func send(_ message: [UInt8]) throws(SandboxError) {
    var length = UInt64(message.count)
    try check(twb_write(process.socket, &length, 8))
    try check(twb_write(process.socket, message, message.count))
  }

  /// Waits for an answer.
  ///
  /// - Throws: the reason why it couldn't be started.
  package func receive() throws(SandboxError) -> [UInt8] {
    try awaitStart()
    var length: UInt64 = 0
    try check(withUnsafePointer(to: process) { twb_wait($0, Self.patience) })
    try check(twb_read(process.socket, &length, 8))
    guard length <= Self.longestMessage else { throw end() }
    // An array made for nothing writes its count into the memory that all empty ones share.
    guard length > 0 else { return [] }
    var reason: Int32 = 0
    let message = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      reason = twb_read(process.socket, buffer.baseAddress, Int(length))
      count = reason == 0 ? Int(length) : 0
    }
    try check(reason)
    return message
  }

  /// The first message, an empty one, means that it has started.
  private func awaitStart() throws(SandboxError) {
    guard !isReady else { return }
    isReady = true
    _ = try receive()
  }

  /// A failed call means that the process is gone or unusable.
  private func check(_ reason: Int32) throws(SandboxError) {
    guard reason != 0 else { return }
    let end = end()
    // A process that waits for nothing counts as crashed.
    throw reason == ETIMEDOUT ? SandboxError(.crashed) : end
  }

  private func end() -> SandboxError {
    guard !isOver else { return SandboxError(.killed) }
    isOver = true
    var signal: Int32 = 0
    return switch withUnsafePointer(to: process, { twb_finish($0, &signal) }) {
    case TWB_OUT_OF_TIME: SandboxError(.outOfTime)
    case TWB_KILLED: SandboxError(.killed)
    default: SandboxError(.crashed, signal)
    }
  }
}
