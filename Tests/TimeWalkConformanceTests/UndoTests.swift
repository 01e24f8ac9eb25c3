import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("An undo", .waitsForProcesses) struct UndoTests {
  /// Something that is done, by its name.
  private struct Step {
    var name: String
    var run: (EngineFixture) throws -> Int64?
  }

  /// One of each kind, on the state of `start`.
  private static var steps: [Step] {
    [
      Step(name: "an import") { fixture in
        var source = Rows(
          "test", [.placed("a", "Other"), .placed("new"), .unplaced("new too"), .placed("nowhere")])
        source.statement.title = "Title"
        source.eras = [
          try NamedEra(name: "New", date: "1950"),
          try NamedEra(name: "ère", date: "1900", description: "Told"),
        ]
        return try fixture.bring(source).entry
      },
      Step(name: "a replacing import") { fixture in
        try fixture.bring(.placed("a", "Other")) {
          $0.replaces = true
          $0.mayRemove = true
          $0.overwritesCorrections = true
        }.entry
      },
      Step(name: "an import into a new collection") { fixture in
        try fixture.bring(Rows("new", [.placed(ItemID(collection: "new", identifier: "a"))])).entry
      },
      Step(name: "an edit") { try $0.archive.set(test("a"), [.title: "Edited"]).entry },
      Step(name: "a place") {
        try $0.archive.set(test("nowhere"), [.latitude: "1", .longitude: "2"]).entry
      },
      Step(name: "a lost place") {
        try $0.archive.set(test("a"), [.latitude: "", .longitude: ""]).entry
      },
      Step(name: "many edits") {
        try $0.archive.set(all: ArchiveQuery(), [.creator: "Somebody"]).entry
      },
      Step(name: "a removal") { try $0.archive.remove([test("a"), test("nowhere")]).entry },
      Step(name: "a removed collection") {
        try $0.archive.remove(collection: "test", isAgreed: true).entry
      },
      Step(name: "an era") { try $0.archive.addEra(NamedEra(name: "New", date: "1950")).entry },
      Step(name: "an era's description, under other capitals") {
        try $0.archive.addEra(NamedEra(name: "ère", date: "1900", description: "Told")).entry
      },
      Step(name: "a removed era") { try $0.archive.removeEra(named: "ÈRE").entry },
      Step(name: "rights") { try $0.archive.setRights(of: "test", to: "CC0-1.0").entry },
      Step(name: "a dismissal") {
        try $0.archive.decide([
          ReviewDecision(.dismiss, item: test("a"), kind: .noRights, note: "seen")
        ]).entry
      },
      Step(name: "decisions, two on one item") {
        try $0.archive.decide([
          ReviewDecision(
            .set([.latitude: "3", .longitude: "4"]), item: test("nowhere"), kind: .unplaced),
          ReviewDecision(.set([.title: "Placed"]), item: test("nowhere"), kind: .undated),
          ReviewDecision(.set([.title: "x"]), item: test("nowhere"), kind: .undated),
        ]).entry
      },
    ]
  }

  private static func start(_ engine: Engine) throws -> EngineFixture {
    let fixture = try EngineFixture(engine)
    try fixture.archive.addEra(NamedEra(name: "Ère", date: "1900"))
    let rows: [SourceRow] = [
      .placed("a", "A"), .placed("b", "B", copyOf: "a"), .unplaced("nowhere"), .placed("c"),
    ]
    try fixture.bring(Rows("test", rows)) { policy in
      policy.fingerprint = { _ in Fingerprint(words: SIMD4(1, 2, 3, 4)) }
    }
    try fixture.archive.set(test("b"), [.title: "By hand"])
    try fixture.archive.remove([test("c")])
    return fixture
  }

  @Test(
    "restores everything exactly, and its own undo reapplies everything",
    arguments: Engine.all)
  func backAndForth(engine: Engine) throws {
    let fixture = try Self.start(engine)
    for step in Self.steps {
      let before = try Transcript.of(fixture.archive)
      let entry = try #require(try step.run(fixture), "\(step.name)")
      let after = try Transcript.of(fixture.archive)
      #expect(after != before || step.name == "an edit", "\(step.name) did nothing")
      let undo = try #require(try fixture.archive.undo(entry).entry)
      #expect(Difference.between(try Transcript.of(fixture.archive), before) == nil, "\(step.name)")
      let again = try #require(try fixture.archive.undo(undo).entry)
      #expect(Difference.between(try Transcript.of(fixture.archive), after) == nil, "\(step.name)")
      try fixture.archive.undo(again)
      #expect(Difference.between(try Transcript.of(fixture.archive), before) == nil, "\(step.name)")
      // The source has what it had to say of the corrections, too.
      #expect(try fixture.bring(.placed("b", "B", copyOf: "a")).conflictCount == 0, "\(step.name)")
    }
    #expect(try fixture.archive.verify().filter { $0.severity == .fault } == [])
  }

  @Test("of everything, newest first, leaves an empty archive", arguments: Engine.all)
  func toTheStart(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let empty = try Transcript.of(fixture.archive)
    var maker = OperationMaker(seed: 71)
    var states: [Int64: [String]] = [:]
    for _ in 0..<10 {
      let (last, state) = (
        try fixture.archive.history(limit: 1).first?.number, try Transcript.of(fixture.archive)
      )
      _ = maker.next().outcome(on: fixture.archive)
      let entry = try fixture.archive.history(limit: 1).first?.number
      if let entry, entry != last { states[entry] = state }
    }
    for entry in try fixture.archive.history() {
      guard try fixture.archive.entry(entry.number).undoneBy == nil, entry.undoes == nil else {
        continue
      }
      try fixture.archive.undo(entry.number)
      if let state = states[entry.number] {
        #expect(Difference.between(try Transcript.of(fixture.archive), state) == nil)
      }
    }
    #expect(Difference.between(try Transcript.of(fixture.archive), empty) == nil)
  }

  @Test("out of order lists the entries to undo first", arguments: Engine.all)
  func conflicts(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    func entry(_ number: Int64?) throws -> Int64 { try #require(number) }
    let first = try entry(try fixture.bring(.placed("a", "A"), .placed("b", "B")).entry)
    let aside = try entry(try archive.addEra(NamedEra(name: "Old", date: "1900")).entry)
    let edit = try entry(try archive.set(test("a"), [.title: "Hand"]).entry)
    let second = try entry(try fixture.bring(.placed("a", "Newer"), .placed("c", "C")).entry)
    let state = try Transcript.of(archive)

    func refusal(_ number: Int64, naming later: [Int64]) throws {
      let error = #expect(throws: ArchiveError.self) { try archive.undo(number) }
      #expect(error?.code == .conflict)
      let list = later.map(String.init).joined(separator: ", ")
      #expect(error?.message.hasSuffix(": \(list).") == true, "\(error?.message ?? "")")
      #expect(try Transcript.of(archive) == state)
    }
    // The second import noted what it said of the corrected field, and filled the collection.
    try refusal(first, naming: [second, edit])
    try refusal(edit, naming: [second])
    // Independent data can be removed at any time.
    let undo = try entry(try archive.undo(aside).entry)
    try archive.undo(undo)
    for number in [second, edit, first] { try archive.undo(number) }
    #expect(try archive.statements() == [])
    let error = #expect(throws: ArchiveError.self) { try archive.undo(first) }
    #expect(error?.code == .conflict)
    let unknown = #expect(throws: ArchiveError.self) { try archive.undo(999) }
    #expect(unknown?.code == .noSuchEntry)
  }

  @Test("keeps names from being given twice", arguments: Engine.all)
  func names(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try fixture.bring(.placed("a", "A"))
    let removal = try #require(try archive.remove([test("a")]).entry)
    let anew = try #require(
      try fixture.bring(.placed("a", "Anew")) { $0.overwritesCorrections = true }.entry)
    let error = #expect(throws: ArchiveError.self) { try archive.undo(removal) }
    #expect(error?.message.hasSuffix(": \(anew).") == true)
    try archive.undo(anew)
    try archive.undo(removal)
    #expect(try fixture.fields("a")[.title] == "A")
    // Of a collection that was made again, too.
    let gone = try #require(try archive.remove(collection: "test", isAgreed: true).entry)
    let again = try #require(try fixture.bring(.placed("z")).entry)
    let other = #expect(throws: ArchiveError.self) { try archive.undo(gone) }
    #expect(other?.message.hasSuffix(": \(again).") == true)
    try archive.undo(again)
    try archive.undo(gone)
    #expect(try fixture.identifiers() == ["a"])
    // And of an era under other capitals.
    try archive.addEra(NamedEra(name: "Ère", date: "1900"))
    let forgotten = try #require(try archive.removeEra(named: "Ère").entry)
    let known = try #require(try archive.addEra(NamedEra(name: "ère", date: "1901")).entry)
    let taken = #expect(throws: ArchiveError.self) { try archive.undo(forgotten) }
    #expect(taken?.message.hasSuffix(": \(known).") == true)
    try archive.undo(known)
    try archive.undo(forgotten)
    #expect(try archive.eras().map(\.name) == ["Ère"])
  }

  @Test("counts restored, changed and removed items, and has a dry run", arguments: Engine.all)
  func counts(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"), .placed("b"), .unplaced("c"))
    let entry = try #require(
      try fixture.bring(.placed("a", "Other"), .placed("c"), .placed("d")) {
        $0.replaces = true
        $0.mayRemove = true
      }.entry)
    let state = try Transcript.of(fixture.archive)
    let dry = try fixture.archive.undo(entry, terms: ChangeTerms(isDryRun: true))
    #expect(dry.entry == nil)
    #expect(try Transcript.of(fixture.archive) == state)
    let report = try fixture.archive.undo(entry)
    #expect(report.counts == dry.counts)
    #expect(report.undone.number == entry)
    // b came back, a and c changed, d went.
    #expect((report.counts.added, report.counts.updated, report.counts.removed) == (1, 2, 1))
    let undo = try fixture.archive.entry(try #require(report.entry))
    #expect(undo.kind == .undo && undo.undoes == entry && undo.counts == report.counts)
    #expect(try fixture.archive.entry(entry).undoneBy == undo.number)
  }
}
