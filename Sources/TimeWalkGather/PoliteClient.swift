package import Foundation
internal import Synchronization
internal import TimeWalkFetch
package import TimeWalkJSON

/// Asks sources for JSON: one request at a time, as seldom as it can, and heeding what they ask.
///
/// An answer that is kept is not asked for again. What fails in a way that passes is asked again
/// after a wait that doubles and is never the same twice, so that many programs that failed
/// together don't come back together; where a source says how long to wait, that counts.
package final class PoliteClient: Sendable {
  /// What a source's answer means, by its own words.
  package enum Verdict: Hashable, Sendable {
    /// It is what was asked for.
    case good
    /// The source is too busy just now.
    case later(String)
    /// The source refuses, and would refuse again.
    case refused(String)
  }

  /// What a run cost.
  package struct Cost: Hashable, Sendable {
    /// The requests that were sent.
    package var requests = 0
    /// The questions that the cache answered.
    package var cached = 0
    /// The bytes of the answers that came.
    package var bytes = 0
    /// The time spent waiting because a source asked for it, or failed, seconds.
    package var waited = 0.0
    /// The time that the requests took, seconds.
    package var seconds = 0.0
    /// When the oldest answer of the cache that was used came.
    package var oldest: Date?

    /// Nothing yet.
    package init() {}
  }

  /// Who asks, where and how; fixed for a run.
  package struct Terms: Sendable {
    /// The project's name, its version and whom to write to.
    package var userAgent: String
    /// Whether hosts that are not of the public internet may be asked.
    package var allowsPrivate = false
    /// Whether what is kept is asked for anew.
    package var refreshes = false
    /// What the run may cost.
    package var limits = GatherLimits()

    /// Makes terms.
    package init(userAgent: String) { self.userAgent = userAgent }
  }

  /// What the run has cost so far.
  package var cost: Cost { spent.withLock { $0 } }
  private let spent = Mutex(Cost())
  /// Held during a request, so that none begins before another has ended.
  private let turn = Mutex(())
  private let line = WebLine()
  private let terms: Terms
  private let cache: AnswerCache?
  private let now: @Sendable () -> Date
  private let pause: @Sendable (Double) -> Void

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - terms: who asks, where and how.
  ///   - cache: where answers are kept; nowhere when `nil`.
  ///   - now: tells the time.
  ///   - pause: waits for some seconds.
  package init(
    _ terms: Terms, cache: AnswerCache?, now: @escaping @Sendable () -> Date = { Date() },
    pause: @escaping @Sendable (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }
  ) {
    self.terms = terms
    self.cache = cache
    self.now = now
    self.pause = pause
  }

  /// Asks one question.
  ///
  /// - Parameters:
  ///   - question: the address.
  ///   - secret: what is added to the address when it is sent, and neither kept nor told, such as a
  ///     key.
  ///   - judge: what an answer means.
  /// - Returns: the answer.
  /// - Throws: `.unreached`, `.busy`, `.refused`, `.badAnswer`, `.usedUp`, `.cache`.
  package func json(
    _ question: String, secret: String = "", judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> JSONValue {
    try turn.withLock { (_) throws(GatherError) in
      try inTurn(question, secret: secret, judge: judge)
    }
  }

  private func inTurn(
    _ question: String, secret: String, judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> JSONValue {
    if !terms.refreshes, let kept = cache?.answer(to: question, at: now()),
      let value = try? JSONValue(document: kept.bytes), judge(value) == .good
    {
      spent.withLock {
        $0.cached += 1
        $0.oldest = min($0.oldest ?? kept.time, kept.time)
      }
      return value
    }
    var wait = terms.limits.firstWait
    for attempt in 1... {
      let failure: Failure
      do throws(Failure) {
        let (value, bytes) = try ask(question + secret, judge)
        try kept(bytes, question)
        return value
      } catch { failure = error }
      // What went wrong tells more than that no request is left to try it again.
      guard failure.passes, attempt < terms.limits.attempts,
        cost.requests < terms.limits.requests
      else { throw failure.error }
      try rest(failure, wait)
      wait = min(wait * 2, Double(terms.limits.longestWait))
    }
    throw GatherError(.unreached, "\(host(question)) was not asked")
  }

  /// Why a question got no answer, and whether it may get one later.
  private struct Failure: Error {
    var error: GatherError
    var passes = false
    var retryAfter: Int?
  }

  private func kept(_ bytes: [UInt8], _ question: String) throws(Failure) {
    do throws(GatherError) { try cache?.keep(bytes, as: question, at: now()) } catch {
      throw Failure(error: error)
    }
  }

  /// Waits as long as the source says, or else somewhat longer each time.
  private func rest(_ failure: Failure, _ wait: Double) throws(GatherError) {
    var seconds = wait * Double.random(in: 0.5...1.5)
    if let after = failure.retryAfter {
      guard after <= terms.limits.longestWait else {
        throw GatherError(
          .busy, "\(failure.error.message), in \(after) s. The same command goes on then.")
      }
      // Not before, and not all at that very moment.
      seconds = max(seconds, Double(after) * Double.random(in: 1...1.25))
    }
    spent.withLock { $0.waited += seconds }
    pause(seconds)
  }

  private func ask(
    _ address: String, _ judge: (JSONValue) -> Verdict
  ) throws(Failure) -> (JSONValue, [UInt8]) {
    let limits = terms.limits
    let before = cost
    guard before.requests < limits.requests else {
      throw Failure(
        error: GatherError(
          .usedUp,
          "the requests of this run (\(limits.requests)) are used up. The same command goes on from here; --max-requests allows more."
        ))
    }
    guard before.bytes < limits.bytes else {
      throw Failure(
        error: GatherError(
          .usedUp,
          "the bytes of this run (\(limits.bytes)) are used up. The same command goes on from here; --max-bytes allows more."
        ))
    }
    spent.withLock { $0.requests += 1 }
    let host = host(address)
    let web = WebFile(
      userAgent: terms.userAgent, hosts: terms.allowsPrivate ? .any : .open,
      mostBytes: limits.answerBytes, seconds: limits.seconds, accept: "application/json",
      line: line)
    var bytes: [UInt8] = []
    let answer: WebFile.Answer
    let start = ContinuousClock.now
    do throws(FetchError) {
      defer {
        spent.withLock {
          $0.seconds += (ContinuousClock.now - start) / .seconds(1)
          $0.bytes += bytes.count
        }
      }
      answer = try web.fetch(address) { bytes += $0 }
    } catch {
      throw PoliteClient.failure(error, host: host)
    }
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(document: bytes) } catch {
      throw Failure(
        error: GatherError(
          .badAnswer,
          "\(host) answers no JSON: \(error.place(in: bytes)): \(error.reason). What came before is kept."
        ))
    }
    switch judge(value) {
    case .good: return (value, bytes)
    case .later(let words):
      throw Failure(
        error: GatherError(.busy, "\(host) asks to come back later: \(words)"), passes: true,
        retryAfter: answer.retryAfter)
    case .refused(let words):
      throw Failure(error: GatherError(.refused, "\(host) refuses: \(words)"))
    }
  }

  private static func failure(_ error: FetchError, host: String) -> Failure {
    let text = "\(host): \(error.message)"
    switch error.code {
    case .busy:
      return Failure(
        error: GatherError(.busy, text), passes: true, retryAfter: error.retryAfter)
    case .unreached, .timeout, .broken:
      return Failure(error: GatherError(.unreached, text), passes: true)
    case .status:
      let isServers = error.httpStatus.map { $0 >= 500 } ?? false
      return Failure(error: GatherError(.refused, text), passes: isServers)
    case .badAddress, .privateAddress, .redirects:
      return Failure(error: GatherError(.refused, text))
    case .tooLarge: return Failure(error: GatherError(.badAnswer, text))
    }
  }

  private func host(_ address: String) -> String { WebFile.host(of: address) ?? "the source" }
}
