internal import ArgumentParser
import Foundation
internal import TimeWalk
internal import TimeWalkArchive
import TimeWalkSpatiaLite

/// `benchmark endpoint`: how many requests a second the endpoint answers, how long each waits, and
/// whether it keeps its memory through many of them.
struct EndpointBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endpoint",
    abstract: "Measure the endpoint as a program that talks to it sees it.")

  @Option(help: "The number of items in the archive.") var items = 1_000_000
  @Option(help: "The number of match requests for a throughput.") var requests = 20_000
  @Option(help: "The number of mixed requests in the soak.") var soak = 100_000
  @Option(help: "The number of requests that the endpoint processes at a time.") var jobs = 2
  @Option(help: "The duration of the latency measurement, in seconds.") var seconds = 10.0
  @Option(help: "The folder for the archives, which are kept for the next run.") var folder: String
  @Option(help: "The `timewalk` program.") var program: String

  func run() throws {
    let folder = URL(fileURLWithPath: folder)
    let synthetic = SyntheticArchive(count: items)
    let file = try synthetic.file(in: folder)
    let library = folder.appendingPathComponent("endpoint-library")
    try? FileManager.default.removeItem(at: library)
    defer { try? FileManager.default.removeItem(at: library) }
    let flags = [
      "endpoint", "--archive", file.path, "--library", library.path, "--jobs", "\(jobs)",
    ]

    let archive = try SpatiaLiteArchive(path: file.path, mode: .readOnly)
    let pipeline = Pipeline(archive: archive, archivePath: file.path)
    var loads: [LoadResult] = []
    for place in [QueryPlace.cities, .dense, .desert] {
      let calls = MatchCall.some(1000, in: place, of: synthetic)
      loads.append(
        try LoadResult(
          place, calls, requests: requests, seconds: seconds, inProcess: judged(calls, pipeline),
          answer: { try WireFormat.bytes(pipeline.match($0.request)) }
        ) { try EndpointClient(program, flags) })
    }
    let starts = try StartResult { try EndpointClient(program, flags) }
    let mixed = SoakRequests(
      MatchCall.some(1000, in: .cities, of: synthetic), collection: "benchmark", items: items)
    let soaked = try SoakResult(mixed, count: soak) { try EndpointClient(program, flags) }

    let writing = try WritingResult(
      MatchCall.some(500, in: .cities, of: synthetic), archive: file.path)

    print("\(items) items, \(jobs) jobs; \(Report.machine)\n")
    Report.table([LoadResult.header] + loads.map(\.row))
    print()
    Report.table([StartResult.header, starts.row])
    print()
    Report.table([SoakResult.header, soaked.row])
    print()
    Report.table([WritingResult.header, writing.row])
  }

  /// The mean CPU milliseconds of the same calls in this process, one after another: the rest is
  /// the endpoint's cost.
  private func judged(_ calls: [MatchCall], _ pipeline: Pipeline) throws -> Double {
    for call in calls.prefix(200) { _ = try pipeline.match(call.request) }
    var timings = Timings()
    for call in calls { _ = try timings.measureProcessor { try pipeline.match(call.request) } }
    return timings.mean
  }
}

/// The time to write a `match` answer, compared with Foundation's encoder.
struct WritingResult {
  private var byHand = Timings()
  private var encoder = Timings()
  private var bytes = 0
  private var count = 0

  static let header = [
    "an answer to match", "mean bytes", "written by hand, mean ms", "JSONEncoder, mean ms",
  ]

  var row: [String] {
    [
      "\(count) of them", "\(bytes / max(1, count))", Report.milliseconds(byHand.mean),
      Report.milliseconds(encoder.mean),
    ]
  }

  init(_ calls: [MatchCall], archive file: String) throws {
    let archive = try SpatiaLiteArchive(path: file, mode: .readOnly)
    let pipeline = Pipeline(archive: archive, archivePath: file)
    let responses = try calls.map { try pipeline.match($0.request) }
    count = responses.count
    for _ in 0..<3 {
      for response in responses {
        bytes += try byHand.measureProcessor { try WireFormat.bytes(response) }.count
        _ = try encoder.measureProcessor { try WireFormat.line(response) }
      }
    }
    bytes /= 3
  }
}

extension MatchCall {
  /// The call as a line of the endpoint.
  func line(id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"match","params":{"latitude":\#(latitude),"longitude":\#(longitude),"#
      + #""horizontalAccuracy":\#(MatchCall.accuracy),"heading":\#(heading),"headingReference":"true","#
      + #""headingAccuracy":\#(MatchCall.headingAccuracy),"fieldOfView":\#(MatchCall.field),"#
      + #""era":"\#(years.lowerBound)/\#(years.upperBound)"}}"# + "\n"
  }
}
