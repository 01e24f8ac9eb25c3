import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

/// Engines must agree with each other and with the model: the same operations on each, one after
/// the other, and the same answers.
@Suite("All engines give the same answers", .waitsForProcesses) struct AgreementTests {
  /// The number of sequences; `TIMEWALK_SEEDS` asks for more than fit into every run.
  private static let seeds =
    ProcessInfo.processInfo.environment["TIMEWALK_SEEDS"].flatMap(UInt64.init)
    ?? (Project.isLongCheck ? 6 : 2)

  @Test(
    "after any operations", .enabled(if: Engine.all.count > 1, "one engine has no other"),
    arguments: 0..<seeds)
  func randomOperations(seed: UInt64) throws {
    let fixtures = try Engine.all.map { try EngineFixture($0) }
    var maker = OperationMaker(seed: seed)
    func compare(_ operation: Operation, _ note: Comment) throws {
      let outcomes = fixtures.map { operation.outcome(on: $0.archive) }
      for outcome in outcomes.dropFirst() {
        try #require(Difference.between(outcome, outcomes[0]) == nil, note)
      }
    }
    for step in 0..<24 {
      let operation = maker.next()
      try compare(operation, "step \(step), \(operation.name)")
      guard step % 4 == 3 else { continue }
      let states = try fixtures.map { try Transcript.of($0.archive) }
      for state in states.dropFirst() {
        try #require(Difference.between(state, states[0]) == nil, "step \(step), \(operation.name)")
      }
    }
    let journals = try fixtures.map { try Self.journal(of: $0).flatMap(\.self) }
    for journal in journals.dropFirst() { #expect(Difference.between(journal, journals[0]) == nil) }
    for _ in 0..<30 {
      let question = maker.question()
      try compare(question, "\(question.name)")
    }
    for fixture in fixtures { #expect(try Self.faults(in: fixture) == []) }
  }

  @Test("which are those of a plain model", arguments: 1_000..<1_000 + 4 * seeds)
  func plainOperations(seed: UInt64) throws {
    let fixture = try EngineFixture(.spatiaLite)
    var model = Model()
    var maker = OperationMaker(seed: seed, isPlain: true)
    func compare(_ operation: Operation, _ note: Comment) throws {
      let outcome = operation.result(on: fixture.archive)
      guard let foretold = operation.foretold(by: &model) else { return }
      try #require(Difference.between(outcome.plain, foretold) == nil, note)
    }
    for step in 0..<40 {
      let operation = maker.next()
      try compare(operation, "step \(step), \(operation.name)")
      guard step % 4 == 3 else { continue }
      let state = try Transcript.plain(of: fixture.archive.snapshot())
      let foretold = Transcript.plain(of: model)
      try #require(Difference.between(state, foretold) == nil, "step \(step), \(operation.name)")
    }
    // The model has no keys to put changes in order.
    let journal = try Self.journal(of: fixture).flatMap { $0.sorted() }
    let foretold = Self.journal(of: model).flatMap { $0.sorted() }
    #expect(Difference.between(journal, foretold) == nil)
    for _ in 0..<60 {
      let question = maker.question()
      try compare(question, "\(question.name)")
    }
    #expect(try Self.faults(in: fixture) == [])
  }

  /// The faults of an archive, whose pictures are names alone.
  private static func faults(in fixture: EngineFixture) throws -> [ArchiveProblem] {
    try fixture.archive.verify().filter { $0.severity == .fault && $0.check != .media }
  }

  /// The journal, its entries numbered from 1, each with all changes.
  private static func journal(of fixture: EngineFixture) throws -> [[String]] {
    let numbers = try Numbers(fixture.archive)
    return try fixture.archive.history().map { entry in
      [numbers.text(of: entry)] + (try fixture.changes(of: entry.number).map { "\($0)" })
    }
  }

  private static func journal(of model: Model) -> [[String]] {
    let numbers = Numbers(model.history)
    return zip(model.history, model.journal.reversed()).map { said, entry in
      [numbers.text(of: said)] + Model.changes(of: entry).map { "\($0)" }
    }
  }
}
