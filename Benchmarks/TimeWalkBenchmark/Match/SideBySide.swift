import Foundation
import Synchronization
internal import TimeWalk

/// The CPU time of concurrent calls, compared with sequential ones.
struct SideBySide {
  private let place: QueryPlace
  private let threads: Int
  private var alone = Timings()
  private let rate: Double
  private let processor: Double

  static let header = [
    "calls side by side", "threads", "calls/s", "mean processor ms", "alone", "ratio",
  ]

  var row: [String] {
    [
      place.title, "\(threads)", "\(Int(rate))", Report.milliseconds(processor),
      Report.milliseconds(alone.mean), Report.number(processor / max(alone.mean, 1e-6), 2),
    ]
  }

  init(_ place: QueryPlace, _ calls: [MatchCall], pipeline: Pipeline, threads: Int) throws {
    self.place = place
    self.threads = threads
    let requests = calls.map(\.request)
    for request in requests { _ = try alone.measureProcessor { try pipeline.match(request) } }
    let next = Atomic<Int>(0)
    let done = DispatchGroup()
    let failures = Atomic<Int>(0)
    var whole = Timings()
    let started = DispatchTime.now().uptimeNanoseconds
    whole.measureProcessor {
      for _ in 0..<threads {
        DispatchQueue.global().async(group: done) {
          while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < requests.count else { return }
            if (try? pipeline.match(requests[index])) == nil {
              failures.wrappingAdd(1, ordering: .relaxed)
            }
          }
        }
      }
      done.wait()
    }
    guard failures.load(ordering: .relaxed) == 0 else { throw CocoaError(.coderInvalidValue) }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - started) / 1e9
    rate = Double(requests.count) / seconds
    processor = whole.mean / Double(max(1, requests.count))
  }
}
