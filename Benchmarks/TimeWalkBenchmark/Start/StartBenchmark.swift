internal import ArgumentParser
import Foundation

/// `benchmark start`: how long whole processes take, from their start to their end.
struct StartBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Measure how long the program takes to start, and to match once.")

  @Option(help: "The number of runs of each program.") var repeats = 100
  @Option(help: "The folder for the archive.") var folder: String
  @Option(help: "The `timewalk` program; several are run in turn.") var program: [String]
  @Option(help: "The catalogue that is asked.") var catalogue = "Archive/new-york"
  @Option(help: "A program that does nothing, for the system's own part.") var empty: String?
  @Option(help: "Another program to run beside, with its arguments.") var peer: [String] = []

  func validate() throws {
    guard repeats >= 1, !program.isEmpty else {
      throw ValidationError("There must be a program and at least one repeat.")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let archive = folder.appendingPathComponent("start.sqlite").path
    let ping = folder.appendingPathComponent("start-ping.jsonl")
    try Data("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".utf8).write(to: ping)
    defer {
      for file in [archive, archive + "-wal", archive + "-shm", ping.path] {
        try? FileManager.default.removeItem(atPath: file)
      }
    }
    var making = SpawnedProcess(
      "import", [program[0], "archive", "import", catalogue, "--archive", archive])
    try making.run()

    var processes = empty.map { [SpawnedProcess("a program that does nothing", [$0])] } ?? []
    processes += peer.map {
      let words = $0.split(separator: " ").map(String.init)
      let name = URL(fileURLWithPath: words[0]).lastPathComponent
      return SpawnedProcess(([name] + words.dropFirst()).joined(separator: " "), words)
    }
    for (index, program) in program.enumerated() {
      let name = index == 0 ? "timewalk" : program
      let pose = [
        "--latitude", "40.7536", "--longitude", "-73.9808", "--heading", "29", "--era", "1890/1930",
      ]
      processes += [
        SpawnedProcess("\(name) --version", [program, "--version"]),
        SpawnedProcess("\(name) --help", [program, "--help"]),
        SpawnedProcess(
          "\(name) match", [program, "match"] + pose + ["--archive", archive]),
        SpawnedProcess(
          "\(name) endpoint, one ping", [program, "endpoint", "--archive", archive],
          input: ping.path),
      ]
    }
    // Alternating: a slow minute of the machine affects all alike.
    for _ in 0..<repeats {
      for index in processes.indices { try processes[index].run() }
    }
    print("Medians of \(repeats) turns; \(Report.machine)\n")
    Report.table(
      [["process", "ms", "least", "p90", "processor ms"]]
        + processes.map { process in
          [
            process.name, Report.number(process.wall.percentile(0.5), 2),
            Report.number(process.wall.percentile(0), 2),
            Report.number(process.wall.percentile(0.9), 2),
            Report.number(process.processor.percentile(0.5), 2),
          ]
        })
  }
}
