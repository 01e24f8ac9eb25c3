import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// The tables of the article "Dates and eras", which must match the program.
@Suite("The examples of the article on dates")
struct DatesArticleTests {
  /// The rows of the tables, as the texts between backticks in each cell.
  private static func rows() throws -> [[[String]]] {
    let file = Project.root.appendingPathComponent("Sources/TimeWalk/TimeWalk.docc/DatesAndEras.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { cell in
        cell.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      }
    }
  }

  @Test("Words are read as the table has them")
  func words() throws {
    let pairs = try Self.rows().filter { row in
      row.count >= 2 && !row[0].isEmpty && (!row[1].isEmpty || row[0].contains("n.d."))
    }
    #expect(pairs.count == 16)
    for row in pairs {
      let read = row[0].map { try? DateReport(reading: $0).edtf }
      // The readings of a row's texts in their order, each once.
      var readings: [String] = []
      for case let reading? in read where !readings.contains(reading) { readings.append(reading) }
      #expect(readings == row[1], "\(row[0])")
      if !row[1].isEmpty { #expect(!read.contains(nil), "\(row[0])") }
    }
  }

  @Test("EDTF spans the days that the table has")
  func spans() throws {
    let file = Project.root.appendingPathComponent("Sources/TimeWalk/TimeWalk.docc/DatesAndEras.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 2, let strict = cells[1].wholeMatch(of: #/(-?[0-9-]+?)(?: to |, )(.+)/#)
      else { continue }
      for match in cells[0].matches(of: #/`([^`]+)`/#) {
        count += 1
        let report = try DateReport(reading: String(match.output.1))
        func span(_ first: String?, _ last: String?) -> String {
          "\(first ?? "open")\(last == nil ? ", " : " to ")\(last ?? "open")"
        }
        #expect(span(report.earliest, report.latest) == String(strict.output.0))
        let fuzzy = span(report.earliestFuzzy, report.latestFuzzy)
        #expect(fuzzy == (cells[2] == "the same" ? String(strict.output.0) : cells[2]))
      }
    }
    #expect(count == 10)
  }
}
