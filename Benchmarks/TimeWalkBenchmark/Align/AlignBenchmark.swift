import ArgumentParser
import Foundation

/// `benchmark align`: how well, how surely and how quickly pairs of an old and a new picture are
/// aligned.
struct AlignBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "align",
    abstract:
      "Align pairs of pictures whose control points are known, from each draw of their poses.")

  @Option(
    help: "The pairs; by default thennow/pairs.json of the folder that TIMEWALK_TEST_DATA names.")
  var set: String?
  @Option(help: "The `timewalk` program.") var program: String
  @Option(help: "The file for the answers to the first draw of each pair, as JSON.")
  var answers: String?

  /// One answer, judged.
  private struct Judged {
    let name: String, kind: String
    let draw: Int
    /// A share of the width, of the alignment that is offered, or else of the drawn one; `nil` for
    /// pairs of two places.
    let error: Double?
    let run: MeasuredRun
    let answer: AlignAnswer

    var grade: AlignAnswer.Grade { answer.grade }
  }

  func run() throws {
    let file = try place()
    let set = try JSONDecoder().decode(AlignedPairs.self, from: Data(contentsOf: file))
    let folder = file.deletingLastPathComponent()
    var judged: [Judged] = []
    for (name, pair) in set.pairs.sorted(by: { $0.key < $1.key }) {
      for (index, draw) in pair.priors.enumerated() {
        judged.append(try judge(name, pair, draw, index, in: folder))
      }
      Report.talk("\(judged.count) aligned, the last \(name)")
    }
    if let answers {
      let first = judged.filter { $0.draw == 0 }.map { ($0.name, $0.answer) }
      let coded = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: first))
      try coded.write(to: URL(fileURLWithPath: answers))
    }
    report(judged)
  }

  private func place() throws -> URL {
    if let set { return URL(fileURLWithPath: set) }
    guard let data = ProcessInfo.processInfo.environment["TIMEWALK_TEST_DATA"] else {
      throw ValidationError("Name a set, or set TIMEWALK_TEST_DATA to the development data.")
    }
    return URL(fileURLWithPath: data).appendingPathComponent("thennow/pairs.json")
  }

  private func judge(
    _ name: String, _ pair: AlignedPairs.Pair, _ draw: AlignedPairs.Draw, _ index: Int,
    in folder: URL
  ) throws -> Judged {
    var flags = [
      "align", folder.appendingPathComponent(pair.then).path,
      folder.appendingPathComponent(pair.now).path, "--then-pose", draw.then.flag, "--now-pose",
      draw.now.flag, "--then-projection", draw.then.projection ?? "rectilinear", "--json",
    ]
    if let row = draw.then.horizonRow { flags += ["--then-horizon", "\(row)"] }
    let run = try MeasuredRun(program, flags)
    let answer = try JSONDecoder().decode(AlignAnswer.self, from: Data(run.output.utf8))
    let error = pair.points.isEmpty ? nil : pair.error(of: answer.offered ?? answer.way)
    return Judged(
      name: name, kind: pair.kind, draw: index, error: error, run: run, answer: answer)
  }

  private func report(_ judged: [Judged]) {
    print("\(judged.count) runs of `timewalk align`; \(Report.machine)\n")
    var rows = [
      ["pairs", "runs", "within 2 %", "within 5 %", "fits", "fits, more than 5 % off", "may fit"]
    ]
    for kind in Swift.Set(judged.map(\.kind)).sorted() {
      let runs = judged.filter { $0.kind == kind }
      let errors = runs.compactMap(\.error)
      func share(_ limit: Double) -> String {
        errors.isEmpty
          ? "" : Report.number(Double(errors.count { $0 <= limit }) / Double(errors.count), 2)
      }
      rows.append([
        kind, "\(runs.count)", share(0.02), share(0.05), "\(runs.count { $0.grade == .fits })",
        errors.isEmpty ? "" : "\(runs.count { $0.grade == .fits && ($0.error ?? 0) > 0.05 })",
        "\(runs.count { $0.grade == .mayFit })",
      ])
    }
    Report.table(rows)
    let seconds = judged.map(\.run.processorSeconds).sorted()
    let memory = judged.map(\.run.peakMegabytes).max() ?? 0
    print(
      "\nProcessor time of a whole process: median \(Report.number(seconds[seconds.count / 2], 2)) s, most "
        + "\(Report.number(seconds.last ?? 0, 2)) s; most memory \(Report.number(memory, 0)) MB.\n")
    for run in judged
    where run.error.map({ $0 > 0.05 || run.grade != .fits }) ?? (run.grade != .none) {
      let share = run.error.map { "\(Report.number(100 * $0, 1)) % off" } ?? "another place"
      print("- \(run.name), draw \(run.draw + 1): \(run.grade.rawValue), \(share)")
    }
  }
}
