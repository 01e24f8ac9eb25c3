import Foundation

/// One run of a program: how long it took, and the most memory that it had.
struct MeasuredRun {
  /// The reason why a run isn't a valid measurement.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// From its start to its end.
  let seconds: Double
  /// Of processor, in the program and in the system for it.
  let processorSeconds: Double
  /// The most memory that it had at a time, MB.
  let peakMegabytes: Double
  /// Its output.
  let output: String

  /// Runs a program to its end; throws if it fails or prints something unexpected.
  ///
  /// GNU `time` asks the system for the program's own figures, which its parent's would hide.
  init(_ program: String, _ arguments: [String], expecting outcome: String? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/time")
    process.arguments = ["--format", "%e %U %S %M", program] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Neither says more than fits into a pipe.
    process.waitUntilExit()
    func text(_ pipe: Pipe) throws -> String {
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    let (said, talk) = (try text(output), try text(errors))
    let name = URL(fileURLWithPath: program).lastPathComponent
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(name) failed: \(talk)")
    }
    if let outcome, !said.contains(outcome) {
      throw Failure(description: "\(name) should have said \"\(outcome)\", but said: \(said)")
    }
    let figures = (talk.split(separator: "\n").last ?? "").split(separator: " ")
      .compactMap { Double($0) }
    guard figures.count == 4 else {
      throw Failure(description: "/usr/bin/time said nothing that can be read: \(talk)")
    }
    seconds = figures[0]
    processorSeconds = figures[1] + figures[2]
    peakMegabytes = figures[3] / 1024
    self.output = said
  }
}

/// A command that is measured, and its runs so far.
struct Step {
  let name: String
  let program: String
  let arguments: [String]
  /// Words that it must print.
  var outcome: String?
  private(set) var runs: [MeasuredRun] = []

  init(name: String, program: String, arguments: [String], outcome: String? = nil) {
    (self.name, self.program, self.arguments, self.outcome) = (name, program, arguments, outcome)
  }

  /// Runs it once more.
  mutating func run() throws {
    runs.append(try MeasuredRun(program, arguments, expecting: outcome))
  }

  static let header = [
    "command", "seconds", "from, to", "rows per second", "processor seconds", "peak MB",
  ]

  func row(rows: Int) -> [String] {
    let seconds = runs.map(\.seconds).sorted()
    let median = Step.median(seconds)
    return [
      name, Report.number(median, 2),
      "\(Report.number(seconds.first ?? 0, 2)), \(Report.number(seconds.last ?? 0, 2))",
      Report.number(Double(rows) / max(median, 0.001), 0),
      Report.number(Step.median(runs.map(\.processorSeconds).sorted()), 2),
      Report.number(runs.map(\.peakMegabytes).max() ?? 0, 0),
    ]
  }

  private static func median(_ sorted: [Double]) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
