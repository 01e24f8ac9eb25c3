internal import Foundation
internal import Synchronization

/// How far an import is, on one line of a terminal's standard error; there is none for what is no terminal.
final class ImportProgress: Sendable {
  private let start = Date()
  private let lastTime = Mutex(Date.distantPast)

  init?() {
    guard Console.isTalkingToTerminal else { return nil }
  }

  /// Shows a number of rows, at most ten times a second.
  func update(_ rows: Int) {
    let now = Date()
    let isDue = lastTime.withLock { last in
      guard now.timeIntervalSince(last) >= 0.1 else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let rate = Double(rows) / max(0.001, now.timeIntervalSince(start))
    show("\(rows) rows, \(Int(rate)) a second")
  }

  /// Takes the line away.
  func clear() { show("") }

  private func show(_ text: String) {
    // Back to the start of the line, and empty it to its end.
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
  }
}
