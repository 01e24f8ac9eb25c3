import Foundation
internal import TimeWalk
internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkSpatiaLite

/// The time of a call by stages: the median of each, in the order of a call.
struct StageResult {
  let place: QueryPlace
  private var stages: [(name: String, times: Timings)] = []

  init(
    _ place: QueryPlace, _ calls: [MatchCall], archive: SpatiaLiteArchive, pipeline: Pipeline
  ) throws {
    self.place = place
    let matcher = Matcher()
    for call in calls {
      var watch = StopWatch()
      guard let question = try call.query() else { continue }
      note("question", watch.lap())
      let viewpoint = question.viewpoint
      let reach = matcher.reach(of: viewpoint)
      watch.restart()
      let near = try archive.candidates(near: viewpoint.coordinate, within: reach) { step in
        note(step.title, watch.lap())
      }
      guard let near else { continue }
      watch.restart()
      let judgement = matcher.judge(question, candidates: near)
      note("judge", watch.lap())
      let keys = Set((judgement.verdicts + judgement.timeline).map(\.key)).sorted()
      watch.restart()
      let items = try archive.items(keys: keys)
      note("items read", watch.lap())
      let reports = judgement.verdicts.compactMap { verdict in
        items[verdict.key].map {
          MatchReport(Match(item: $0, verdict: verdict, viewpoint: viewpoint))
        }
      }
      note("worded", watch.lap())
      for report in reports { _ = try WireFormat.bytes(report) }
      note("as JSON", watch.lap())
      watch.restart()
      _ = try pipeline.match(call.request)
      note("a whole call, without JSON", watch.lap())
    }
  }

  private mutating func note(_ name: String, _ milliseconds: Double) {
    let index =
      stages.firstIndex { $0.name == name }
      ?? {
        stages.append((name, Timings()))
        return stages.count - 1
      }()
    stages[index].times.add(milliseconds)
  }

  /// A table with a row for each stage and a column for each place.
  static func rows(_ results: [StageResult]) -> [[String]] {
    let names = results.map { $0.stages.map(\.name) }.max { $0.count < $1.count } ?? []
    return [["stage, median in microseconds"] + results.map(\.place.title)]
      + names.map { name in
        [name]
          + results.map { result in
            let times = result.stages.first { $0.name == name }?.times
            return times.map { Report.number($0.percentile(0.5) * 1000, 1) } ?? ""
          }
      }
  }
}

/// Milliseconds from one moment to the next.
private struct StopWatch {
  private var start = DispatchTime.now().uptimeNanoseconds

  mutating func lap() -> Double {
    let now = DispatchTime.now().uptimeNanoseconds
    defer { restart() }
    return Double(now - start) / 1e6
  }

  mutating func restart() { start = DispatchTime.now().uptimeNanoseconds }
}

extension SearchStep {
  fileprivate var title: String {
    switch self {
    case .state: "candidates: state of the archive"
    case .cells: "candidates: cells near"
    case .pages: "candidates: their pages"
    case .columns: "candidates: columns copied"
    }
  }
}
