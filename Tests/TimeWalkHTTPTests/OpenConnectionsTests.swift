import HTTPTypes
import Synchronization
import Testing

@testable import TimeWalkEvents
@testable import TimeWalkHTTP

/// Connections with answers that their clients don't read, and connections without requests.
@Suite("Open connections")
struct OpenConnectionsTests {
  /// A connection that notes if it was closed.
  private final class Fake: Sendable {
    let isClosed = Atomic(false)
    let ended = Atomic(0)
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func enter(_ connections: OpenConnections) {
      connections.enter(id) { [fake = self] in
        fake.isClosed.store(true, ordering: .relaxed)
      }
    }

    func answer(
      _ client: String, _ bytes: Int, _ connections: OpenConnections, key: String? = nil
    ) {
      connections.begin(
        OpenConnections.Answer(client: client, bytes: bytes, key: key) { [fake = self] in
          fake.ended.add(1, ordering: .relaxed)
        }, on: id)
    }
  }

  private static func closed(_ fakes: [Fake]) -> [Bool] {
    fakes.map { $0.isClosed.load(ordering: .relaxed) }
  }

  @Test("Beyond the limit of unread bytes, the client with the most loses its oldest answer")
  func greedy() {
    let connections = OpenConnections(most: 100)
    let fakes = (0..<5).map { _ in Fake() }
    for fake in fakes { fake.enter(connections) }
    fakes[0].answer("modest", 30, connections)
    fakes[1].answer("greedy", 30, connections)
    fakes[2].answer("greedy", 30, connections)
    #expect(connections.bytes == 90)
    fakes[3].answer("greedy", 30, connections)
    #expect(Self.closed(fakes) == [false, true, false, false, false])
    #expect(connections.bytes == 90)
    // The end of a connection that was closed changes nothing.
    connections.end(fakes[1].id)
    #expect(connections.bytes == 90)
    connections.end(fakes[2].id)
    fakes[4].answer("modest", 40, connections)
    #expect(Self.closed(fakes) == [false, true, false, false, false])
    #expect(connections.bytes == 100)
    #expect(fakes.map { $0.ended.load(ordering: .relaxed) } == [0, 1, 1, 0, 0])
  }

  @Test("An answer beyond the limit alone is closed, and one on a closed connection ends at once")
  func single() {
    let connections = OpenConnections(most: 100)
    let (fake, late) = (Fake(), Fake())
    fake.enter(connections)
    fake.answer("one", 101, connections)
    late.answer("one", 10, connections)
    #expect(Self.closed([fake, late]) == [true, false])
    #expect(late.ended.load(ordering: .relaxed) == 1)
    #expect(connections.bytes == 0)
  }

