internal import TimeWalk
import TimeWalkArchive
internal import TimeWalkCore
/// The results of match calls in one place.
struct PlaceResult {
  let place: QueryPlace
  private(set) var whole = Timings()
  /// The CPU time of a call, which other programs hardly affect.
  private(set) var processor = Timings()
  private(set) var candidates = Timings()
  private var judge = Timings()
  private var items = Timings()
  private var found = 0
  private var calls = 0

  /// Measures each call as a whole, as a front makes it but for the JSON, and then its parts one by
  /// one.
  ///
  /// A fifth of the calls precede as a warm-up.
  init(
    _ place: QueryPlace, _ queries: [MatchCall], archive: any HistoricalArchive, pipeline: Pipeline
  ) throws {
    self.place = place
    for query in queries.prefix(queries.count / 5) { _ = try pipeline.match(query.request) }
    let matcher = Matcher()
    for query in queries {
      let request = query.request
      _ = try whole.measure { try pipeline.match(request) }
      _ = try processor.measureProcessor { try pipeline.match(request) }
      guard let question = try query.query() else { continue }
      let reach = matcher.reach(of: question.viewpoint)
      let near = try candidates.measure {
        try archive.candidates(near: question.viewpoint.coordinate, within: reach)
      }
      let judgement = judge.measure { matcher.judge(question, candidates: near) }
      let keys = Set((judgement.verdicts + judgement.timeline).map(\.key)).sorted()
      _ = try items.measure { try archive.items(keys: keys) }
      found += near.count
      calls += 1
    }
  }

  /// The mean number of a call's candidates.
  var near: Double { Double(found) / Double(max(calls, 1)) }

  static let header = [
    [
      "place", "candidates", "median ms", "p99 ms", "most ms", "of it candidates", "judge", "items",
      "processor",
    ]
  ]

  var row: [String] {
    let summary = whole.summary
    return [
      place.title, String(Int(near)), Report.milliseconds(summary.median),
      Report.milliseconds(summary.high), Report.milliseconds(summary.most),
      Report.milliseconds(candidates.percentile(0.5)), Report.milliseconds(judge.percentile(0.5)),
      Report.milliseconds(items.percentile(0.5)), Report.milliseconds(processor.percentile(0.5)),
    ]
  }
}
