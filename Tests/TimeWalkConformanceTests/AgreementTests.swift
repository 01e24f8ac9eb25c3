import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

/// Whether engines agree: the same operations on each, one after the other, and the same answers.
@Suite("All engines give the same answers") struct AgreementTests {
  /// How many sequences; `TIMEWALK_SEEDS` asks for more than fit into every run.
  private static let seeds =
    ProcessInfo.processInfo.environment["TIMEWALK_SEEDS"].flatMap(UInt64.init) ?? 6

  @Test("to whatever is done to them", arguments: 0..<seeds)
  func randomOperations(seed: UInt64) throws {
    let fixtures = try Engine.all.map { try EngineFixture($0) }
    var maker = OperationMaker(seed: seed)
    for step in 0..<24 {
      let operation = maker.next()
      let outcomes = fixtures.map { operation.outcome(on: $0.archive) }
      for (fixture, outcome) in zip(fixtures, outcomes).dropFirst() {
        try #require(
          Difference.between(outcome, outcomes[0]) == nil,
          "step \(step), \(operation.name): \(fixture.engine.name)")
      }
      guard step % 4 == 3 else { continue }
      let states = try fixtures.map { try Transcript.of($0.archive) }
      for state in states.dropFirst() {
        try #require(Difference.between(state, states[0]) == nil, "step \(step), \(operation.name)")
      }
    }
    let journals = try fixtures.map { try Self.journal(of: $0) }
    for journal in journals.dropFirst() { #expect(Difference.between(journal, journals[0]) == nil) }
    for _ in 0..<30 {
      let question = maker.question()
      let answers = fixtures.map { question.outcome(on: $0.archive) }
      for answer in answers.dropFirst() {
        #expect(Difference.between(answer, answers[0]) == nil, "\(question.name)")
      }
    }
    for fixture in fixtures {
      // The pictures are names alone.
      let problems = try fixture.archive.verify().filter {
        $0.severity == .fault && $0.check != .media
      }
      #expect(problems == [])
    }
  }

  /// The journal with all changes, its entries numbered from 1.
  private static func journal(of fixture: EngineFixture) throws -> [String] {
    let numbers = try Numbers(fixture.archive)
    return try fixture.archive.history().flatMap { entry in
      [numbers.text(of: entry)]
        + (try fixture.changes(of: entry.number).map { "  \($0.id) \($0.kind) \($0.fields)" })
    }
  }
}
