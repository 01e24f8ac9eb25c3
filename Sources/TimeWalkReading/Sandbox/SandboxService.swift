internal import CPlatform
internal import Glibc

/// The work of a process that ``SandboxedProcess`` started.
///
/// It does no more than what it is asked over its socket, and ends when that is closed.
package struct SandboxService: ~Copyable {
  /// What the kernel keeps a process from.
  package enum Confinement: String, Codable, Sendable {
    /// All but computing, its memory, and the descriptors that it has.
    case confined
    /// Nothing: libseccomp is missing, or the kernel doesn't allow it.
    case unconfined
  }

  private static let socket = Int32(TWB_SOCKET)
  private static let memory = Int32(TWB_MEMORY)
  private var confinement: Confinement?

  /// Becomes the service; `nil` in a process that was not started as one.
  package init?(word: String) {
    guard CommandLine.arguments.dropFirst().elementsEqual([word]), twb_is_started() else {
      return nil
    }
    twb_settle()
  }

  /// Answers messages until there are no more, and exits.
  package consuming func serve(
    _ answer: (_ message: [UInt8], inout SandboxService) -> [UInt8]
  ) -> Never {
    // An empty message says that this process has all that it needs to start.
    var isHeard = send([])
    while isHeard, let message = receive() {
      isHeard = send(answer(message, &self))
    }
    // Nothing is left to be written or put in order.
    _exit(0)
  }

  /// Locks this process in, once; libraries that are wanted must be loaded by then.
  ///
  /// - Returns: what that came to, now or before.
  @discardableResult
  package mutating func confine() -> Confinement {
    if let confinement { return confinement }
    let made: Confinement = twb_confine() == TWB_CONFINED ? .confined : .unconfined
    confinement = made
    return made
  }

  /// Reads what was laid into the shared memory; `nil` where there is less.
  package func load(count: Int) -> [UInt8]? {
    var reason: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      reason = twb_load(Self.memory, buffer.baseAddress, max(0, count), 0)
      filled = reason == 0 ? max(0, count) : 0
    }
    return reason == 0 ? bytes : nil
  }

  /// Lays bytes into the shared memory; whether there was room.
  package func store(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    twb_store(Self.memory, bytes.baseAddress, bytes.count, UInt64(max(0, offset))) == 0
  }

  /// Gives back what the shared memory holds, once it is read.
  package func releaseMemory() { _ = twb_cut(Self.memory, 0) }

  /// Gives freed memory back to the system where it is more than this many bytes.
  package func trim(above most: Int) { twb_trim(max(0, most)) }

  private func send(_ message: [UInt8]) -> Bool {
    var length = UInt64(message.count)
    return twb_write(Self.socket, &length, 8) == 0
      && twb_write(Self.socket, message, message.count) == 0
  }

  private func receive() -> [UInt8]? {
    var length: UInt64 = 0
    guard twb_read(Self.socket, &length, 8) == 0, let count = Int(exactly: length)
    else { return nil }
    var reason: Int32 = 0
    let message = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      reason = twb_read(Self.socket, buffer.baseAddress, count)
      filled = reason == 0 ? count : 0
    }
    return reason == 0 ? message : nil
  }
}
