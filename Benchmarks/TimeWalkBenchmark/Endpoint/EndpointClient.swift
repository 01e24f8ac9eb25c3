import Foundation
import Synchronization

/// A running endpoint, and a client that reads its answers on a thread of its own.
final class EndpointClient: Sendable {
  /// The reason why a run isn't a valid measurement.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let process: Process
  private let input: Int32
  private let output: Int32
  private let pipes: [Pipe]

  /// Starts the program.
  init(_ program: String, _ arguments: [String]) throws {
    let (input, output, process) = (Pipe(), Pipe(), Process())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    self.input = input.fileHandleForWriting.fileDescriptor
    self.output = output.fileHandleForReading.fileDescriptor
    pipes = [input, output]
  }

  /// Writes bytes, and waits while the endpoint's pipe is full.
  func send(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the endpoint takes no requests") }
      start += count
    }
  }

  /// Reads so many lines, and passes each, without its end, with the time of its arrival.
  ///
  /// A line is searched once, for its end: on two cores, the client's work reduces the measured
  /// throughput.
  func receive(
    _ count: Int, told: (UnsafeRawBufferPointer, UInt64) throws -> Void = { _, _ in }
  ) throws {
    var left = count
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    // From the beginning of the first line that is not whole.
    var filled = 0
    while left > 0 {
      if filled == buffer.count { buffer.append(contentsOf: repeatElement(0, count: filled)) }
      let got = buffer.withUnsafeMutableBytes {
        read(output, $0.baseAddress?.advanced(by: filled), $0.count - filled)
      }
      guard got > 0 else {
        throw Failure(description: "the endpoint ended with \(left) answers missing")
      }
      let now = DispatchTime.now().uptimeNanoseconds
      try buffer.withUnsafeMutableBytes { bytes in
        let end = filled + got
        var (start, searched) = (0, filled)
        while let base = bytes.baseAddress,
          let found = memchr(base + searched, 0x0A, end - searched)
        {
          let stop = base.distance(to: found)
          try told(UnsafeRawBufferPointer(rebasing: bytes[start..<stop]), now)
          left -= 1
          (start, searched) = (stop + 1, stop + 1)
        }
        filled = end - start
        if start > 0, let base = bytes.baseAddress { memmove(base, base + start, filled) }
      }
    }
  }

  /// Sends requests and waits for as many answers, at once.
  func exchange(
    _ lines: [[UInt8]], answers: Int,
    told: @escaping @Sendable (UnsafeRawBufferPointer, UInt64) throws -> Void = { _, _ in }
  ) throws {
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    let reader = Thread {
      do { try self.receive(answers, told: told) } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    reader.start()
    // Writes as much at a time as a pipe holds, like a client with many requests.
    var some: [UInt8] = []
    for line in lines {
      if some.count + line.count > 1 << 16 {
        try send(some)
        some.removeAll(keepingCapacity: true)
      }
      some += line
    }
    try send(some)
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// Ends the input, and waits for the end.
  func close() throws {
    try pipes[0].fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the endpoint ended with \(process.terminationStatus)")
    }
  }

  /// Seconds of processor that it has had.
  var processorSeconds: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))
      ?? ""
    // The name, in brackets, may have spaces in it.
    let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Its resident memory, MB.
  var megabytes: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8))
      ?? ""
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Double(fields[1]) else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// The number of its open files.
  var openFiles: Int {
    (try? FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(process.processIdentifier)/fd"))?.count ?? 0
  }
}
