import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

@Suite("News of events", .waitsForProcesses)
struct EventNewsTests {
  private let news = EventNews(most: 10)
  private let event = EventID.random()

  private func listener() throws -> AsyncStream<[UInt8]> {
    try news.listen(
      to: event, in: .running, as: .nobody, isOrganiser: false, seesGallery: true,
      of: .holder(of: nil)
    ).news
  }

  /// All that is heard until the stream ends.
  private func heard(_ stream: AsyncStream<[UInt8]>) async -> String {
    var text = ""
    for await part in stream { text += String(decoding: part, as: UTF8.self) }
    return text
  }

  @Test("The heartbeat reports a removed event if no other message did, and only once")
  func gone() async throws {
    let stream = try listener()
    // The program that removes an event deletes its files before the message.
    news.beat { _, _ in nil }
    news.end(event)
    let text = await heard(stream)
    #expect(text.matches(of: #/"state":"gone"/#).count == 1, "\(text)")
    #expect(news.count == 0)
  }

  @Test("Listeners without permission receive nothing more, and the others continue")
  func mayNot() async throws {
    let stream = try listener()
    news.beat { _, _ in false }
    #expect(await !heard(stream).contains("gone"))
    let other = try listener()
    news.beat { _, _ in true }
    withExtendedLifetime(other) { #expect(news.count == 1) }
  }

  @Test("A change ends only the streams that missed it")
  func change() async throws {
    let stream = try listener()
    news.tell(.running, of: event)
    withExtendedLifetime(stream) { #expect(news.count == 1) }
    news.tell(.ended, of: event)
    #expect(await heard(stream).matches(of: #/"state":"changed"/#).count == 1)
  }
}
