internal import Foundation
package import Logging
internal import TimeWalk
internal import TimeWalkBase

/// Writes log messages as JSON, one a line, to a descriptor, and never waits for its reader.
///
/// Lines about successful requests are buffered during other work, and written with the next other
/// line. A slow reader loses lines, and the next line that it gets has their number: a forgotten
/// log must not stop the service.
package struct LogLines: LogHandler {
  /// The fields of every message.
  package var metadata: Logger.Metadata = [:]
  /// The minimum level.
  package var logLevel: Logger.Level
  private let file: LogFile

  /// Writes to a descriptor, standard error when `nil`.
  package init(level: Logger.Level, descriptor: Int32? = nil) {
    logLevel = level
    file = LogFile(descriptor: descriptor ?? STDERR_FILENO)
  }

  /// See `LogHandler`.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message, behind all that was gathered.
  package func log(event: LogEvent) {
    var text = LogLines.begin(event.level, String(event.message.description.prefix(longest)))
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      text.key(key)
      switch value {
      case .stringConvertible(let number as Int): text.number(number)
      case .stringConvertible(let number as Double): text.number(number)
      default: text.string(String(value.description.prefix(longest)))
      }
    }
    text.closeObject()
    file.write(VisibleText.json(text.take()))
  }

  /// Buffers the line of a successful request, equal to that of `log`, until `flush` or until the
  /// buffer is too long for one write.
  func answered(id: String?, method: String, bytes: Int, ran: Double, waited: Double) {
    var text = LogLines.begin(.info, "request")
    text.key("bytes")
    text.number(bytes)
    if let id {
      text.key("id")
      text.string(id.utf8.count > longest ? String(id.prefix(longest)) : id)
    }
    text.key("method")
    text.string(method)
    text.key("outcome")
    text.string("ok")
    text.key("ran")
    text.number(ran)
    text.key("waited")
    text.number(waited)
    text.closeObject()
    file.gather(VisibleText.json(text.take()))
  }

  /// Writes the collected lines.
  func flush() { file.flush() }

  private static func begin(_ level: Logger.Level, _ message: String) -> JSONText {
    var text = JSONText()
    text.reserve(256)
    text.openObject()
    text.key("time")
    text.raw(LogFile.now())
    text.key("level")
    text.string(level.rawValue)
    text.key("message")
    text.string(message)
    return text
  }

  /// Longer values are truncated: a line must fit into one write to a pipe.
  private let longest = 200
}

/// A descriptor that log lines go to.
private final class LogFile: @unchecked Sendable {
  // A writable pipe takes PIPE_BUF without waiting; the number of lost lines may be added.
  private static let most = Int(PIPE_BUF) - 40

  // Touched only while the lock is held.
  private let lock = NSLock()
  private var lines: [UInt8] = []
  private var count = 0
  private var lost = 0
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a line behind the collected ones.
  func write(_ line: [UInt8]) {
    lock.withLock {
      add(line)
      send()
    }
  }

  /// Keeps a line until there is enough for one call of the system.
  func gather(_ line: [UInt8]) { lock.withLock { add(line) } }

  /// Writes the collected lines.
  func flush() { lock.withLock { send() } }

  private func add(_ line: [UInt8]) {
    guard line.count < LogFile.most else {
      lost += 1
      return
    }
    if lines.count + line.count >= LogFile.most { send() }
    lines += line
    if lost > 0 {
      lines.removeLast()
      lines += ",\"lost\":\(lost)}".utf8
      lost = 0
    }
    lines.append(0x0A)
    count += 1
  }

  private func send() {
    guard count > 0 else { return }
    var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&look, 1, 0) == 1, look.revents & Int16(POLLOUT) != 0 {
      _ = lines.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    } else {
      lost += count
    }
    lines.removeAll(keepingCapacity: true)
    count = 0
  }

  /// The time in UTC, ISO 8601 to the millisecond, in quotation marks.
  static func now() -> [UInt8] {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    var text = Array("\"0000-00-00T00:00:00.000Z\"".utf8)
    func put(_ number: Int, digits: Int, at start: Int) {
      var rest = number
      for place in stride(from: start + digits - 1, through: start, by: -1) {
        text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
    // Four digits are sufficient for any clock.
    put(min(max(1900 + Int(parts.tm_year), 0), 9999), digits: 4, at: 1)
    put(Int(parts.tm_mon) + 1, digits: 2, at: 6)
    put(Int(parts.tm_mday), digits: 2, at: 9)
    put(Int(parts.tm_hour), digits: 2, at: 12)
    put(Int(parts.tm_min), digits: 2, at: 15)
    put(Int(parts.tm_sec), digits: 2, at: 18)
    put(time.tv_nsec / 1_000_000, digits: 3, at: 21)
    return text
  }
}
