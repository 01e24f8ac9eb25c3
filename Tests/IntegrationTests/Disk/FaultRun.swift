import Foundation
import Testing
import TimeWalkTestSupport

/// One operation with one failing call after another, and the faults found afterwards.
struct FaultRun {
  let operation: DiskOperation
  let place: DiskPlace
  private let before: [String]
  private let after: [String]
  /// The number of calls of each kind without a fault.
  let usual: [DiskTool.Kind: Int]
  private(set) var runs = 0
  private(set) var failed = 0
  private(set) var died = 0
  /// The faults, a sentence each.
  private(set) var findings: [String] = []

  init(_ operation: DiskOperation) throws {
    self.operation = operation
    place = try DiskPlace()
    try operation.prepare(place)
    try place.keep()
    before = try place.state()
    let counts = place.aside("counts")
    // Counts allocations as well, and fails none.
    let result = try place.run(
      operation.arguments(place), tool: ["COUNTS": counts, "FAIL": "allocate", "AT": "0"])
    try DiskOperation.done(result)
    usual = DiskTool.counts(in: counts)
    after = try place.state()
    try #require(before != after, "\(operation.name) changes nothing that is looked at")
    let isSound = !(before + after).contains { $0.contains("FAULT") || $0.contains("LOST") }
    try #require(isSound, "\(before + after)")
  }

  /// Fails each call of a kind, or `most` of them, evenly spread from a place that the seed gives.
  mutating func run(
    _ kind: DiskTool.Kind, error: Int32, most: Int?, seed: UInt64, isEver: Bool = false
  ) throws {
    let count = usual[kind] ?? 0
    guard count > 0 else { return }
    var random = SeededGenerator(seed: seed)
    let step = most.map { max(1, count / $0) } ?? 1
    var number = step == 1 ? 1 : Int.random(in: 1...step, using: &random)
    while true {
      // Beyond the usual count, up to the first run that needs no further such calls.
      if try !fail(kind, number, error, isEver: isEver) || (most != nil && number > count) {
        return
      }
      number += step
    }
  }

  /// One run; `false` when it didn't come to the call.
  private mutating func fail(_ kind: DiskTool.Kind, _ number: Int, _ error: Int32, isEver: Bool)
    throws -> Bool
  {
    try place.reset()
    let counts = place.aside("counts")
    try? FileManager.default.removeItem(atPath: counts)
    var tool = ["COUNTS": counts, "FAIL": kind.rawValue, "AT": "\(number)", "ERROR": "\(error)"]
    if isEver { tool["EVER"] = "1" }
    let arguments = try operation.arguments(place)
    let result = try place.run(arguments, tool: tool)
    guard DiskTool.counts(in: counts)[kind] ?? 0 >= number else {
      if result.status != 0 {
        findings.append("\(operation.name): without a fault it ends with \(result.status)")
      }
      return false
    }
    runs += 1
    let name = "\(operation.name), \(kind) \(number) with \(error)\(isEver ? " and all later" : "")"
    do { try judge(result, name, kind, isEver: isEver) } catch {
      findings.append("\(name): \(error)")
    }
    return true
  }

  private mutating func judge(
    _ result: TimeWalkCommand.Result, _ name: String, _ kind: DiskTool.Kind, isEver: Bool
  ) throws {
    let said = result.errors.split(separator: "\n").last ?? ""
    func found(_ text: String) { findings.append("\(name): \(text) [\(result.status): \(said)]") }
    if result.status < 0 {
      died += 1
      // Swift ends a program that gets no memory; our code must report anything else.
      if kind != .allocate { found("a signal ended it") }
    } else if result.status != 0 {
      failed += 1
      if said.isEmpty { found("it failed without a word") }
    }
    var state = try place.state()
    let isDoneAtOnce = state == after
    if state != before, state != after {
      // A program that was killed, or could not clean up, leaves that to the next.
      _ = try place.run(["library", "resume"])
      state = try place.state()
    }
    // Recorded photos may lack only their names: the next command must assign them.
    let isNamedLater = said.contains("the next command lists them")
    if isNamedLater, state != after { found("the next command doesn't name it") }
    let isHonestDoubt = isNamedLater || said.contains("a power cut may lose it")
    if result.status == 0, state != after {
      found("it said done, and is not: \(difference(state, after))")
    }
    let isDone = operation.isResumable ? isDoneAtOnce : state == after
    if result.status > 0, isDone, !isHonestDoubt { found("it said failed, and is done") }
    if state != before, state != after, !operation.isResumable {
      found("it is neither as it was nor done: \(difference(state, after))")
    }
    guard state != after else { return }
    let again = try place.run(operation.arguments(place))
    let last = try place.state()
    if again.status != 0 || last != after {
      found(
        "again it ends with \(again.status) (\(again.errors.suffix(200))): \(difference(last, after))"
      )
    }
    // From a disk that refuses all removals, nothing is removed.
    guard operation.isSweptLater || kind != .name || !isEver else { return }
    let hidden = place.hidden()
    if !hidden.isEmpty, result.status >= 0 { found("left hidden: \(hidden)") }
  }

  private func difference(_ state: [String], _ wanted: [String]) -> String {
    "has \(state.filter { !wanted.contains($0) }), lacks \(wanted.filter { !state.contains($0) })"
  }

  /// The figures in a line.
  var summary: String {
    "faults: \(operation.name): \(runs) runs, \(failed) failed with a word, \(died) ended by a signal, \(findings.count) findings"
  }
}
