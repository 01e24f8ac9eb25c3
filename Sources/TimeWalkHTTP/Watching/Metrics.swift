internal import Foundation
internal import HTTPTypes
internal import Synchronization
internal import TimeWalk
internal import TimeWalkReading

/// Counts answers, for Prometheus.
final class Metrics: Sendable {
  private struct Key: Hashable, Comparable {
    let method: String
    let route: String
    let status: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.route, left.method, left.status) < (right.route, right.method, right.status)
    }
  }

  private struct Times {
    var counts = Array(repeating: 0, count: Metrics.bounds.count)
    var sum = 0.0
    var count = 0
  }

  private struct State {
    var requests: [Key: Int] = [:]
    var times: [String: Times] = [:]
  }

  private let state = Mutex(State())
  /// The upper bounds of the histogram's buckets, seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10, 60]

  /// Counts an answer; unknown addresses share a name, so clients can't create many.
  func answered(
    _ method: HTTPRequest.Method, _ route: String?, _ status: HTTPResponse.Status,
    _ duration: Duration
  ) {
    let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
    let key = Key(
      method: known.contains(method) ? method.rawValue : "other", route: route ?? "none",
      status: status.code)
    let seconds = duration / .seconds(1)
    state.withLock { state in
      state.requests[key, default: 0] += 1
      var times = state.times[key.route] ?? Times()
      for (index, bound) in Metrics.bounds.enumerated() where seconds <= bound {
        times.counts[index] += 1
      }
      times.sum += seconds
      times.count += 1
      state.times[key.route] = times
    }
  }

  /// All metrics in Prometheus's text format, with the current values of gauges.
  ///
  /// - Parameter gauges: the name, the description and the value.
  /// - Returns: the lines.
  func text(_ gauges: [(name: String, about: String, value: Int)]) -> String {
    let state = state.withLock { $0 }
    var lines = [
      "# HELP timewalk_http_requests_total Answered requests.",
      "# TYPE timewalk_http_requests_total counter",
    ]
    for (key, count) in state.requests.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "timewalk_http_requests_total{method=\"\(key.method)\",route=\"\(key.route)\",status=\"\(key.status)\"} \(count)"
      )
    }
    let name = "timewalk_http_request_seconds"
    lines += ["# HELP \(name) Time until the answer began.", "# TYPE \(name) histogram"]
    for (route, times) in state.times.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(Metrics.bounds, times.counts) {
        lines.append("\(name)_bucket{route=\"\(route)\",le=\"\(bound)\"} \(count)")
      }
      lines += [
        "\(name)_bucket{route=\"\(route)\",le=\"+Inf\"} \(times.count)",
        "\(name)_sum{route=\"\(route)\"} \(times.sum)",
        "\(name)_count{route=\"\(route)\"} \(times.count)",
      ]
    }
    for gauge in gauges {
      let kind = gauge.name.hasSuffix("_total") ? "counter" : "gauge"
      lines += [
        "# HELP \(gauge.name) \(gauge.about)", "# TYPE \(gauge.name) \(kind)",
        "\(gauge.name) \(gauge.value)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Front {
  /// The metrics with the current values of gauges; without that of the items if it isn't known.
  func gauges(items: Int?) -> String {
    let archive = items.map { count in
      [("timewalk_archive_items", "Items of the archive with a place.", count)]
    }
    return metrics.text(
      [
        ("timewalk_queue_waiting", "Requests that wait for a worker.", pool.waiting),
        ("timewalk_queue_running", "Running requests.", pool.busy),
        ("timewalk_memory_budget_bytes", "Memory limit for photos.", pipeline.memory.bytes),
        ("timewalk_memory_held_bytes", "Memory in use for photos.", pipeline.memory.held),
        ("timewalk_resident_bytes", "Memory in use by this process.", Front.residentBytes),
        (
          "timewalk_reader_starts_total", "Started processes to read pictures.",
          pipeline.readers.started
        ),
        ("timewalk_uploads_open", "Unfinished uploads.", uploads.count),
        ("timewalk_views_waiting", "Photos in the queue for pages made ahead.", ahead.count),
        ("timewalk_views_ahead_total", "Pages made ahead.", ahead.made),
        ("timewalk_news_streams", "Open news streams.", news.count),
      ] + (archive ?? []))
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
