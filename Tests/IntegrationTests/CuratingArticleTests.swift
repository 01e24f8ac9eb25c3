import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The article on curating a collection", .waitsForProcesses, .onEachEngine)
struct CuratingArticleTests {
  /// A command of the article, with its documented output.
  private struct Step {
    var command: String
    var lines: [String] = []
  }

  private static func steps() throws -> [Step] {
    let file = Project.root.appendingPathComponent(
      "Sources/TimeWalk/TimeWalk.docc/CuratingACollection.md")
    var steps: [Step] = []
    let blocks = try String(contentsOf: file, encoding: .utf8).components(
      separatedBy: "```console\n")
    for block in blocks.dropFirst() {
      for line in (block.components(separatedBy: "\n```").first ?? "").split(separator: "\n") {
        if line.hasPrefix("$ timewalk ") {
          steps.append(Step(command: String(line.dropFirst(11))))
        } else if line.hasPrefix("$ cat ") {
          steps.append(Step(command: String(line.dropFirst(2))))
        } else if !steps.isEmpty {
          steps[steps.count - 1].lines.append(String(line))
        }
      }
    }
    return steps
  }

  @Test("Each command prints the documented output, one after another", TestData.isPresent)
  func commands() throws {
    let place = try Workplace()
    _ = try place.write(TestData.bytes("archives/oldperth.json"), to: "oldperth.json")
    let steps = try Self.steps()
    #expect(steps.count >= 10)
    for step in steps {
      if step.command.hasPrefix("cat ") {
        // A file that a curator has; the test writes it.
        let text = step.lines.map { $0 + "\n" }.joined()
        _ = try place.write(Array(text.utf8), to: String(step.command.dropFirst(4)))
        continue
      }
      let words = step.command.split(separator: " ").map(String.init)
      let result = try place.run(words + ["--archive", place.archive])
      // A server's archive is backed up with the server.
      if words[1] == "backup", place.archive.contains("://") {
        #expect(result.status == 73, "\(result.errors)")
        continue
      }
      let said = plain(result.errors + result.output, in: place)
      // "…" stands for lines that are left out.
      var rest = said[...]
      let parts = step.lines.split(separator: "…", omittingEmptySubsequences: false)
        .map { plain($0.map { $0 + "\n" }.joined(), in: place) }
      for part in parts where !part.isEmpty {
        let found = try #require(rest.range(of: part), "\(step.command)\n\(part)\nin\n\(said)")
        if parts.count == 1 { #expect(said == part) }
        rest = rest[found.upperBound...]
      }
      #expect(step.lines.last == "…" || rest.isEmpty, "\(step.command) says more: \(rest)")
    }
  }

  /// Without values that depend on the day and the folder.
  private func plain(_ text: String, in place: Workplace) -> String {
    text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "TIME")
      .replacing(place.folder.url.path + "/", with: "")
  }
}
