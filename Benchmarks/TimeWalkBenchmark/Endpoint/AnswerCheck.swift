import Foundation
import Synchronization

/// Checks that each request got one answer: the beginning of all answers, and every byte of some.
final class AnswerCheck: Sendable {
  /// Of how many answers one is kept whole.
  static let share = 100

  private let state: Mutex<(isAnswered: [Bool], kept: [(id: Int, answer: [UInt8])])>

  /// Expects answers to the ids from 0 on.
  init(count: Int) { state = Mutex((Array(repeating: false, count: count), [])) }

  /// The id at the beginning of an answer; `nil` for anything but a method's result.
  static func id(_ line: UnsafeRawBufferPointer) -> Int? {
    guard line.starts(with: head) else { return nil }
    var (id, index) = (0, head.count)
    while index < line.count, case let digit = line[index] &- 0x30, digit < 10, id < 1 << 40 {
      id = id * 10 + Int(digit)
      index += 1
    }
    guard index > head.count, line[index...].starts(with: middle) else { return nil }
    return id
  }

  /// Looks at an answer.
  func take(_ line: UnsafeRawBufferPointer) throws {
    guard let id = AnswerCheck.id(line) else {
      throw EndpointClient.Failure(
        description: "no answer: \(String(decoding: line.prefix(200), as: UTF8.self))")
    }
    try state.withLock { state in
      guard state.isAnswered.indices.contains(id), !state.isAnswered[id] else {
        throw EndpointClient.Failure(description: "request \(id) was not waiting for an answer")
      }
      state.isAnswered[id] = true
      if id % AnswerCheck.share == 0 { state.kept.append((id, Array(line))) }
    }
  }

  /// Compares the kept answers with the expected ones.
  func compare(_ expected: (Int) throws -> [UInt8]) throws {
    for (id, answer) in state.withLock({ $0.kept }) {
      let whole = AnswerCheck.head + Array("\(id)".utf8) + AnswerCheck.middle + (try expected(id))
      guard answer == whole + Array("}".utf8) else {
        throw EndpointClient.Failure(
          description: "the answer to request \(id) is not that of a call in one process")
      }
    }
  }

  private static let head = Array(#"{"id":"#.utf8)
  private static let middle = Array(#","jsonrpc":"2.0","result":"#.utf8)
}
