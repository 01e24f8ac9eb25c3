internal import Foundation
internal import Synchronization

/// How far an import is, on one line of a terminal's standard error; there is none for what is no terminal.
final class ImportProgress: Sendable {
  private let start = Date()
  private let lastTime = Mutex(Date.distantPast)

  init?() {
    guard Console.isTalkingToTerminal else { return nil }
  }

  /// Shows a number of rows, the rate, and how long the rest will take where that is known; at most ten times a second.
  func update(_ rows: Int, share: Double?) {
    let now = Date()
    let isDue = lastTime.withLock { last in
      guard now.timeIntervalSince(last) >= 0.1 else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let seconds = now.timeIntervalSince(start)
    var text = "\(rows) rows, \(Int(Double(rows) / max(0.001, seconds))) a second"
    // What is read as a whole says nothing of what is left; and the indexes that follow take a while, too.
    if let share, share > 0.01, share < 1 {
      text +=
        ", \(Int(share * 100)) %, about \(Int((seconds * (1 - share) / share).rounded(.up))) s left"
    }
    show(text)
  }

  /// Takes the line away.
  func clear() { show("") }

  private func show(_ text: String) {
    // Back to the start of the line, and empty it to its end.
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
  }
}
