import Foundation

/// The durations of calls.
struct Timings {
  private(set) var milliseconds: [Double] = []

  /// Runs a piece of work and notes how long it took.
  mutating func measure<T>(_ body: () throws -> T) rethrows -> T {
    let start = DispatchTime.now().uptimeNanoseconds
    defer { milliseconds.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6) }
    return try body()
  }

  /// Runs a piece of work and notes the time of processor that it took, which other programs hardly
  /// change.
  mutating func measureProcessor<T>(_ body: () throws -> T) rethrows -> T {
    let start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    defer { milliseconds.append(Double(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - start) / 1e6) }
    return try body()
  }

  private func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Notes how long something took.
  mutating func add(_ milliseconds: Double) { self.milliseconds.append(milliseconds) }

  /// The value that a share of the calls stayed within; 0 when there were none.
  func percentile(_ share: Double) -> Double {
    let sorted = milliseconds.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  /// The mean; 0 when there were none.
  var mean: Double { milliseconds.reduce(0, +) / Double(max(1, milliseconds.count)) }

  /// Median, 99th percentile and maximum.
  var summary: Summary {
    Summary(median: percentile(0.5), high: percentile(0.99), most: percentile(1))
  }

  /// The summary of many calls, milliseconds.
  struct Summary {
    var median: Double
    var high: Double
    var most: Double
  }
}
