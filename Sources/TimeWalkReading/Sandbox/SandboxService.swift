internal import CPlatform
internal import Glibc

/// The work of a process that ``SandboxedProcess`` started.
///
/// It only serves requests over its socket, and ends when that is closed.
package struct SandboxService: ~Copyable {
  /// The kernel's restrictions on a process.
  package enum Confinement: String, Codable, Sendable {
    /// All but computing, its memory, and the descriptors that it has.
    case confined
    /// None: libseccomp is missing, or the kernel doesn't allow it.
    case unconfined
  }

  private static let socket = Int32(TWB_SOCKET)
  private static let memory = Int32(TWB_MEMORY)
  private var confinement: Confinement?

  /// Becomes the service; `nil` in a process that was not started as one.
  package init?(word: String) {
    // Every start of the program asks: the descriptors first, which costs two calls.
    guard twb_is_started(), CommandLine.arguments.dropFirst().elementsEqual([word]) else {
      return nil
    }
    twb_settle()
  }

  /// Answers all messages, and exits.
  package consuming func serve(
    _ answer: (_ message: [UInt8], inout SandboxService) -> [UInt8]
  ) -> Never {
    // An empty message means that this process has started completely.
    var isHeard = send([])
    while isHeard, let message = receive() {
      isHeard = send(answer(message, &self))
    }
    // There is nothing to flush or clean up.
    _exit(0)
  }

  /// Locks this process in, once; libraries that are wanted must be loaded by then.
  ///
  /// - Returns: the restrictions, from this call or an earlier one.
  @discardableResult
  package mutating func confine() -> Confinement {
    if let confinement { return confinement }
    let made: Confinement = twb_confine() == TWB_CONFINED ? .confined : .unconfined
    confinement = made
    return made
  }

  /// Reads the content of the shared memory; `nil` if there is less.
  package func load(count: Int) -> [UInt8]? {
    var reason: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      reason = twb_load(Self.memory, buffer.baseAddress, max(0, count), 0)
      filled = reason == 0 ? max(0, count) : 0
    }
    return reason == 0 ? bytes : nil
  }

  /// Writes bytes into the shared memory.
  ///
  /// Returns whether they fit.
  package func store(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    twb_store(Self.memory, bytes.baseAddress, bytes.count, UInt64(max(0, offset))) == 0
  }

  /// Releases the shared memory's content after it is read.
  package func releaseMemory() { _ = twb_cut(Self.memory, 0) }

  /// Returns freed memory to the system if it is more than this many bytes.
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
