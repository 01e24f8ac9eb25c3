import Foundation
import Synchronization

/// The endpoint's throughput of `match` requests of one kind.
struct LoadResult {
  let place: QueryPlace
  /// Mean milliseconds of processor of a call in one process, without the endpoint.
  let inProcess: Double
  /// Requests answered a second, when as many are sent as it takes.
  let throughput: Double
  /// Milliseconds of processor for each.
  let processor: Double
  /// Milliseconds of processor that the client took for each, beside the endpoint.
  let client: Double
  /// Requests sent a second when latency was measured: half of the throughput.
  let rate: Double
  /// From when a request was due to its answer, milliseconds.
  let latency: Timings.Summary

  static let header = [
    "place", "requests a second", "processor ms each", "of it the call itself", "the client's ms",
    "at half load",
    "median ms", "p99 ms", "most ms",
  ]

  var row: [String] {
    [
      place.rawValue, Report.number(throughput, 0), Report.number(processor, 3),
      Report.number(inProcess, 3), Report.number(client, 3), "\(Report.number(rate, 0))/s",
      Report.milliseconds(latency.median), Report.milliseconds(latency.high),
      Report.milliseconds(latency.most),
    ]
  }

  init(
    _ place: QueryPlace, _ calls: [MatchCall], requests: Int, seconds: Double, inProcess: Double,
    answer: (MatchCall) throws -> [UInt8], start: () throws -> EndpointClient
  ) throws {
    self.place = place
    self.inProcess = inProcess
    let lines = (0..<requests).map { Array(calls[$0 % calls.count].line(id: $0).utf8) }
    let client = try start()
    try client.exchange(Array(lines.prefix(1000)), answers: min(1000, requests))
    let check = AnswerCheck(count: requests)
    let (used, own) = (client.processorSeconds, LoadResult.ownSeconds())
    let begin = DispatchTime.now().uptimeNanoseconds
    try client.exchange(lines, answers: requests) { line, _ in try check.take(line) }
    throughput = Double(requests) * 1e9 / Double(DispatchTime.now().uptimeNanoseconds - begin)
    processor = (client.processorSeconds - used) * 1000 / Double(requests)
    self.client = (LoadResult.ownSeconds() - own) * 1000 / Double(requests)
    try check.compare { try answer(calls[$0 % calls.count]) }
    rate = throughput / 2
    latency = try LoadResult.latency(lines, rate: rate, seconds: seconds, client)
    try client.close()
    Report.talk("\(place.rawValue): \(Report.number(throughput, 0)) requests a second")
  }

  /// Seconds of processor that this process has had.
  private static func ownSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Sends requests at times that chance gives, whether answers have come or not, as independent
  /// users do.
  private static func latency(
    _ lines: [[UInt8]], rate: Double, seconds: Double, _ client: EndpointClient
  ) throws -> Timings.Summary {
    var chance = Chance(seed: 3)
    let count = max(100, Int(rate * seconds))
    var due: [UInt64] = []
    var time = Double(DispatchTime.now().uptimeNanoseconds) + 50e6
    for _ in 0..<count {
      time += -log(chance.even(1e-12...1)) / rate * 1e9
      due.append(UInt64(time))
    }
    let found = Mutex<(timings: Timings, error: (any Error)?)>((Timings(), nil))
    let done = DispatchSemaphore(value: 0)
    let reader = Thread { [due] in
      var timings = Timings()
      do {
        try client.receive(count) { line, now in
          guard let id = AnswerCheck.id(line), id < due.count else { return }
          timings.add(Double(now) / 1e6 - Double(due[id]) / 1e6)
        }
      } catch { found.withLock { $0.error = error } }
      found.withLock { [timings] in $0.timings = timings }
      done.signal()
    }
    reader.start()
    for id in 0..<count {
      let now = DispatchTime.now().uptimeNanoseconds
      if due[id] > now { usleep(UInt32((due[id] - now) / 1000)) }
      // Past the last, the first calls come again, under their own ids.
      let line = lines[id % lines.count]
      try client.send(id < lines.count ? line : renumbered(line, id))
    }
    done.wait()
    let (timings, error) = found.withLock { $0 }
    if let error { throw error }
    return timings.summary
  }

  private static func renumbered(_ line: [UInt8], _ id: Int) -> [UInt8] {
    let head = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    let rest = line.dropFirst(head.count).drop { $0 >= 0x30 && $0 <= 0x39 }
    return head + Array("\(id)".utf8) + rest
  }
}

/// The time from a program's start to its first answer.
struct StartResult {
  var ping = Timings()

  static let header = ["start to first answer", "median ms", "most ms"]

  var row: [String] {
    [
      "ping", Report.milliseconds(ping.percentile(0.5)), Report.milliseconds(ping.percentile(1)),
    ]
  }

  init(start: () throws -> EndpointClient) throws {
    for _ in 0..<20 {
      let client = try ping.measure {
        let client = try start()
        try client.send(Array((#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n").utf8))
        try client.receive(1)
        return client
      }
      try client.close()
    }
  }
}
