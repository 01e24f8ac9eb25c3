import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport

@testable import TimeWalkEndpoint

/// Answers of several workers on one descriptor.
@Suite("Writing answers", .waitsForProcesses)
struct AnswerStreamTests {
  static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = Foundation.pipe(&ends)
    return (ends[0], ends[1])
  }

  /// A line with its writer's number, of a length that depends on the number.
  static func line(_ writer: Int, _ number: Int) -> [UInt8] {
    Array("\(writer) \(number) ".utf8)
      + Array(repeating: 0x61, count: (writer * 7919 + number * 104_729) % 30_000)
  }

  /// All lines until the other end is closed.
  static func lines(of descriptor: Int32) -> [[UInt8]] {
    var lines = LineReader(descriptor: descriptor)
    var all: [[UInt8]] = []
    while case .text(let line)? = lines.next() { all.append(line) }
    return all
  }

  @Test("Each line is written whole and once, each worker's in their order")
  func side() throws {
    let ends = Self.pipe()
    let stream = AnswerStream(descriptor: ends.write, isOrdered: false) {}
    let (writers, count) = (4, 200)
    let group = DispatchGroup()
    for writer in 0..<writers {
      group.enter()
      Thread.detachNewThread {
        for number in 0..<count { stream.answer(Self.line(writer, number), turn: 0) }
        group.leave()
      }
    }
    group.notify(queue: .global()) { close(ends.write) }
    var next = Array(repeating: 0, count: writers)
    for line in Self.lines(of: ends.read) {
      let writer = try #require(line.first.map { Int($0) - 0x30 })
      #expect(line == Self.line(writer, next[writer]))
      next[writer] += 1
    }
    #expect(next == Array(repeating: count, count: writers))
    #expect(stream.isSound)
    close(ends.read)
  }

  @Test("In order means the order of the requests, for any order of completion")
  func ordered() throws {
    let ends = Self.pipe()
    let stream = AnswerStream(descriptor: ends.write, isOrdered: true) {}
    let (writers, count) = (4, 100)
    let group = DispatchGroup()
    for writer in 0..<writers {
      group.enter()
      Thread.detachNewThread {
        for number in 0..<count {
          // Some requests get no answer, and pass the turn on.
          let turn = number * writers + writer
          stream.answer(turn % 7 == 0 ? nil : Self.line(0, turn), turn: turn)
        }
        group.leave()
      }
    }
    group.notify(queue: .global()) { close(ends.write) }
    let wanted = (0..<writers * count).filter { $0 % 7 != 0 }.map { Self.line(0, $0) }
    #expect(Self.lines(of: ends.read) == wanted)
    close(ends.read)
  }

  @Test(
    "A client that has gone is reported once, and no thread waits for it", arguments: [false, true])
  func gone(isOrdered: Bool) {
    signal(SIGPIPE, SIG_IGN)
    let ends = Self.pipe()
    let told = Mutex(0)
    let stream = AnswerStream(descriptor: ends.write, isOrdered: isOrdered) {
      told.withLock { $0 += 1 }
    }
    close(ends.read)
    let group = DispatchGroup()
    for writer in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        for number in 0..<50 {
          stream.answer(Self.line(writer, number), turn: number * 4 + writer)
        }
        group.leave()
      }
    }
    group.wait()
    #expect(told.withLock { $0 } == 1)
    #expect(!stream.isSound)
    close(ends.write)
  }
}

/// Jobs that wait for a worker.
@Suite("The queue of requests", .waitsForProcesses)
struct RequestQueueTests {
  final class Piece: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  static func bytes(_ number: Int) -> Int { number * 37 % 150 }

  @Test(
    "Every job is taken once, in the order of arrival, and never more wait than the capacity",
    arguments: [1, 2, 3, 64], [1, 3])
  func all(places: Int, workers: Int) {
    // Room for some of the jobs only, by their bytes.
    let queue = RequestQueue<Piece>(places: places, bytes: 100)
    let seen = Mutex<[[Int]]>(Array(repeating: [], count: workers))
    let group = DispatchGroup()
    for worker in 0..<workers {
      group.enter()
      Thread.detachNewThread {
        var done: Piece?
        var isEager = worker % 2 == 0
        while let job = (isEager ? queue.next(after: done, waits: false) : nil)
          ?? queue.next(after: done, waits: true)
        {
          isEager.toggle()
          let waiting = queue.waiting { _ in true }
          #expect(waiting.count <= places)
          #expect(waiting.count <= 1 || waiting.reduce(0) { $0 + Self.bytes($1.number) } <= 100)
          seen.withLock { $0[worker].append(job.number) }
          done = job
        }
        group.leave()
      }
    }
    for number in 0..<3000 { #expect(queue.enter(Piece(number), bytes: Self.bytes(number))) }
    queue.close()
    group.wait()
    let all = seen.withLock { $0 }
    for one in all { #expect(one == one.sorted()) }
    #expect(all.flatMap { $0 }.sorted() == Array(0..<3000))
    #expect(queue.running(where: { _ in true }).isEmpty)
    #expect(!queue.enter(Piece(0), bytes: 0))
  }
}
