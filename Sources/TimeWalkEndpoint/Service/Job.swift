internal import Foundation
internal import Synchronization
internal import TimeWalkBase

/// One request on its way.
final class Job: Sendable {
  /// The request, or an answer that is already known if parsing failed.
  let work: Work
  /// The position of the answer in its line.
  let place: Int
  let line: LineAnswer
  let arrived = DispatchTime.now()
  /// Ends the job's statements.
  let token = CancellationToken()

  enum Work: Sendable {
    case request(RPCRequest)
    case answered([UInt8]?)
  }

  init(_ work: Work, place: Int, of line: LineAnswer) {
    self.work = work
    self.place = place
    self.line = line
  }

  /// The request's id; `nil` for notifications, which can't be cancelled.
  var id: JSONValue? {
    if case .request(let request) = work { request.id } else { nil }
  }

  /// True if it is done within milliseconds: all but taking a photo in.
  var isShort: Bool {
    if case .request(let request) = work { request.method != "submit" } else { true }
  }

  var isCancelled: Bool { token.isCancelled }

  func cancel() { token.cancel() }
}

/// The answer to one line: that of a single request, or those of a batch, which go out together.
final class LineAnswer: Sendable {
  /// The line's place among all.
  let turn: Int
  private let isBatch: Bool
  private let parts: Mutex<(answers: [[UInt8]?], missing: Int)>

  init(turn: Int, count: Int, isBatch: Bool) {
    self.turn = turn
    self.isBatch = isBatch
    parts = Mutex((Array(repeating: nil, count: count), count))
  }

  /// Takes one request's answer, `nil` for none; the last one gets the whole line.
  ///
  /// - Returns: `nil` while some are missing; else the line, which is itself `nil` when there is no
  ///   answer.
  func settle(_ place: Int, _ answer: [UInt8]?) -> [UInt8]?? {
    let answers: [[UInt8]]? = parts.withLock { parts in
      parts.answers[place] = answer
      parts.missing -= 1
      guard parts.missing == 0 else { return nil }
      defer { parts.answers = [] }
      return parts.answers.compactMap { $0 }
    }
    guard let answers else { return nil }
    guard let first = answers.first else { return .some(nil) }
    return isBatch ? RPCAnswer.batch(answers) : first
  }
}
