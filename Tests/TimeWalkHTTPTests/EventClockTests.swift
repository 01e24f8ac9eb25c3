import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// A server that runs on while days go by.
@Suite("A running server erases on time", .longCheckOnly, .waitsForProcesses, .serialized)
struct EventClockTests {
  /// A server's clock, which can be set forward while it runs.
  private struct Clock {
    let file: String

    init(in folder: TemporaryFolder) throws {
      file = folder.path("ahead")
      try set(0)
    }

    func set(_ seconds: Int) throws {
      // In one step: the server reads it at any time.
      try Data("\(seconds)\n".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    /// Sets the server's time.
    func set(to moment: Date) throws { try set(Int(moment.timeIntervalSinceNow.rounded(.down))) }

    /// The server's time.
    func now() throws -> Date {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      return Date(timeIntervalSinceNow: Double(text.dropLast()) ?? 0)
    }
  }

  /// The server's maximum delay of due work, and an allowance for a busy machine.
  private static let (beat, slack) = (15.0, 30.0)

  @Test(
    "An event goes thirty days after its end and a visitor's name after twelve hours, not before, and unasked"
  )
  func onTime() throws {
    let folder = try TemporaryFolder()
    let clock = try Clock(in: folder)
    // All clocks are set forward, as if the days had passed.
    let town = try EventTown(ahead: clock.file, ofAllClocks: true)
    let event = try town.make(#"{"name":"Short","hours":1}"#)
    let other = try town.make(#"{"name":"Long","hours":720}"#)
    let ann = try town.join(event, "Ann Unmistakable")
    let picture = try town.sent(event, ann)
    let files = town.place.library + "/events/\(event)"
    let erases = try moment(town.served.ask("/v1/events/\(event)").object()["event"], "erases")
    // A visitor of another event comes so late that the session ends when this event goes.
    try clock.set(to: erases.addingTimeInterval(-12 * 3600))
    let vera = try town.join(other, "Vera Unforgettable", byCode: true)
    _ = try town.sent(other, vera)
    let kept = try town.served.ask("GET", "/v1/events/\(other)/me", vera).object()
    let over = try moment(kept, "sessionEnds")
    #expect(abs(over.timeIntervalSince(erases)) < 60)
    // Twenty seconds before the first of both: there is a beat before it, which must do nothing.
    let first = min(erases, over)
    try clock.set(to: first.addingTimeInterval(-Self.beat - 5))
    let hears = try EventListener(town, event, ann)
    var looks = 0
    while true {
      let both = (town.holds("Ann Unmistakable"), town.holds("Vera Unforgettable"))
      let status = try town.served.ask("GET", "/v1/events/\(event)", ann).status
      let isThere = FileManager.default.fileExists(atPath: files + "/\(picture).jpg")
      // The state was read before the time that is read after it.
      guard try clock.now() < first else { break }
      #expect(both == (true, true) && status == 200 && isThere)
      looks += 1
      Thread.sleep(forTimeInterval: 0.5)
    }
    #expect(looks > 0)
    // Without further requests: the server does it on its own.
    let last = max(erases, over)
    func waits() -> Bool {
      town.holds("Ann Unmistakable") || town.holds("Vera Unforgettable")
        || FileManager.default.fileExists(atPath: files)
    }
    while waits(), try clock.now() < last.addingTimeInterval(Self.beat + Self.slack) {
      Thread.sleep(forTimeInterval: 0.5)
    }
    #expect(!waits())
    #expect(!town.holds(event))
    try hears.wait(for: #""state":"gone""#)
    #expect(hears.end() == 0)
    #expect(try town.served.ask("GET", "/v1/events/\(event)", ann).status == 404)
    // The visitor's picture stays, without a name, until its own event goes.
    #expect(try town.seen(other, town.asOrganiser).count == 1)
    #expect(try town.served.ask("GET", "/v1/events/\(other)/me", vera).status == 401)
  }

  @Test(
    "After a jump of the clock, expired data is hidden, and erased a day later; the log says so")
  func jump() throws {
    let folder = try TemporaryFolder()
    let clock = try Clock(in: folder)
    let first = try EventTown(ahead: clock.file)
    let event = try first.make(#"{"name":"Short","hours":1}"#)
    let ann = try first.join(event, "Ann Unmistakable")
    let picture = try first.sent(event, ann)
    let file = first.place.library + "/events/\(event)/\(picture).jpg"
    let erases = try moment(first.served.ask("/v1/events/\(event)").object()["event"], "erases")
    let warning = "expired data is hidden, and erased only after"
    #expect(try !first.served.log().contains(warning))
    func holds(_ town: EventTown) throws {
      #expect(try town.served.ask("GET", "/v1/events/\(event)", ann).status == 404)
      #expect(town.holds("Ann Unmistakable") && FileManager.default.fileExists(atPath: file))
      #expect(try town.served.log().contains(warning))
    }
    try clock.set(to: erases.addingTimeInterval(60))
    let jumped = Date()
    while try !first.served.log().contains(warning),
      -jumped.timeIntervalSinceNow < Self.beat + Self.slack
    {
      Thread.sleep(forTimeInterval: 0.5)
    }
    try holds(first)
    // A restart neither ends the hold nor prolongs it.
    first.served.send(SIGKILL)
    _ = first.served.end()
    let second = try EventTown(in: first, ahead: clock.file)
    try holds(second)
    second.served.send(SIGKILL)
    _ = second.served.end()
    try clock.set(to: erases.addingTimeInterval(86_400 + 60 + 2 * Self.slack))
    let third = try EventTown(in: second, ahead: clock.file)
    #expect(!third.holds("Ann Unmistakable") && !third.holds(event))
    #expect(try !third.served.log().contains(warning))
  }

  private func moment(_ object: Any?, _ field: String) throws -> Date {
    let text = try #require((object as? [String: Any])?[field] as? String)
    return try Date(text, strategy: .iso8601)
  }
}
