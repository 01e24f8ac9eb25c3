import Foundation
import HTTPTypes
import Synchronization
import Testing
import TimeWalk
import TimeWalkBase
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// The order in which the server works.
@Suite("The server's queue")
struct WorkQueueTests {
  private static func turn(_ address: String?, _ client: String = "a") -> WorkQueue.Turn {
    WorkQueue.Turn(address: address, client: client)
  }

  /// Runs a piece of work in a turn, in a task of its own.
  private static func start(
    _ queue: WorkQueue, _ turn: WorkQueue.Turn, _ cost: WorkQueue.Cost = .low,
    _ body: @escaping @Sendable () -> Void = {}
  ) -> Task<Void, any Error> {
    Task {
      try await WorkQueue.$turn.withValue(turn) {
        try await queue.run(cost) { () throws(TimeWalkError) in body() }
      }
    }
  }

  private static func wait(_ isDone: () -> Bool) async throws {
    for _ in 0..<60_000 where !isDone() { try await Task.sleep(for: .milliseconds(1)) }
    #expect(isDone())
  }

  @Test("Long JSON waits for its turn, and short JSON doesn't")
  func json() async throws {
    let closed = WorkQueue(jobs: 1, longestWait: 1)
    closed.close()
    let short = Array(#"{"a":1}"#.utf8)
    #expect(try await Call.json(short, in: closed) == ["a": 1])
    let long = short + [UInt8](repeating: 0x20, count: 20_000)
    await #expect(throws: TimeWalkError.self) { try await Call.json(long, in: closed) }
  }

  @Test("An address that floods the queue doesn't delay another one")
  func addresses() async throws {
    let queue = WorkQueue(jobs: 1, longestWait: 600)
    let held = DispatchSemaphore(value: 0)
    let first = Self.start(queue, Self.turn("flood")) { held.wait() }
    try await Self.wait { queue.busy == 1 }
    let others = (0..<40).map { Self.start(queue, Self.turn("flood", "\($0)")) }
    try await Self.wait { queue.waiting == 40 }
    // The flood gets one thread of two, under any client names.
    try await Self.start(queue, Self.turn("other")).value
    #expect(queue.waiting == 40 && queue.busy == 1)
    held.signal()
    for task in [first] + others { try await task.value }
    queue.close()
  }

  @Test("Clients of one address take turns")
  func clients() async throws {
    let queue = WorkQueue(jobs: 1, longestWait: 600)
    let held = DispatchSemaphore(value: 0)
    let order = Mutex<[String]>([])
    let first = Self.start(queue, Self.turn("here", "held")) { held.wait() }
    try await Self.wait { queue.busy == 1 }
    var tasks: [Task<Void, any Error>] = []
    for name in ["greedy", "greedy", "greedy", "modest"] {
      let count = tasks.count
      tasks.append(
        Self.start(queue, Self.turn("here", name)) { order.withLock { $0.append(name) } })
      try await Self.wait { queue.waiting == count + 1 }
    }
    held.signal()
    for task in [first] + tasks { try await task.value }
    #expect(order.withLock(\.self) == ["greedy", "modest", "greedy", "greedy"])
    queue.close()
  }

  @Test("Expensive work of any number of addresses leaves a thread for cheap work")
  func costs() async throws {
    let queue = WorkQueue(jobs: 1, longestWait: 600)
    let held = DispatchSemaphore(value: 0)
    let searches = ["a", "b", "c"].map { address in
      Self.start(queue, Self.turn(address), .search) { held.wait() }
    }
    try await Self.wait { queue.busy == 1 && queue.waiting == 2 }
    try await Self.start(queue, Self.turn("d")).value
    // Also of an address whose own search waits.
    try await Self.start(queue, Self.turn("c")).value
    for _ in searches { held.signal() }
    for task in searches { try await task.value }
    queue.close()
  }

  @Test("Photos of any number of addresses leave a thread for searches, and searches for photos")
  func kinds() async throws {
    for (many, other) in [(WorkQueue.Cost.photo, WorkQueue.Cost.search), (.search, .photo)] {
      let queue = WorkQueue(jobs: 2, longestWait: 600)
      let held = DispatchSemaphore(value: 0)
      let tasks = ["a", "b", "c", "d"].map { address in
        Self.start(queue, Self.turn(address), many) { held.wait() }
      }
      try await Self.wait { queue.busy == 2 && queue.waiting == 2 }
      let single = Self.start(queue, Self.turn("e"), other) { held.wait() }
      try await Self.wait { queue.busy == 3 && queue.waiting == 2 }
      // Cheap work has the last thread; a further search or photo waits.
      let further = Self.start(queue, Self.turn("f"), other)
      try await Self.wait { queue.waiting == 3 }
      try await Self.start(queue, Self.turn("g")).value
      #expect(queue.busy == 3 && queue.waiting == 3)
      for _ in 0..<5 { held.signal() }
      for task in tasks + [single, further] { try await task.value }
      queue.close()
    }
  }

  @Test("Cheap work of addresses whose cheap work took long leaves a thread for others")
  func slow() async throws {
    let queue = WorkQueue(jobs: 2, longestWait: 600)
    for address in ["a", "b"] {
      try await Self.start(queue, Self.turn(address)) { Thread.sleep(forTimeInterval: 0.6) }.value
    }
    let held = DispatchSemaphore(value: 0)
    let long = ["a", "b", "a", "b"].map { Self.start(queue, Self.turn($0)) { held.wait() } }
    try await Self.wait { queue.busy == 2 && queue.waiting == 2 }
    try await Self.start(queue, Self.turn("c")).value
    for _ in long { held.signal() }
    for task in long { try await task.value }
    queue.close()
  }

  @Test("Work that would wait too long, or has, is refused with 503 and Retry-After")
  func refusals() async throws {
    let queue = WorkQueue(jobs: 1, longestWait: 1)
    let held = DispatchSemaphore(value: 0)
    let first = [("a", WorkQueue.Cost.search), ("c", .photo)].map { address, cost in
      Self.start(queue, Self.turn(address), cost) { held.wait() }
    }
    try await Self.wait { queue.busy == 2 }
    // A search is expected to take a tenth of a second.
    let waiting = (0..<20).map { _ in Self.start(queue, Self.turn("a"), .search) }
    try await Self.wait { queue.waiting == 20 }
    let refused = await #expect(throws: Problem.self) {
      try await Self.start(queue, Self.turn("a"), .search).value
    }
    #expect(refused?.status == .serviceUnavailable)
    #expect(refused?.headers[.retryAfter] != nil)
    // A photo may wait six times as long.
    let photo = Self.start(queue, Self.turn("b"), .photo)
    try await Self.wait { queue.waiting == 21 }
    try await Task.sleep(for: .seconds(1.1))
    for _ in first { held.signal() }
    for task in first { try await task.value }
    for task in waiting { await #expect(throws: Problem.self) { try await task.value } }
    try await photo.value
    try await Self.start(queue, Self.turn("a"), .search).value
    #expect(queue.waiting == 0 && queue.busy == 0)
    queue.close()
    await #expect(throws: TimeWalkError.self) { try await Self.start(queue, Self.turn("a")).value }
  }
}
