import Foundation
import Testing
import TimeWalkTestSupport

/// Calls that reach the disk fail: each once by `Scripts/test --faults`, else some of each kind.
@Suite(
  "A disk that fails", .waitsForProcesses,
  .enabled(if: DiskTool.path != nil, "there is no C compiler"))
struct FaultTests {
  @Test(
    "leaves everything unchanged or complete, as the exit code shows",
    arguments: DiskOperation.chosen)
  func disk(operation: DiskOperation) throws {
    var run = try FaultRun(operation)
    var seed: UInt64 = 15
    for kind in DiskTool.Kind.allCases where kind != .allocate {
      for (turn, error) in kind.errors.enumerated() where turn == 0 || Project.isLongCheck {
        seed += 1
        // The long form fails every call in the first way, and every third in each other one.
        let count = turn == 0 ? nil : max(1, (run.usual[kind] ?? 0) / 3)
        try run.run(
          kind, error: error, most: DiskTool.isLong ? count : Project.times(1, all: 2), seed: seed)
        guard DiskTool.isLong, turn == 0, kind != .open, kind != .read else { continue }
        try run.run(kind, error: error, most: 5, seed: seed, isEver: true)
      }
    }
    DiskTool.report(run.summary)
    for finding in run.findings { DiskTool.report("  " + finding) }
    #expect(run.findings == [])
  }

  @Test(
    "Memory that runs out loses nothing that was acknowledged",
    Sanitizer.absent("a sanitizer's own allocator takes the place of the one that is made to fail"),
    arguments: DiskOperation.chosen)
  func memory(operation: DiskOperation) throws {
    var run = try FaultRun(operation)
    try run.run(
      .allocate, error: ENOMEM, most: DiskTool.isLong ? 50 : Project.times(1, all: 3), seed: 7)
    DiskTool.report("memory, " + run.summary)
    for finding in run.findings { DiskTool.report("  " + finding) }
    #expect(run.findings == [])
  }
}
