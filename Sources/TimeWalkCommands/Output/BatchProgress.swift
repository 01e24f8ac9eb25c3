internal import Foundation
internal import TimeWalk

/// The progress of a batch, on one line of a terminal's standard error; nothing for other outputs.
///
/// The batch calls it for one photo at a time.
final class BatchProgress: @unchecked Sendable {
  private let start = Date()
  private let total: Int

  init?(total: Int) {
    guard total > 1, Console.isTalkingToTerminal else { return nil }
    self.total = total
  }

  /// Shows the numbers, the rate and how long the rest will take.
  func update(done: Int, failed: Int) {
    let seconds = max(0.001, Date().timeIntervalSince(start))
    let rate = Double(done) / seconds
    var text = "\(done) of \(total) photos, \(failed) failed, "
    text += String(format: "%.1f a second", rate)
    if done < total { text += ", about \(Int((Double(total - done) / rate).rounded(.up))) s left" }
    Console.status(text)
  }

  /// Takes the line away, for another line or for good.
  func clear() { Console.status("") }
}
