internal import Foundation
internal import Synchronization

/// One line of a terminal's standard error that is rewritten repeatedly; nothing for other outputs.
final class TerminalLine: Sendable {
  private let start = Date()
  private let lastTime = Mutex(Date.distantPast)

  init?() {
    guard Console.isTalkingToTerminal else { return nil }
  }

  /// Shows the result of `text` for the seconds since the start; at most ten times a second.
  func update(_ text: (Double) -> String) {
    let now = Date()
    let isDue = lastTime.withLock { last in
      guard now.timeIntervalSince(last) >= 0.1 else { return false }
      last = now
      return true
    }
    if isDue { Console.status(text(max(0.001, now.timeIntervalSince(start)))) }
  }

  /// Takes the line away.
  func clear() { Console.status("") }
}
