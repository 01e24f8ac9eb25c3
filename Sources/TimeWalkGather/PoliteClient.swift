package import Foundation
internal import Synchronization
package import TimeWalkBase

/// Requests JSON from sources: one request at a time, as rarely as possible, within the sources'
/// rate limits.
///
/// A cached answer is not requested again. Temporary failures are retried after a random wait that
/// doubles, which spreads the retries of many programs. A source's own retry delay takes
/// precedence.
package final class PoliteClient: Sendable {
  /// The meaning of a source's answer, from its content.
  package enum Verdict: Hashable, Sendable {
    /// It is the requested answer.
    case good
    /// The source is too busy just now.
    case later(String)
    /// The source refuses, and would refuse again.
    case refused(String)
  }

  /// The cost of a run.
  package struct Cost: Hashable, Sendable {
    /// The requests that were sent.
    package var requests = 0
    /// The questions that the cache answered.
    package var cached = 0
    /// The bytes of the answers that came.
    package var bytes = 0
    /// The time spent waiting for retries, seconds.
    package var waited = 0.0
    /// The time that the requests took, seconds.
    package var seconds = 0.0
    /// The time of the oldest cached answer that was used.
    package var oldest: Date?

    /// Makes an empty count.
    package init() {}
  }

  /// The client, source and rate; fixed for a run.
  package struct Terms: Sendable {
    /// The project's name, its version and a contact.
    package var userAgent: String
    /// True if hosts that are not of the public internet may be asked.
    package var allowsPrivate = false
    /// True if cached answers are requested again.
    package var refreshes = false
    /// The budget of the run.
    package var limits = GatherLimits()

    /// Makes terms.
    package init(userAgent: String) { self.userAgent = userAgent }
  }

  /// The cost of the run so far.
  package var cost: Cost { spent.withLock { $0 } }
  private let spent = Mutex(Cost())
  /// Held during a request, which prevents concurrent requests.
  private let turn = Mutex(())
  private let line = WebLine()
  private let terms: Terms
  private let cache: AnswerCache?
  private let now: @Sendable () -> Date
  private let pause: @Sendable (Double) -> Void

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - terms: the client, source and rate.
  ///   - cache: the cache of answers; none when `nil`.
  ///   - now: the clock.
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

  /// An answer as it came, which `value(of:judge:)` or `elements(of:in:_:)` reads.
  package struct Answer: Sendable {
    fileprivate var question: Question
    fileprivate var bytes: [UInt8]
    /// Its JSON, if it was parsed already.
    fileprivate var value: JSONValue?
    /// The time of a cached answer.
    fileprivate var kept: Date?
    fileprivate var retryAfter: Int?
  }

  /// An address that is asked.
  fileprivate struct Question: Sendable {
    var address: String
    /// A suffix that is added to the address when it is sent, and neither cached nor shown.
    var secret = ""
    /// The largest answer, bytes; that of the limits when `nil`.
    var most: Int?

    var host: String { WebFile.host(of: address) ?? "the source" }
  }

  /// Up to this size in bytes, an answer is read before the next request begins.
  ///
  /// A retry request is short, and its delay must also apply to the next request.
  private static let short = 4096

  /// Sends one question.
  ///
  /// - Parameters:
  ///   - question: the address.
  ///   - secret: a suffix that is added to the address when it is sent, and neither cached nor
  ///     shown, such as a key.
  ///   - judge: classifies an answer.
  /// - Returns: the answer.
  /// - Throws: `.unreached`, `.busy`, `.refused`, `.badAnswer`, `.usedUp`, `.cache`.
  package func json(
    _ question: String, secret: String = "", judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> JSONValue {
    let answer = try answer(Question(address: question, secret: secret), judge)
    return try value(of: answer, judge: judge)
  }

  /// Sends one question and leaves a long answer unread.
  ///
  /// The next one can then be sent while another thread reads it.
  ///
  /// - Parameters:
  ///   - question: the address.
  ///   - judge: classifies an answer.
  /// - Returns: the new or cached answer.
  /// - Throws: as `json`.
  package func answer(
    to question: String, judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> Answer { try answer(Question(address: question), judge) }

  /// Requests a source's published data as a whole, which is larger than other answers.
  ///
  /// - Throws: as `json`.
  package func whole(_ address: String, most: Int) throws(GatherError) -> Answer {
    try answer(Question(address: address, most: most)) { _ in .good }
  }

  private func answer(
    _ question: Question, _ judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> Answer {
    if !terms.refreshes, let kept = cache?.answer(to: question.address, at: now()) {
      return Answer(question: question, bytes: kept.bytes, kept: kept.time)
    }
    return try turn.withLock { (_) throws(GatherError) in try ask(question, judge) }
  }

  /// Reads and caches an answer; an invalid one is requested again, if that may help.
  ///
  /// - Throws: as `json`.
  package func value(
    of answer: Answer, judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> JSONValue {
    let value: JSONValue
    do throws(Failure) {
      if let known = answer.value { value = known } else { value = try read(answer, judge) }
    } catch {
      // An invalid cached answer doesn't count as a request of this run.
      let failure = answer.kept == nil ? error : nil
      let again = try turn.withLock { (_) throws(GatherError) in
        try ask(answer.question, after: failure, readsAll: true, judge)
      }
      return try self.value(of: again, judge: judge)
    }
    try keep(answer)
    return value
  }

  /// Reads the elements of a list in a document, one by one, and keeps the document; the rest of it
  /// is passed over.
  ///
  /// - Parameters:
  ///   - answer: the document, an object.
  ///   - name: the list's name.
  ///   - take: gets each element; ends the reading by answering false.
  /// - Returns: true if there is such a list.
  /// - Throws: `.badAnswer`, `.cache`, and the error of `take`.
  package func elements(
    of answer: Answer, in name: String, _ take: (JSONValue) throws(GatherError) -> Bool
  ) throws(GatherError) -> Bool {
    var isThere = false
    var isEnded = false
    var refusal: GatherError?
    try check(answer)
    try keep(answer)
    do throws(JSONFault) {
      var parser = JSONParser(answer.bytes)
      guard try parser.peek() == UInt8(ascii: "{") else { return false }
      try parser.object(depth: 0) { (parser, key) throws(JSONFault) in
        guard key == name, try parser.peek() == UInt8(ascii: "[") else {
          return try parser.skip(depth: 1)
        }
        isThere = true
        try parser.array(depth: 1) { (parser) throws(JSONFault) in
          let element = try parser.value(depth: 2)
          do throws(GatherError) { isEnded = try !take(element) } catch { refusal = error }
          guard !isEnded, refusal == nil else {
            throw JSONFault(reason: "the reader has gone", offset: parser.index)
          }
        }
      }
    } catch {
      if refusal == nil, !isEnded { throw noJSON(answer, error) }
    }
    if let refusal { throw refusal }
    return isThere
  }

  /// Refuses an invalid or truncated document before any of it is used.
  private func check(_ answer: Answer) throws(GatherError) {
    guard answer.kept == nil else { return }
    do throws(JSONFault) {
      var parser = JSONParser(answer.bytes)
      try parser.skip()
      guard parser.isAtEnd else {
        throw JSONFault(reason: "text follows its end", offset: parser.index)
      }
    } catch { throw noJSON(answer, error) }
  }

  /// Caches a new answer, or counts a cached one.
  private func keep(_ answer: Answer) throws(GatherError) {
    guard let time = answer.kept else {
      try cache?.keep(answer.bytes, as: answer.question.address, at: now())
      return
    }
    spent.withLock {
      $0.cached += 1
      $0.oldest = min($0.oldest ?? time, time)
    }
  }

  /// Requests until there is an answer or a final failure, one request at a time.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - failure: the failure of an earlier attempt.
  ///   - readsAll: true if a long answer is read here, too.
  ///   - judge: classifies an answer.
  /// - Returns: the answer, already read if it is short or all must be.
  /// - Throws: as `json`.
  private func ask(
    _ question: Question, after failure: Failure? = nil, readsAll: Bool = false,
    _ judge: (JSONValue) -> Verdict
  ) throws(GatherError) -> Answer {
    let limits = terms.limits
    var wait = limits.firstWait
    var failure = failure
    var attempts = failure == nil ? 0 : 1
    while true {
      if let failure {
        // The failure is more informative than an exhausted budget for retries.
        guard failure.passes, attempts < limits.attempts, cost.requests < limits.requests else {
          throw failure.error
        }
        try rest(failure, wait)
        wait = min(wait * 2, Double(limits.longestWait))
      }
      attempts += 1
      do throws(Failure) {
        var answer = try send(question)
        if readsAll || answer.bytes.count <= PoliteClient.short {
          answer.value = try read(answer, judge)
        }
        return answer
      } catch { failure = error }
    }
  }

  /// The reason why a request got no answer, and whether a later one can.
  private struct Failure: Error {
    var error: GatherError
    var passes = false
    var retryAfter: Int?
  }

  /// Waits for the source's delay, or somewhat longer each time.
  private func rest(_ failure: Failure, _ wait: Double) throws(GatherError) {
    var seconds = wait * Double.random(in: 0.5...1.5)
    if let after = failure.retryAfter {
      guard after <= terms.limits.longestWait else {
        throw GatherError(
          .busy, "\(failure.error.message), in \(after) s. Then run the same command again.")
      }
      // Never early, and with random jitter.
      seconds = max(seconds, Double(after) * Double.random(in: 1...1.25))
    }
    seconds = min(seconds, Double(terms.limits.longestWait))
    spent.withLock { $0.waited += seconds }
    pause(seconds)
  }

  /// Sends one request.
  private func send(_ question: Question) throws(Failure) -> Answer {
    let limits = terms.limits
    let before = cost
    guard before.requests < limits.requests else {
      throw Failure(
        error: GatherError(
          .usedUp,
          "the request limit of this run (\(limits.requests)) is reached. Run the same command again to continue; --max-requests raises the limit."
        ))
    }
    guard before.bytes < limits.bytes else {
      throw Failure(
        error: GatherError(
          .usedUp,
          "the byte limit of this run (\(limits.bytes)) is reached. Run the same command again to continue; --max-bytes raises the limit."
        ))
    }
    spent.withLock { $0.requests += 1 }
    let web = WebFile(
      userAgent: terms.userAgent, hosts: terms.allowsPrivate ? .any : .open,
      mostBytes: question.most ?? limits.answerBytes, seconds: limits.seconds,
      accept: "application/json", line: line)
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
      answer = try web.fetch(question.address + question.secret) { bytes += $0 }
    } catch {
      throw PoliteClient.failure(error, host: question.host)
    }
    return Answer(question: question, bytes: bytes, retryAfter: answer.retryAfter)
  }

  /// An answer's JSON, if it is valid.
  private func read(
    _ answer: Answer, _ judge: (JSONValue) -> Verdict
  ) throws(Failure) -> JSONValue {
    let host = answer.question.host
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(document: answer.bytes) } catch {
      throw Failure(error: noJSON(answer, error))
    }
    switch judge(value) {
    case .good: return value
    case .later(let words):
      throw Failure(
        error: GatherError(.busy, "\(host) is busy: \(words)"), passes: true,
        retryAfter: answer.retryAfter)
    case .refused(let words):
      throw Failure(error: GatherError(.refused, "\(host) refuses: \(words)"))
    }
  }

  private func noJSON(_ answer: Answer, _ fault: JSONFault) -> GatherError {
    let place = fault.place(in: answer.bytes)
    return GatherError(
      .badAnswer,
      "the answer of \(answer.question.host) isn't JSON: \(place): \(fault.reason). Earlier answers are stored."
    )
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
}
