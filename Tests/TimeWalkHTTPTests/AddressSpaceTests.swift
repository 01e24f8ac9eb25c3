import Foundation
import Testing
import TimeWalkTestSupport

/// The server under `ulimit -v`, which leaves it no memory for the stacks of its threads.
@Suite(
  "A limit of address space", .waitsForProcesses,
  Sanitizer.absent("a sanitizer reserves terabytes of address space"))
struct AddressSpaceTests {
  @Test("A limit that is too low ends the server with 75 and the reason", arguments: [300, 800])
  func tooLow(megabytes: Int) throws {
    let place = try Served.place()
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "ulimit -v \(megabytes * 1000) && exec timeout -s KILL 60 \"$0\" \"$@\"",
        Served.program.path, "serve", "--port", "0", "--archive", place.archive, "--library",
        place.library,
      ])
    #expect(result.status == 75, "\(result.status): \(result.errors)")
    #expect(result.output.isEmpty)
    #expect(
      result.errors.contains(
        "the limit of address space (ulimit -v) is \(megabytes * 1000) kB, and the server needs "))
  }

  @Test("A server with enough address space answers many requests at once")
  func enough() throws {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let served = try Served(kilobytes: 1_400_000 + 50_000 * processors)
    let requests = ["/", "/v1/eras", "/v1/items", "/livez"].flatMap { path in
      (0..<10).map { _ in "url = \"\(served.base)\(path)\"\noutput = /dev/null\nfail" }
    }
    let file = try served.place.write(
      Array(requests.joined(separator: "\nnext\n").utf8), to: "requests.txt")
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/curl"), ["-sS", "-Z", "--max-time", "60", "-K", file])
    #expect(result.status == 0, "\(result.errors.suffix(500))")
  }
}
