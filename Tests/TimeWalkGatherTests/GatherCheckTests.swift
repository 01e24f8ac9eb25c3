import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Scripts/gather-check, with a stand-in for timewalk", .waitsForProcesses)
struct GatherCheckTests {
  /// Runs the script with a program that answers `gather` with some JSON and writes some CSV.
  private func run(
    answer: String, columns: String, status: Int = 0, contact: String = "a@b.example"
  ) throws -> TimeWalkCommand.Result {
    let folder = try TemporaryFolder()
    let values = columns.split(separator: ",").map { _ in "1" }.joined(separator: ",")
    let script = """
      #!/bin/sh
      if [ "$2" = gather ]; then
        echo '\(answer)'
        exit \(status)
      fi
      printf '\(columns)\\n\(values)\\n' >"$3"
      """
    let program = folder.url.appendingPathComponent("timewalk")
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"),
      [Project.root.appendingPathComponent("Scripts/gather-check").path],
      environment: [
        "TIMEWALK_BINARY": program.path, "TIMEWALK_CONTACT": contact,
        "TIMEWALK_EUROPEANA_KEY": "",
      ])
  }

  private let all =
    "latitude,longitude,license,creator,source,media,date,heading,pitch,field_of_view,credit"

  @Test("Sources with the expected answers pass; one without a key is skipped")
  func well() throws {
    let result = try run(answer: #"{"found":40,"leftOut":{"undated":3}}"#, columns: all)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    for name in [
      "commons: 40 items", "pastvu: 40 items", "oldnyc: 40 items", "europeana: not asked",
    ] {
      #expect((result.output + result.errors).contains(name))
    }
  }

  @Test("A changed source is reported")
  func changed() throws {
    for (answer, columns, status, words) in [
      (#"{"found":0,"leftOut":{}}"#, all, 0, "0 items"),
      (#"{"found":40,"leftOut":{"unusable":2}}"#, all, 0, "2 that can't be used"),
      (#"{"found":40}"#, "latitude,longitude,date", 0, "none of them has license"),
      ("{}", all, 65, "can't be gathered"),
    ] {
      let result = try run(answer: answer, columns: columns, status: status)
      #expect(result.status == 1, "\(words)")
      #expect((result.output + result.errors).contains(words), "\(result.output) \(result.errors)")
    }
    #expect(try run(answer: "{}", columns: all, contact: "").status != 0)
  }
}
