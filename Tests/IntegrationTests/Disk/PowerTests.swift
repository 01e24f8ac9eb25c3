import Foundation
import Testing
import TimeWalkTestSupport

/// A few things asked one after another, recorded once, with the disk's state after each.
struct RecordedDay {
  struct Step: Sendable {
    let name: String
    var isResumable = false
    let arguments: @Sendable (DiskPlace) -> [String]
  }

  let place: DiskPlace
  let log: DiskLog
  private let start: URL
  private let numbers: [String: Int]
  /// The state before the first step and after each.
  private let states: [[String]]
  /// The number of events before each step's answer, and before its end.
  private let answers: [Int]
  private let ends: [Int]

  static let steps: [Step] = [
    Step(name: "submit") { DiskOperation.submit($0, 0) },
    Step(name: "import") { DiskOperation.importing($0, "a") },
    Step(name: "submit") { DiskOperation.submit($0, 1) },
    Step(name: "import with pictures") {
      ["archive", "import", $0.path("pictures.csv"), "--media", "copy", "--archive", $0.archive]
    },
    Step(name: "set") { ["archive", "set", "a:one", "title=Changed", "--archive", $0.archive] },
    Step(name: "submit again otherwise", isResumable: true) {
      DiskOperation.submit($0, 0) + ["--max-bytes", "3000"]
    },
    Step(name: "undo") { ["archive", "undo", "3", "--archive", $0.archive] },
    Step(name: "library remove", isResumable: true) { _ in ["library", "remove", "2"] },
    Step(name: "archive remove") { ["archive", "remove", "a:two", "--archive", $0.archive] },
    Step(name: "archive export") {
      ["archive", "export", $0.path("export.csv"), "--collection", "a", "--archive", $0.archive]
    },
    Step(name: "library export") { ["library", "export", $0.path("export.zip")] },
    Step(name: "backup") {
      ["archive", "backup", $0.path("backup.sqlite"), "--archive", $0.archive]
    },
    Step(name: "submit") { DiskOperation.submit($0, 2) },
  ]

  /// Records the day; without syncs, as if none had been requested.
  init(withSyncs: Bool) throws {
    place = try DiskPlace()
    try DiskOperation.photos(place)
    try DiskOperation.catalogues(place)
    let csv = "id,latitude,longitude,media\nx,1,2,photos/p0.jpg\ny,1,2,photos/p1.jpg\n"
    try place.write(Array(csv.utf8), to: "pictures.csv")
    start = URL(fileURLWithPath: place.aside("start"))
    try FileManager.default.copyItem(at: place.root, to: start)
    var numbers: [String: Int] = [:]
    for name in FileManager.default.enumerator(atPath: place.root.path)?.compactMap({
      $0 as? String
    }) ?? [] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path(name))
      numbers[name] = attributes[.systemFileNumber] as? Int
    }
    self.numbers = numbers
    let path = place.aside("log")
    var tool = ["LOG": path]
    if !withSyncs { tool["DEAF"] = "1" }
    var states = [try place.stateOfCopy()]
    var answers: [Int] = []
    var ends: [Int] = []
    for step in Self.steps {
      try DiskOperation.done(place.run(step.arguments(place), tool: tool))
      let events = try #require(DiskLog(path: path), "the log is torn").events
      let from = ends.last ?? 0
      let answer = events[from...].firstIndex { if case .answer = $0 { true } else { false } }
      answers.append(try #require(answer, "\(step.name) said nothing"))
      ends.append(events.count)
      states.append(try place.stateOfCopy())
    }
    log = try #require(DiskLog(path: path), "the log is torn")
    self.states = states
    self.answers = answers
    self.ends = ends
  }

  /// The most informative moments: right after each answer, and around each sync.
  var moments: [Int] {
    let around = log.events.indices.filter { log.events[$0].isSync }.flatMap { [$0, $0 + 1] }
    return Set(answers.map { $0 + 1 } + ends + around).sorted()
  }

  /// The moments right after the answers.
  var acknowledgements: [Int] { answers.map { $0 + 1 } }

  /// The fault after a power cut; `nil` when all acknowledged data are present.
  func problem(at moment: Int, _ fate: PowerCut.Fate, seed: UInt64) throws -> String? {
    let cut = PowerCut(
      start: start, numbers: numbers, events: log.events, moment: moment, fate: fate, seed: seed)
    try cut.write(to: place.root)
    let acknowledged = answers.filter { $0 < moment }.count
    let begun =
      acknowledged < Self.steps.count && moment > (acknowledged == 0 ? 0 : ends[acknowledged - 1])
    let wanted = begun ? [states[acknowledged], states[acknowledged + 1]] : [states[acknowledged]]
    var state = try look()
    if wanted.contains(state) { return nil }
    // The next program removes a program's incomplete work.
    _ = try place.run(["library", "resume"])
    state = try look()
    if wanted.contains(state) { return nil }
    if begun, Self.steps[acknowledged].isResumable {
      _ = try place.run(Self.steps[acknowledged].arguments(place))
      state = try look()
      if state == states[acknowledged + 1] { return nil }
    }
    let name = begun ? "in the middle of \(Self.steps[acknowledged].name)" : "at rest"
    let missing = states[acknowledged].filter { !state.contains($0) }
    let extra = state.filter { !states[acknowledged].contains($0) }
    return
      "power at \(moment) of \(log.events.count), \(name), \(fate), seed \(seed): lacks \(missing), has \(extra)"
  }

  private func look() throws -> [String] {
    do { return try place.state() } catch { return ["FAULT \(error)"] }
  }
}

@Suite(
  "A power cut", .waitsForProcesses, .enabled(if: DiskTool.path != nil, "there is no C compiler"))
struct PowerTests {
  @Test("loses nothing that was acknowledged, and leaves nothing by halves")
  func keeps() throws {
    let day = try RecordedDay(withSyncs: true)
    var random = SeededGenerator(seed: 15)
    var problems: [String] = []
    var cuts = 0
    var moments: [(Int, PowerCut.Fate)] = []
    if DiskTool.isLong {
      // Every moment with the loss of all unsynced data, and with one of the other fates in
      // rotation.
      let others: [PowerCut.Fate] = [.prefix, .sectors, .pages]
      moments = (0...day.log.events.count).flatMap { [($0, .lost), ($0, others[$0 % 3])] }
    } else {
      moments = day.acknowledgements.flatMap { moment in
        Project.isLongCheck ? [(moment, .lost), (moment, .sectors)] : [(moment, .lost)]
      }
      moments += day.moments.shuffled(using: &random).prefix(Project.times(8, all: 40)).map {
        ($0, PowerCut.Fate.allCases.randomElement(using: &random) ?? .lost)
      }
    }
    for (moment, fate) in moments {
      cuts += 1
      if let problem = try day.problem(at: moment, fate, seed: UInt64(moment)) {
        problems.append(problem)
      }
    }
    DiskTool.report(
      "power: \(day.log.events.count) events, \(cuts) cuts, \(problems.count) findings")
    for problem in problems { DiskTool.report("  " + problem) }
    #expect(problems == [])
  }

  @Test("loses data without flushes to the disk, which this test detects")
  func sees() throws {
    let day = try RecordedDay(withSyncs: false)
    var lost = 0
    for moment in day.acknowledgements where try day.problem(at: moment, .lost, seed: 1) != nil {
      lost += 1
    }
    DiskTool.report(
      "power without syncs: \(lost) of \(day.acknowledgements.count) acknowledgements lost")
    #expect(lost == day.acknowledgements.count)
  }
}
