internal import ArgumentParser
import Foundation
internal import TimeWalkCore

/// `benchmark accuracy`: how right the judge is, and how right it says it is, where the truth is known.
struct AccuracyBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accuracy", abstract: "Measure the judge on photos whose truth is known.",
    discussion: """
      A folder holds archive.csv, photos.jsonl and truth.json. Without any, those of the development data are taken, \
      which TIMEWALK_TEST_DATA names.
      """)

  @Option(parsing: .upToNextOption, help: "Folders of simulated cities.") var city: [String] = []
  @Option(parsing: .upToNextOption, help: "Folders of visits to real views.")
  var visits: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: "Weights of the judge to try in place of its own, as NAME=NUMBER.")
  var weight: [String] = []
  @Flag(help: "Print how often what was stated came true, bin by bin.") var bins = false
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    var (cities, visits) = (city, visits)
    if cities.isEmpty, visits.isEmpty {
      guard let data = ProcessInfo.processInfo.environment["TIMEWALK_TEST_DATA"] else {
        throw ValidationError("Name folders, or set TIMEWALK_TEST_DATA to the development data.")
      }
      cities = [data + "/viewworld"]
      visits = [data + "/surveyor"]
    }
    var weights = MatchWeights()
    for text in weight { try weights.set(text) }
    let matcher = Matcher(weights: weights)
    var results: [AccuracyResult] = []
    for folder in cities { results.append(try AccuracyResult(city: folder, matcher)) }
    for folder in visits { results.append(try AccuracyResult(visits: folder, matcher)) }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
      return
    }
    Report.table(
      [["photos", "number", "measures", "calibration error", "Brier", "ms a call"]]
        + results.map(\.row))
    guard bins else { return }
    for result in results {
      print("\n\(result.name)\n")
      Report.table(
        [["stated", "came true", "answers"]]
          + result.calibration.map {
            [Report.number($0.stated, 3), Report.number($0.true, 3), String(Int($0.count))]
          })
    }
  }
}

/// What came out for one folder.
struct AccuracyResult: Encodable {
  /// One bin of confidence.
  struct Bin: Encodable {
    var stated: Double
    var `true`: Double
    var count: Double
  }

  var name: String
  var photos: Int
  var measures: [String: Double]
  var calibrationError: Double
  var brier: Double
  var calibration: [Bin]
  var milliseconds: Double

  init(city folder: String, _ matcher: Matcher) throws {
    let judged = try JudgedPhotos(folder: URL(fileURLWithPath: folder))
    var times = Timings()
    let found = CityMeasures(
      truth: try judged.truth([String: Double].self),
      answers: try judged.answers(matcher, times: &times))
    self.init(judged, times, found.calibration, ["nDCG@10": found.ranking, "P@1": found.first])
  }

  init(visits folder: String, _ matcher: Matcher) throws {
    let judged = try JudgedPhotos(folder: URL(fileURLWithPath: folder))
    var times = Timings()
    let found = VisitMeasures(
      truth: try judged.truth(VisitMeasures.Truth.self),
      answers: try judged.answers(matcher, times: &times))
    self.init(
      judged, times, found.calibration,
      [
        "right": found.right, "exact": found.exact, "exact of 5": found.exactOfFive,
        "false alarms": found.falseAlarms,
      ])
  }

  private init(
    _ judged: JudgedPhotos, _ times: Timings, _ error: CalibrationError,
    _ measures: [String: Double]
  ) {
    name = judged.folder.lastPathComponent
    photos = judged.photos.count
    self.measures = measures
    calibrationError = error.expected
    brier = error.brier
    calibration = error.table.map { Bin(stated: $0.stated, true: $0.true, count: Double($0.count)) }
    milliseconds = times.summary.median
  }

  var row: [String] {
    let numbers = measures.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Report.number($0.value, 3))" }
    return [
      name, String(photos), numbers.joined(separator: ", "), Report.number(calibrationError, 3),
      Report.number(brier, 3), Report.number(milliseconds, 2),
    ]
  }
}
