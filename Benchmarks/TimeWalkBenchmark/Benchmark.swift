internal import ArgumentParser

/// The program behind `Benchmarks/run`.
///
/// Each benchmark is a subcommand in a folder of its own.
@main
struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark", abstract: "Measure TimeWalk, beside its peers where there are any.",
    subcommands: [
      AccuracyBenchmark.self, AlignBenchmark.self, EndpointBenchmark.self,
      ImportBenchmark.self, MatchBenchmark.self, PicturesBenchmark.self, PlacesBenchmark.self,
      StartBenchmark.self,
    ])
}
