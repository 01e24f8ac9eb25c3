import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("Reading ahead") struct ReadAheadTests {
  /// Counts to a number, and may then fail.
  struct Counting: ItemSource {
    let statement = CollectionStatement(name: "c")
    let findings: [ImportFinding] = []
    var closingFindings: [ImportFinding] {
      [ImportFinding(.note, line: nil, reason: "after \(count)")]
    }
    let end: Int
    var fails = false
    private(set) var count = 0

    init(end: Int, fails: Bool = false) {
      self.end = end
      self.fails = fails
    }

    mutating func next() throws(ArchiveError) -> SourceRow? {
      guard count < end else {
        if fails { throw ArchiveError(.inputUnreadable, "torn") }
        return nil
      }
      count += 1
      return SourceRow(item: nil, findings: [], line: count)
    }
  }

  @Test("All rows come, in their order", arguments: [0, 1, 255, 256, 257, 5_000])
  func order(count: Int) throws {
    var source: any ItemSource = ReadAhead.of(Counting(end: count))
    for line in 0..<count { #expect(try source.next()?.line == line + 1) }
    #expect(try source.next()?.line == nil)
    #expect(try source.next()?.line == nil, "the end stays the end")
    #expect(source.closingFindings.map(\.reason) == ["after \(count)"])
  }

  @Test("A failure comes after the rows before it") func failure() throws {
    let source = ReadAhead.of(Counting(end: 300, fails: true))
    // The rows of a batch that isn't full aren't needed when nothing is kept.
    for _ in 0..<256 { #expect(try source.next()?.line != nil) }
    #expect(throws: ArchiveError.self) { try source.next() }
  }

  @Test("Reading can stop before the end") func leaving() throws {
    let source = ReadAhead.of(Counting(end: .max))
    for line in 1...1_000 { #expect(try source.next()?.line == line) }
  }

  @Test("Without a thread, and with one that comes late, the caller reads")
  func withoutThread() throws {
    var late: [Thread] = []
    let source = ReadAhead(Counting(end: 300, fails: true), patience: 0.01) { late.append($0) }
    for line in 1...299 { #expect(try source.next()?.line == line) }
    late.forEach { $0.start() }
    #expect(try source.next()?.line == 300)
    #expect(throws: ArchiveError.self) { try source.next() }
    let whole = ReadAhead(Counting(end: 2), patience: 0.01) { _ in }
    for line in [1, 2, nil, nil] { #expect(try whole.next()?.line == line) }
    #expect(whole.closingFindings.map(\.reason) == ["after 2"])
  }
}
