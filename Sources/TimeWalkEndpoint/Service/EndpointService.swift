internal import Foundation
package import TimeWalk
internal import TimeWalkBase

/// The options for serving an endpoint.
package struct ServiceOptions: Sendable {
  /// The number of requests that run at a time.
  package var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// The maximum number of waiting requests; reading stops at this number.
  package var queue = 64
  /// True if answers have the order of the requests.
  package var isOrdered = false
  /// The longest line that is taken, bytes.
  package var maximumLine = LineReader.usualLimit
  /// True if the service ends after one message.
  package var isOnce = false

  /// The usual ones.
  package init() {}
}

/// Reads requests, has them worked on side by side, and writes the answers as they finish.
package final class EndpointService: Sendable {
  private let endpoint: Endpoint
  private let options: ServiceOptions
  private let input: Int32
  private let stop: StopPipe
  private let queue: RequestQueue<Job>
  private let stream: AnswerStream

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint that answers.
  ///   - options: the options.
  ///   - input: the descriptor that requests come from.
  ///   - output: the descriptor that answers go to.
  ///   - stop: the signal that ends the reading before the input ends.
  package init(
    _ endpoint: Endpoint, options: ServiceOptions, input: Int32, output: Int32, stop: StopPipe
  ) {
    self.endpoint = endpoint
    self.options = options
    self.input = input
    self.stop = stop
    // A line of the greatest length fits, with small ones.
    let queue = RequestQueue<Job>(places: options.queue, bytes: options.maximumLine + (1 << 20))
    self.queue = queue
    stream = AnswerStream(descriptor: output, isOrdered: options.isOrdered) {
      // The client is gone: waiting requests are not worth starting.
      queue.abandon()
      for job in queue.running(where: { _ in true }) { job.cancel() }
      stop.stop()
    }
  }

  /// Serves until the input ends or a stop is requested, then finishes the requests read so far.
  ///
  /// - Returns: true if every answer was written.
  /// - Throws: `busy` if the system gives no thread.
  package func run() throws(TimeWalkError) -> Bool {
    FreedMemory.use()
    let pool = ThreadPool(workers: options.jobs)
    guard pool.threads > 0 else {
      throw TimeWalkError(
        .busy,
        "the system gives no thread for requests; raise its limit of threads, and run this again")
    }
    // Each ends with the queue.
    for _ in 0..<pool.threads {
      _ = pool.add {
        var done: Job?
        while let job = self.next(after: done) {
          self.work(on: job)
          done = job
        }
      }
    }
    read()
    endpoint.log?.note("drain")
    queue.close()
    pool.close()
    return stream.isSound
  }

  /// The next job; log lines that were gathered are written before anything that may take long.
  private func next(after done: Job?) -> Job? {
    let job = queue.next(after: done, waits: false)
    guard let job else {
      endpoint.log?.flush()
      return queue.next(after: nil, waits: true)
    }
    if !job.isShort { endpoint.log?.flush() }
    return job
  }

  private func read() {
    var lines = LineReader(descriptor: input, limit: options.maximumLine, stop: stop.descriptor)
    var turn = 0
    while let line = lines.next() {
      if case .text(let bytes) = line, Endpoint.isBlank(bytes) { continue }
      take(line, turn: turn)
      turn += 1
      if options.isOnce { return }
    }
  }

  /// Parses a line and dispatches its requests.
  private func take(_ line: LineReader.Line, turn: Int) {
    let message: RPCLine
    var size = 0
    do throws(RPCFault) {
      switch line {
      case .text(let bytes):
        size = bytes.count
        message = try RPCLine(bytes)
      case .tooLong:
        throw .parseError(
          "the line is longer than \(options.maximumLine) bytes, the limit; skipped")
      }
    } catch {
      endpoint.log?.refused(error)
      let answer = LineAnswer(turn: turn, count: 1, isBatch: false)
      return hand(.answered(RPCAnswer.failure(.null, error)), place: 0, of: answer, bytes: 0)
    }
    switch message {
    case .single(let request):
      let answer = LineAnswer(turn: turn, count: 1, isBatch: false)
      begin(request, place: 0, of: answer, bytes: size)
    case .batch(let requests):
      let answer = LineAnswer(turn: turn, count: requests.count, isBatch: true)
      for (place, request) in requests.enumerated() {
        begin(request, place: place, of: answer, bytes: size / requests.count)
      }
    }
  }

  private func begin(
    _ read: Result<RPCRequest, RefusedRequest>, place: Int, of line: LineAnswer, bytes: Int
  ) {
    switch read {
    case .failure(let refused):
      endpoint.log?.refused(refused.fault, id: refused.id)
      let answer = RPCAnswer.failure(refused.id, refused.fault)
      hand(.answered(answer), place: place, of: line, bytes: 0)
    case .success(let request) where EndpointService.atOnce.contains(request.method):
      // Answered immediately: a cancellation or a ping can't wait in the queue.
      let answer = answer(to: request, Job(.request(request), place: place, of: line))
      endpoint.log?.flush()
      hand(.answered(answer), place: place, of: line, bytes: 0)
    case .success(let request): hand(.request(request), place: place, of: line, bytes: bytes)
    }
  }

  /// The answers of the reader itself, which take no time.
  private static let atOnce: Set = ["cancel", "ping"]

  private func hand(_ work: Job.Work, place: Int, of line: LineAnswer, bytes: Int) {
    if case .answered(let answer) = work, !options.isOrdered {
      return settle(line, place, answer)
    }
    // In the order of requests, even a known answer waits, which the reader must not.
    _ = queue.enter(Job(work, place: place, of: line), bytes: bytes)
  }

  private func work(on job: Job) {
    switch job.work {
    case .answered(let answer): settle(job.line, job.place, answer)
    case .request(let request): settle(job.line, job.place, answer(to: request, job))
    }
  }

  private func settle(_ line: LineAnswer, _ place: Int, _ answer: [UInt8]?) {
    guard let whole = line.settle(place, answer) else { return }
    stream.answer(whole, turn: line.turn)
  }

  private func answer(to request: RPCRequest, _ job: Job) -> [UInt8]? {
    let token = request.method == "submit" ? request.params[MethodTable.progressToken] : nil
    let stream = stream
    let context = CallContext(
      pipeline: endpoint.pipeline, version: endpoint.version,
      step: { (step) throws(TimeWalkError) in
        if job.isCancelled { throw Endpoint.cancellation }
        if let token, token != .null { stream.write(ProgressNote.line(step, token: token)) }
      },
      token: job.token, cancel: { self.cancel($0) })
    return endpoint.answer(to: request, context, arrived: job.arrived)
  }

  private func cancel(_ id: JSONValue) -> CancelReport.State {
    if options.isOrdered {
      // Its answer keeps its position in the queue, without execution.
      let jobs = queue.waiting(where: { $0.id == id })
      for job in jobs { job.cancel() }
      if !jobs.isEmpty { return .waiting }
    } else {
      let removed = queue.remove { $0.id == id }
      for job in removed {
        job.cancel()
        work(on: job)
      }
      if !removed.isEmpty { return .waiting }
    }
    let running = queue.running { $0.id == id }
    for job in running { job.cancel() }
    return running.isEmpty ? .unknown : .running
  }
}
