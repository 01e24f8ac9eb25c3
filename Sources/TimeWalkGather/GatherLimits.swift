/// The budget and the waiting times of a gathering run.
package struct GatherLimits: Hashable, Sendable {
  /// The most requests of one run.
  package var requests = 2000
  /// The most bytes of all answers of one run.
  package var bytes = 512 << 20
  /// The maximum size of one answer in bytes: fifty files of Commons with all their data are some
  /// 300 kB.
  package var answerBytes = 16 << 20
  /// The longest that one request may take, seconds.
  package var seconds = 60
  /// The number of attempts for one request.
  package var attempts = 5
  /// The longest wait before a retry, seconds; if a source asks for a longer one, the run ends.
  package var longestWait = 120
  /// The first wait after a failure, seconds; it doubles with each, up to `longestWait`.
  package var firstWait = 1.0
  /// The age in days up to which a cached answer is used.
  package var cacheDays = 30
  /// The most bytes that the cache keeps between runs; the oldest answers go first.
  package var cacheBytes = 256 << 20

  /// Makes the default limits.
  package init() {}
}
