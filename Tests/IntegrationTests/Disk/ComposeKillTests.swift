import Foundation
import Testing
import TimeWalkTestSupport

@Suite(
  "A compose that is killed", .waitsForProcesses,
  .enabled(if: DiskTool.path != nil, "there is no C compiler"))
struct ComposeKillTests {
  /// Kills `compose` at each of its calls of a kind that reaches the disk, and checks the state
  /// after the next command, which only reads.
  @Test(
    "leaves the photo unchanged or complete, and no other file",
    arguments: [DiskTool.Kind.name, .sync, .write])
  func killed(kind: DiskTool.Kind) throws {
    let operation = DiskOperation.compose
    let place = try DiskPlace()
    try operation.prepare(place)
    try place.keep()
    let before = try place.state()
    let counts = place.aside("counts")
    let arguments = try operation.arguments(place)
    try DiskOperation.done(place.run(arguments, tool: ["COUNTS": counts]))
    let after = try place.state()
    try #require(before != after && !(before + after).contains { $0.contains("LOST") })
    let count = try #require(DiskTool.counts(in: counts)[kind])
    // The long check takes all that names files and brings them to the disk.
    let most = kind == .write ? Project.times(4, all: 20) : Project.times(6, all: count)
    let step = max(1, count / most)
    var seen: [Bool: Int] = [:]
    for number in stride(from: 1, through: count, by: step) {
      try place.reset()
      let tool = ["FAIL": kind.rawValue, "AT": "\(number)", "KILL": "1"]
      let result = try place.run(arguments, tool: tool)
      guard result.status < 0 else { continue }
      let shown = try place.run(["library", "show", "1", "--json"])
      #expect(shown.status == 0, "\(kind) \(number): \(shown.errors)")
      #expect(try shown.json().first?["missing"] == nil, "\(kind) \(number)")
      let state = try place.state()
      #expect(state == before || state == after, "\(kind) \(number): \(state)")
      #expect(place.hidden() == [], "\(kind) \(number)")
      seen[state == after, default: 0] += 1
      guard number % 3 == 0 else { continue }
      let again = try place.run(arguments)
      #expect(again.status == 0, "\(kind) \(number): \(again.errors)")
      #expect(try place.state() == after, "\(kind) \(number)")
    }
    #expect(seen[false] != nil, "\(seen)")
    #expect(kind == .write || !Project.isLongCheck || seen[true] != nil, "\(seen)")
  }
}
