internal import Foundation
public import Logging
internal import TimeWalkJSON

/// Writes log messages as JSON, one a line, to a descriptor, and never waits for whoever reads it.
///
/// A reader that doesn't keep up loses lines, and the next line that it gets says how many: a forgotten log must not
/// stop the service.
public struct LogLines: LogHandler {
  /// What every message says.
  public var metadata: Logger.Metadata = [:]
  /// What is written at least.
  public var logLevel: Logger.Level
  private let file: LogFile

  /// Writes to a descriptor, standard error when `nil`.
  public init(level: Logger.Level, descriptor: Int32? = nil) {
    logLevel = level
    file = LogFile(descriptor: descriptor ?? STDERR_FILENO)
  }

  /// See `LogHandler`.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message.
  public func log(event: LogEvent) {
    var text = JSONText()
    text.reserve(256)
    text.openObject()
    text.key("time")
    text.string(LogFile.now())
    text.key("level")
    text.string(event.level.rawValue)
    text.key("message")
    text.string(String(event.message.description.prefix(LogFile.longestValue)))
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      text.key(key)
      switch value {
      case .stringConvertible(let number as Int): text.number(number)
      case .stringConvertible(let number as Double): text.number(number)
      default: text.string(String(value.description.prefix(LogFile.longestValue)))
      }
    }
    text.closeObject()
    file.write(text.bytes)
  }
}

/// A descriptor that log lines go to.
private final class LogFile: @unchecked Sendable {
  /// Longer values are cut, so that a line fits into what a pipe takes at once.
  static let longestValue = 200
  // A pipe that says it can be written takes this much without waiting.
  private static let longestLine = Int(PIPE_BUF)

  // Touched only while the lock is held.
  private let lock = NSLock()
  private var lost = 0
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ line: [UInt8]) {
    lock.withLock {
      var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard line.count < LogFile.longestLine, poll(&look, 1, 0) == 1,
        look.revents & Int16(POLLOUT) != 0
      else {
        lost += 1
        return
      }
      var line = line
      if lost > 0 {
        line.removeLast()
        line += Array(",\"lost\":\(lost)}".utf8)
        lost = 0
      }
      line.append(0x0A)
      _ = line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// The time in UTC, ISO 8601 to the millisecond.
  static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let milliseconds = time.tv_nsec / 1_000_000
    let rest = String(repeating: "0", count: milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0)
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(rest)\(milliseconds)Z"
  }
}
