import Foundation
import Testing
import TimeWalkTestSupport

/// A listener to the news of an event, by curl.
final class EventListener {
  private let folder: TemporaryFolder
  private let file: URL
  private let curl = Process()

  /// Begins to listen, and waits until the server has taken that.
  init(_ town: EventTown, _ event: String, _ who: [String]) throws {
    folder = try TemporaryFolder()
    file = folder.url.appendingPathComponent("news")
    try Data().write(to: file)
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments =
      ["-sN", "--max-time", "300"] + who.flatMap { ["-H", $0] }
      + [town.served.base + "/v1/events/\(event)/stream"]
    curl.standardOutput = try FileHandle(forWritingTo: file)
    try curl.run()
    try wait(for: ": hello")
  }

  deinit {
    if curl.isRunning { curl.terminate() }
  }

  /// The received messages so far.
  func heard() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

  /// Waits until a word was heard; that it never is, is an issue.
  func wait(for word: String, seconds: Double = 10) throws {
    let patience = Date(timeIntervalSinceNow: seconds)
    while try !heard().contains(word), Date() < patience { Thread.sleep(forTimeInterval: 0.05) }
    let heard = try heard()
    #expect(heard.contains(word), "\(heard)")
  }

  /// Waits for the stream's end.
  ///
  /// - Returns: curl's exit code.
  func end() -> Int32 {
    curl.waitUntilExit()
    return curl.terminationStatus
  }
}
