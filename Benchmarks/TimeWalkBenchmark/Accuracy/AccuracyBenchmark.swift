internal import ArgumentParser
import Foundation
internal import TimeWalkCore

/// `benchmark accuracy`: how right the judge is, and how right it says it is, where the truth is
/// known.
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
      cities = ["viewworld", "rough-sparse", "rough-dense"].map { data + "/" + $0 }
      visits = [data + "/surveyor"]
    }
    var weights = MatchWeights()
    for text in weight { try weights.set(text) }
    let matcher = Matcher(weights: weights)
    var results: [AccuracyResult] = []
    for folder in cities { results += try AccuracyResult.city(folder, matcher) }
    for folder in visits { results += try AccuracyResult.visits(folder, matcher) }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
      return
    }
    let ofEra = try EraResult(matcher)
    Report.table(
      [["photos", "answered by", "measures", "calibration error", "Brier", "ms a call"]]
        + results.map(\.row) + [ofEra.row])
    guard bins else { return }
    for result in results where result.way == AccuracyResult.judge {
      for (what, bins) in result.calibration.sorted(by: { $0.key < $1.key }) {
        print("\n\(result.name), \(what)\n")
        Report.table(
          [["stated", "came true", "answers"]]
            + bins.map {
              [Report.number($0.stated, 3), Report.number($0.true, 3), String(Int($0.count))]
            })
      }
    }
  }
}

/// The result for one folder.
struct AccuracyResult: Encodable {
  /// One bin of confidence.
  struct Bin: Encodable {
    var stated: Double
    var `true`: Double
    var count: Double
  }

  /// The way of answering that is ours.
  static let judge = "TimeWalk"
  /// The cone within which directions agree, for the simple way.
  private static let cone = 90.0

  var name: String
  var way: String
  var photos: Int
  var measures: [String: Double]
  var calibrationError: Double
  var brier: Double
  /// Bins of the statements, by their subject.
  var calibration: [String: [Bin]]
  var milliseconds: Double

  static func city(_ folder: String, _ matcher: Matcher) throws -> [AccuracyResult] {
    try all(folder, matcher) { judged in
      let truth = try judged.truth([String: Double].self)
      return { answers in
        let found = CityMeasures(truth: truth, answers: answers)
        var measures = ["nDCG@10": found.ranking, "P@1": found.first]
        if let alarms = found.falseAlarms {
          measures["false alarms"] = alarms
          measures["error of first"] = found.ofFirst.expected
          measures["error of noMatch"] = found.nothing.expected
          measures["noMatch stated"] = found.nothing.means.stated
          measures["noMatch true"] = found.nothing.means.true
          measures["sure first stated"] = found.sure.means.stated
          measures["sure first true"] = found.sure.means.true
        }
        return Found(
          measures: measures,
          calibration: [
            "answers": found.calibration, "first answers": found.ofFirst, "noMatch": found.nothing,
          ])
      }
    }
  }

  static func visits(_ folder: String, _ matcher: Matcher) throws -> [AccuracyResult] {
    try all(folder, matcher) { judged in
      let truth = try judged.truth(VisitMeasures.Truth.self)
      return { answers in
        let found = VisitMeasures(truth: truth, answers: answers)
        let measures = [
          "right": found.right, "exact": found.exact, "exact of 5": found.exactOfFive,
          "false alarms": found.falseAlarms, "error of noMatch": found.nothing.expected,
        ]
        return Found(
          measures: measures,
          calibration: ["answers": found.calibration, "noMatch": found.nothing])
      }
    }
  }

  /// The measures of answers; the table has the calibration of `answers`.
  private struct Found {
    var measures: [String: Double]
    var calibration: [String: CalibrationError]
  }
  private typealias Measure = ([String: JudgedPhotos.Answers]) -> Found

  /// The judge and the simple ways, on the same photos.
  private static func all(
    _ folder: String, _ matcher: Matcher, _ measure: (JudgedPhotos) throws -> Measure
  ) throws -> [AccuracyResult] {
    let judged = try JudgedPhotos(folder: URL(fileURLWithPath: folder))
    let measure = try measure(judged)
    return try judged.withArchive { archive in
      var times = Timings()
      let ours = try judged.answers(of: archive, matcher, times: &times)
      return [
        AccuracyResult(judged, judge, measure(ours), times),
        AccuracyResult(
          judged, "nearest within \(Int(cone)) degrees",
          measure(try judged.nearest(of: archive, cone: cone))),
        AccuracyResult(judged, "nearest", measure(try judged.nearest(of: archive, cone: nil))),
      ]
    }
  }

  private init(
    _ judged: JudgedPhotos, _ way: String, _ found: Found, _ times: Timings = Timings()
  ) {
    name = judged.folder.lastPathComponent
    self.way = way
    photos = judged.photos.count
    measures = found.measures
    calibrationError = found.calibration["answers"]?.expected ?? 0
    brier = found.calibration["answers"]?.brier ?? 0
    calibration = found.calibration.mapValues {
      $0.table.map { Bin(stated: $0.stated, true: $0.true, count: Double($0.count)) }
    }
    milliseconds = times.summary.median
  }

  var row: [String] {
    let isOurs = way == AccuracyResult.judge
    // The simple methods state no probability and can raise no alarm.
    let stated = [
      "false alarms", "error of first", "error of noMatch", "noMatch stated", "noMatch true",
      "sure first stated", "sure first true",
    ]
    let numbers = measures.filter { isOurs || !stated.contains($0.key) }
      .sorted { $0.key < $1.key }.map { "\($0.key) \(Report.number($0.value, 3))" }
    return [
      "\(name) (\(photos))", way, numbers.joined(separator: ", "),
      isOurs ? Report.number(calibrationError, 3) : "",
      isOurs ? Report.number(brier, 3) : "", isOurs ? Report.number(milliseconds, 2) : "",
    ]
  }
}
