import Foundation
import Testing
import TimeWalkTestSupport

/// Pins the results of `Benchmarks/run accuracy` on the development data against a regression.
///
/// The program of the benchmarks is built with `TIMEWALK_BENCHMARKS=1` alone, as `Scripts/test
/// --all` does.
///
/// The bounds are the measured values, in the comments, minus the random effect of another number
/// of poses.
@Suite("Judged accuracy", .waitsForProcesses, .longCheckOnly, TestData.isPresent)
struct JudgedAccuracyTests {
  private struct Result: Decodable {
    var way: String
    var measures: [String: Double]
    var calibrationError: Double
  }

  private static func results(_ kind: String, _ folder: String) throws -> [Result] {
    let program = TimeWalkCommand.binary.deletingLastPathComponent()
      .appendingPathComponent("TimeWalkBenchmark")
    let data = try #require(TestData.folder)
    let run = try TimeWalkCommand.run(
      program, ["accuracy", kind, data.appendingPathComponent(folder).path, "--json"])
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode([Result].self, from: Data(run.output.utf8))
  }

  @Test("in a simulated city")
  func city() throws {
    let results = try JudgedAccuracyTests.results("--city", "viewworld")
    let ours = try #require(results.first { $0.way == "TimeWalk" })
    // 0.447, 0.528 and 0.035.
    #expect(try #require(ours.measures["nDCG@10"]) >= 0.44)
    #expect(try #require(ours.measures["P@1"]) >= 0.51)
    #expect(ours.calibrationError <= 0.05)
    for simple in results where simple.way != "TimeWalk" {
      #expect(try #require(simple.measures["nDCG@10"]) < 0.4)
    }
  }

  @Test("in visits to real views")
  func visits() throws {
    let results = try JudgedAccuracyTests.results("--visits", "surveyor")
    let ours = try #require(results.first { $0.way == "TimeWalk" })
    // 0.972, 0.933, 1.000, 0.037 and 0.
    #expect(try #require(ours.measures["right"]) >= 0.95)
    #expect(try #require(ours.measures["exact"]) >= 0.92)
    #expect(try #require(ours.measures["exact of 5"]) >= 0.99)
    #expect(try #require(ours.measures["false alarms"]) <= 0.02)
    #expect(ours.calibrationError <= 0.04)
    for simple in results where simple.way != "TimeWalk" {
      #expect(try #require(simple.measures["exact"]) < 0.85)
    }
  }
}