  @Test("Plans of zips have a limit in all; those of the same pictures are shared for a while")
  func plans() throws {
    // Two plans of these fit.
    let zips = SharedZips(mostBytes: 4000)
    func zip(_ name: String, isPersonal: Bool = false) -> GalleryZip {
      GalleryZip(
        [], documents: [(name, [UInt8](repeating: 0, count: 1000))], isPersonal: isPersonal)
    }
    let (now, later) = (ContinuousClock.now, ContinuousClock.now + .seconds(60))
    let first = zip("before")
    #expect(try zips.shared(first, of: "a", at: now) === first)
    #expect(try zips.shared(zip("after"), of: "a", at: now) === first)
    #expect(try zips.shared(zip("before"), of: "a", at: later) === first)
    do {
      // A person's zip is no other's, even if its files are the same.
      let own = zip("before", isPersonal: true)
      #expect(try zips.shared(own, of: "a", at: now) === own)
      let refused = #expect(throws: Problem.self) {
        try zips.shared(zip("after"), of: "a", at: later)
      }
      #expect(refused?.status == .serviceUnavailable && refused?.headers[.retryAfter] == "60")
      withExtendedLifetime(own) {}
    }
    let second = zip("after")
    #expect(try zips.shared(second, of: "a", at: later) === second)
    withExtendedLifetime(first) {}
  }

  @Test("The connection that has waited longest is closed, and none with a request")
  func resting() {
    let connections = OpenConnections(most: 100)
    let fakes = (0..<3).map { _ in Fake() }
    for fake in fakes { fake.enter(connections) }
    connections.wait(fakes[0].id)
    connections.wait(fakes[0].id, false)
    connections.wait(fakes[2].id)
    connections.wait(fakes[1].id)
    connections.closeWaiting()
    #expect(Self.closed(fakes) == [false, false, true])
    connections.closeWaiting()
    #expect(Self.closed(fakes) == [false, true, true])
    connections.closeWaiting()
    #expect(Self.closed(fakes) == [false, true, true])
  }

  @Test("Unfinished requests give way: strangers', then guests' of the address with the most")
  func unfinished() {
    let connections = OpenConnections(most: 100)
    let senders: [OpenConnections.Sender] = [
      .guest(address: "modest"), .known, .guest(address: "greedy"), .guest(address: "greedy"),
      .guest(address: "done"), .guest(address: "done"), .guest(address: "done"), .stranger,
    ]
    let fakes = senders.map { _ in Fake() }
    for (fake, sender) in zip(fakes, senders) {
      fake.enter(connections)
      connections.wait(fake.id)
      connections.note(sender, on: fake.id)
    }
    for fake in fakes[4...6] { connections.wait(fake.id, false) }
    var order: [Int] = []
    for _ in fakes {
      connections.closeWaiting()
      order += fakes.indices.filter {
        fakes[$0].isClosed.load(ordering: .relaxed) && !order.contains($0)
      }
    }
    #expect(order.prefix(2) == [7, 2])
    #expect(order.sorted() == [0, 2, 3, 7])
  }

  @Test("Guests' unread answers and news give way, as they stand still, of the greediest address")
  func unread() {
    let connections = OpenConnections(most: 100)
    let addresses = ["modest", "greedy", "greedy", "greedy", "known", "known", "known", "known"]
    let fakes = addresses.map { _ in Fake() }
    for (fake, address) in zip(fakes, addresses) {
      fake.enter(connections)
      connections.note(address == "known" ? .known : .guest(address: address), on: fake.id)
      // One has news, which have no length.
      fake.answer(address, fake === fakes[2] ? 0 : 1, connections)
    }
    let other = Fake()
    other.enter(connections)
    connections.wait(other.id)
    // The client of the oldest has read a piece.
    connections.wait(fakes[1].id, false)
    connections.closeWaiting()
    #expect(Self.closed(fakes + [other]) == Array(repeating: false, count: 8) + [true])
    for closed in [[2], [2, 3]] {
      connections.closeWaiting()
      #expect(Self.closed(fakes) == fakes.indices.map { closed.contains($0) })
    }
    for _ in fakes { connections.closeWaiting() }
    #expect(Self.closed(fakes) == addresses.map { $0 != "known" })
    #expect(fakes.map { $0.ended.load(ordering: .relaxed) } == [1, 1, 1, 1, 0, 0, 0, 0])
  }

  @Test("Beyond the requests of an address or a client, one of its own unread answers gives way")
  func replaced() {
    let connections = OpenConnections(most: 100)
    let fakes = (0..<5).map { _ in Fake() }
    for fake in fakes { fake.enter(connections) }
    fakes[0].answer("other", 1, connections, key: "Eve")
    fakes[1].answer("near", 0, connections, key: "Ann")
    fakes[2].answer("near", 1, connections, key: "Ann")
    fakes[3].answer("near", 1, connections, key: "Bob")
    connections.closeUnread(of: "Bob", isAddress: false)
    #expect(Self.closed(fakes) == [false, false, false, true, false])
    #expect(fakes[3].ended.load(ordering: .relaxed) == 1)
    for _ in 0..<2 { connections.closeUnread(of: "near", isAddress: true) }
    #expect(Self.closed(fakes) == [false, false, true, true, false])
  }
}
