import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

/// The tables of the article "How the judge decides", which must hold every weight with its
/// default.
@Suite("The statements of the article on the judge")
struct JudgeArticleTests {
  /// A row of the tables: weight, unit, default and reason.
  private struct Row {
    var name: String
    var unit: String
    var value: Double?
    var reason: String
  }

  private static func text() throws -> String {
    try String(
      contentsOf: Project.root.appendingPathComponent(
        "Sources/TimeWalk/TimeWalk.docc/HowTheJudgeDecides.md"), encoding: .utf8)
  }

  private static func rows() throws -> [Row] {
    try text().split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let name = cells[0].wholeMatch(of: #/`([A-Za-z]+)`/#) else {
        return nil
      }
      return Row(
        name: String(name.output.1), unit: cells[1], value: Double(cells[2]), reason: cells[3])
    }
  }

  @Test("Every weight is there once, with its default, a unit and a reason")
  func weights() throws {
    let rows = try Self.rows()
    var names: Set<String> = []
    for child in Mirror(reflecting: MatchWeights()).children {
      let name = try #require(child.label)
      let value = try #require(child.value as? Double)
      names.insert(name)
      let found = rows.filter { $0.name == name }
      #expect(found.count == 1, "\(name) has \(found.count) rows in HowTheJudgeDecides.md")
      for row in found {
        #expect(
          row.value == value,
          "\(name) is \(value); HowTheJudgeDecides.md says \(row.value.map { "\($0)" } ?? "nothing")"
        )
        #expect(!row.unit.isEmpty && !row.reason.isEmpty, "\(name)")
      }
    }
    for row in rows { #expect(names.contains(row.name), "\(row.name) is no weight any more") }
  }

  @Test("The share that makes a match is the one in the text")
  func sameScene() throws {
    let share = MatchWeights().sameScene
    #expect(try Self.text().contains("at least \(share) of the other's view"))
    #expect(try Self.text().contains("both shares reach \(share)"))
  }

  @Test("The front page leads there")
  func link() throws {
    let page = try String(
      contentsOf: Project.root.appendingPathComponent("Sources/TimeWalk/TimeWalk.docc/TimeWalk.md"),
      encoding: .utf8)
    #expect(page.contains("<doc:HowTheJudgeDecides>"))
  }
}
