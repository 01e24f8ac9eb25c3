import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

@Suite("News of walks", .waitsForProcesses)
struct WalkEventsTests {
  private let events = WalkEvents(most: 10)
  private let walk = WalkID.random()

  private func listener() throws -> AsyncStream<[UInt8]> {
    try events.listen(
      to: walk, in: .running, as: .nobody, isOrganiser: false, seesGallery: true
    ).events
  }

  /// All that is heard until the stream ends.
  private func heard(_ stream: AsyncStream<[UInt8]>) async -> String {
    var text = ""
    for await event in stream { text += String(decoding: event, as: UTF8.self) }
    return text
  }

  @Test("Where a walk went and nobody has told yet, the beat does, and only one of them")
  func gone() async throws {
    let stream = try listener()
    // Whoever takes a walk away deletes its files before telling.
    events.beat { _, _ in nil }
    events.end(walk)
    let text = await heard(stream)
    #expect(text.matches(of: #/"state":"gone"/#).count == 1, "\(text)")
    #expect(events.count == 0)
  }

  @Test("Who may not listen any more hears nothing more, and the others go on")
  func mayNot() async throws {
    let stream = try listener()
    events.beat { _, _ in false }
    #expect(await !heard(stream).contains("gone"))
    let other = try listener()
    events.beat { _, _ in true }
    withExtendedLifetime(other) { #expect(events.count == 1) }
  }

  @Test("A change ends the streams of those alone who have not heard of it")
  func change() async throws {
    let stream = try listener()
    events.tell(.running, of: walk)
    withExtendedLifetime(stream) { #expect(events.count == 1) }
    events.tell(.ended, of: walk)
    #expect(await heard(stream).matches(of: #/"state":"changed"/#).count == 1)
  }
}
