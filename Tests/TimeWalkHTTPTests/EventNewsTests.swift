import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport
import TimeWalkEvents

@testable import TimeWalkHTTP

@Suite("News of events", .waitsForProcesses)
struct EventNewsTests {
  private let news = EventNews(most: 10) { _ in true }
  private let event = EventID.random()

  private func listener() throws -> AsyncStream<[UInt8]> {
    try news.listen(
      to: event, in: .running, as: .stranger, isOrganiser: false, seesGallery: true,
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

  @Test("An organiser's stream receives nothing more after the session or the token has ended")
  func endedSession() async throws {
    let place = try Workplace()
    let side = try EventSide(
      places: StorePaths(archive: place.archive, library: place.library, environment: [:]),
      library: place.library, mostStreams: 10)
    let now = Date()
    for name in ["anna", "eva"] {
      try side.store.setAccount(name, passphrase: "correct horse battery")
    }
    let event = EventID.random()
    func listen(_ client: Client) throws -> AsyncStream<[UInt8]> {
      try side.news.listen(
        to: event, in: .running, as: .stranger, isOrganiser: true, seesGallery: true, of: client
      ).news
    }
    func client(_ session: String?, _ record: TokenRecord? = nil) -> Client {
      Client(
        key: nil, address: "", group: nil, right: nil, token: record?.name, record: record,
        session: session)
    }
    let anna = try listen(client(try side.sessions.begin("anna", at: now)))
    let left = try side.sessions.begin("eva", at: now)
    let eva = try listen(client(left))
    // The server has no such token any more.
    let gone = TokenRecord(name: "gone", right: .submit, created: "", sha256: "")
    let token = try listen(client(nil, gone))
    let guest = try listen(client(nil))
    side.news.tell("added", "first", number: 1, isWaiting: true, in: event)
    #expect(side.news.count == 3)
    try side.store.setAccount("anna", passphrase: "another correct horse")
    side.sessions.end(left)
    side.news.tell("added", "second", number: 2, isWaiting: true, in: event)
    #expect(side.news.count == 1)
    side.news.end(event)
    for (stream, first, second) in [
      (anna, true, false), (eva, true, false), (token, false, false), (guest, true, true),
    ] {
      let text = await heard(stream)
      #expect(text.contains("first") == first && text.contains("second") == second, "\(text)")
    }
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
