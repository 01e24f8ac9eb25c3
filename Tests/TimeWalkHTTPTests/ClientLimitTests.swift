import Foundation
import HTTPTypes
import Testing
import TimeWalk
import TimeWalkEvents
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// Limits by client and by address.
@Suite("Limits of clients and addresses")
struct ClientLimitTests {
  @Test(
    "Addresses are grouped as their owners have them",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
      ("2001:db8:1:2:3:4:5:6", "20010db800010002::/64"),
      ("2001:db8:1:2::", "20010db800010002::/64"),
      ("fe80::1%eth0", "fe80000000000000::/64"), ("unknown", "unknown"), ("a:b", "a:b"),
      ("192.0.2.1:8080", "192.0.2.1"), ("[2001:db8:1:2::5]:80", "20010db800010002::/64"),
    ])
  func groups(text: String, group: String) { #expect(NetworkAddress.group(of: text) == group) }

  private static func client(_ key: String?, _ group: String?) -> Client {
    Client(key: key, address: group ?? "", group: group, right: .submit, token: nil)
  }

  @Test("Bytes of bodies are counted for each client, each address and all")
  func quota() throws {
    let quota = UploadQuota(most: 100, mostPerClient: 30)
    let anna = Self.client("anna", "1"), otto = Self.client("otto", "1")
    try quota.add(30, of: anna)
    #expect(throws: Problem.self) { try quota.add(1, of: anna) }
    try quota.add(20, of: otto)
    // One address has half of all.
    #expect(throws: Problem.self) { try quota.add(1, of: otto) }
    let others = ["2", "3"].map { Self.client($0, $0) }
    for client in others { try quota.add(25, of: client) }
    #expect(throws: Problem.self) { try quota.add(1, of: Self.client("4", "4")) }
    quota.remove(30, of: anna)
    try quota.add(30, of: Self.client("late", "5"))
    for (bytes, client) in [(20, otto), (25, others[0]), (25, others[1])] {
      quota.remove(bytes, of: client)
    }
    quota.remove(30, of: Self.client("late", "5"))
    #expect(quota.bytes == 0)
    quota.restore(200, of: anna)
    #expect(quota.bytes == 200)
  }

  @Test("Joins are counted for each event and address within an hour; failed ones aren't")
  func joins() throws {
    let (rates, now) = (JoinRates(), ContinuousClock.now)
    let (event, other) = (EventID.random(), EventID.random())
    func wait(
      _ event: EventID, _ address: String?, after seconds: Double, fails: Bool = false
    ) throws -> String? {
      do {
        try rates.admit(to: event, from: address, most: 2, now: now + .seconds(seconds)) {
          if fails { throw EventError(.invalidValue, "a name") }
        }
        return nil
      } catch let problem as Problem { return problem.headers[.retryAfter] }
    }
    #expect(throws: EventError.self) { _ = try wait(event, "1", after: 0, fails: true) }
    #expect(try wait(event, "1", after: 0) == nil)
    #expect(try wait(event, "1", after: 600) == nil)
    #expect(try wait(event, "1", after: 700) == "2900")
    #expect(try wait(other, "1", after: 700) == nil)
    #expect(try wait(event, "2", after: 700) == nil)
    for _ in 0..<9 { #expect(try wait(event, nil, after: 700) == nil) }
    #expect(try wait(event, "1", after: 3601) == nil)
    #expect(try wait(event, "1", after: 3601.5) == "599")
  }

  private static func attempt(
    _ name: String, _ origin: String, isKnown: Bool = false
  ) -> SignInGuard.Attempt {
    SignInGuard.Attempt(name: name, origin: origin, isKnownDevice: isKnown)
  }

  private static let wrong: @Sendable () throws -> Void = {
    throw EventError(.wrongPassphrase, "wrong")
  }

  @Test("Five wrong passphrases lock a name for one address only")
  func locks() async throws {
    let (signIn, now) = (SignInGuard(), Date(timeIntervalSince1970: 1_800_000_000))
    func code(_ attempt: SignInGuard.Attempt, at now: Date) async -> EventErrorCode? {
      do {
        try await signIn.check(attempt, at: now, Self.wrong)
        return nil
      } catch { return (error as? EventError)?.code }
    }
    // A name that isn't there counts alike: the guard doesn't know of accounts.
    for _ in 0..<5 { #expect(await code(Self.attempt("anna", "1"), at: now) == .wrongPassphrase) }
    #expect(await code(Self.attempt("anna", "1"), at: now) == .locked)
    #expect(await code(Self.attempt("anna", "1"), at: now + 899) == .locked)
    #expect(await code(Self.attempt("anna", "2"), at: now) == .wrongPassphrase)
    #expect(await code(Self.attempt("otto", "1"), at: now) == .wrongPassphrase)
    try await signIn.check(Self.attempt("anna", "device", isKnown: true), at: now) {}
    try await signIn.check(Self.attempt("anna", "1"), at: now + 901) {}
    // A right one clears the count.
    for _ in 0..<4 { _ = await code(Self.attempt("eva", "3"), at: now) }
    try await signIn.check(Self.attempt("eva", "3"), at: now) {}
    #expect(await code(Self.attempt("eva", "3"), at: now) == .wrongPassphrase)
  }

  @Test("Tries under any number of names and from any number of addresses lock out no other person")
  func floods() async throws {
    let (signIn, now) = (SignInGuard(), Date(timeIntervalSince1970: 1_800_000_000))
    let held = DispatchSemaphore(value: 0)
    let running = Task {
      try await signIn.check(Self.attempt("first", "0"), at: now) { held.wait() }
    }
    let waiting = (0..<2).map { number in
      Task { try await signIn.check(Self.attempt("waits \(number)", "1"), at: now) {} }
    }
    while signIn.waitingRanks.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    // One address has two tries in the queue: these are refused.
    for number in 0..<11_000 {
      await #expect(throws: Problem.self) {
        try await signIn.check(Self.attempt("name \(number)", "1"), at: now, Self.wrong)
      }
    }
    held.signal()
    for task in [running] + waiting { try await task.value }
    for address in 0..<11_000 {
      try await signIn.check(
        Self.attempt("anna", "address \(address)"), at: now + TimeInterval(address)
      ) {}
    }
    try await signIn.check(Self.attempt("otto", "2"), at: now + 11_000) {}
  }

  @Test("A first try goes before repeated ones of many addresses, and a known device before both")
  func ranks() async throws {
    let (signIn, now) = (SignInGuard(), Date(timeIntervalSince1970: 1_800_000_000))
    for address in 0..<20 {
      _ = try? await signIn.check(Self.attempt("anna", "\(address)"), at: now, Self.wrong)
    }
    let held = DispatchSemaphore(value: 0)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      try await signIn.check(Self.attempt("anna", "0"), at: now) {
        open.yield()
        held.wait()
      }
    }
    var started = gate.makeAsyncIterator()
    _ = await started.next()
    let (order, add) = AsyncStream.makeStream(of: String.self)
    func start(_ attempt: SignInGuard.Attempt) -> Task<Void, any Error> {
      Task {
        try await signIn.check(attempt, at: now) { _ = add.yield(attempt.origin) }
      }
    }
    // Eight wait, and the others are refused.
    var repeated = (1...8).map { start(Self.attempt("anna", "\($0)")) }
    while signIn.waitingRanks.count < 8 { try await Task.sleep(for: .milliseconds(1)) }
    repeated += (9..<20).map { start(Self.attempt("anna", "\($0)")) }
    for task in repeated.dropFirst(8) {
      await #expect(throws: Problem.self) { try await task.value }
    }
    // Each of the two that follow takes a place of the last repeated one.
    let first = start(Self.attempt("anna", "new"))
    while !signIn.waitingRanks.contains(1) { try await Task.sleep(for: .milliseconds(1)) }
    let known = start(Self.attempt("anna", "device", isKnown: true))
    while !signIn.waitingRanks.contains(0) { try await Task.sleep(for: .milliseconds(1)) }
    held.signal()
    for task in [running, first, known] { try await task.value }
    var refused = 0
    for task in repeated.prefix(8) {
      do { try await task.value } catch is Problem { refused += 1 }
    }
    #expect(refused == 2)
    add.finish()
    var all: [String] = []
    for await origin in order { all.append(origin) }
    #expect(all.prefix(2) == ["device", "new"] && all.count == 8, "\(all)")
  }
}
