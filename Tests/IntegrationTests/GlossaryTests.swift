import Foundation
import Testing
import TimeWalkTestSupport

/// The glossary's table, and the names in the sources.
@Suite("The glossary")
struct GlossaryTests {
  /// A row of the table.
  private struct Row {
    var word: String
    /// The words that must not replace it.
    var others: [String]
  }

  /// Parts of names that are not looked at, each with its reason.
  private static let allowed = ["TimeWalk": "the product's name"]

  private static func rows() throws -> [Row] {
    let article = try #require(ReadmeTests.articles["Glossary.md"])
    return try article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map(quoted)
      try #require(cells.count == 3 && cells[0].count == 1, "\(line)")
      return Row(word: cells[0][0], others: cells[2])
    }
  }

  /// The names between backticks.
  private static func quoted(_ cell: Substring) -> [String] {
    cell.matches(of: #/`(\w+)`/#).map { String($0.output.1) }
  }

  /// The names that are declared in the Swift files below `Sources`, each with a file.
  private static func declared() throws -> [String: String] {
    var found: [String: String] = [:]
    for (file, text) in try Project.swiftFiles(in: "Sources") {
      for name in names(in: text) { found[name] = file }
    }
    return found
  }

  @Test("No type and no public or package name has a forbidden word of the glossary")
  func forbiddenWords() throws {
    let others = try Self.rows().flatMap { $0.others }
    let forbidden = Set(others).map { (word: $0, parts: Self.words(in: $0)) }
    let declared = try Self.declared()
    #expect(declared.count > 2000)
    for (name, file) in declared {
      let plain = Self.allowed.keys.reduce(name) { $0.replacing($1, with: "") }
      let words = Self.words(in: plain)
      for (word, parts) in forbidden where words.contains(parts) {
        Issue.record("\(file): \(name) has \(word)")
      }
    }
  }

  @Test("Each word has a name in the sources, and at least one word that it replaces")
  func usedWords() throws {
    let rows = try Self.rows()
    #expect(rows.count >= 30)
    #expect(Set(rows.map { $0.word }).count == rows.count)
    let declared = try Self.declared().keys.map(Self.words(in:))
    for row in rows {
      let word = Self.words(in: row.word)
      let isUsed = declared.contains { $0.contains(word) }
      #expect(isUsed, "\(row.word)")
      #expect(!row.others.isEmpty, "\(row.word)")
    }
  }

  @Test("Names of types, public and package names, and cases are found")
  func readsNames() {
    let text = """
      // package var comment = 1
      package enum Direction: String {
        case north, south(Int, name: String)
        case `west`
      }
      public final class Engine {
        @inlinable package private(set) var count = 0
        public static func start(_ engine: Engine) {}
        private let hidden = 1
        var inner: Int { switch self { default: 0 } }
        private struct Part {}
      }
      switch direction {
      case .east, .up: print(direction)
      }
      """
    #expect(
      Self.names(in: text) == [
        "Direction", "north", "south", "west", "Engine", "count", "start", "Part",
      ])
  }

  @Test(
    "A name is cut before its capital letters",
    arguments: [
      ("viewDistance", " view distance "), ("URLPath", " url path "), ("isOfID", " is of id "),
      ("EventHub", " event hub "), ("walker", " walker "), ("byte2Text", " byte text "),
    ])
  func cutsNames(name: String, words: String) {
    #expect(Self.words(in: name) == words)
  }

  /// The words of a name in camel case: in small letters, with a space before and behind each.
  private static func words(in name: String) -> String {
    let words = name.matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/#)
    return " " + words.map { $0.output.lowercased() + " " }.joined()
  }

  /// The names of types, the public and package names, and the cases that a source declares.
  private static func names(in text: String) -> [String] {
    let types: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    let members: Set<Substring> = ["func", "var", "let"]
    var found: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "case" {
        let cases = words.dropFirst().joined(separator: " ").replacing(#/\([^)]*\)/#, with: "")
        found += cases.split(separator: ",").map(identifier)
        continue
      }
      var isOpen = false
      for (word, next) in zip(words, words.dropFirst()) {
        if types.contains(word) || (isOpen && members.contains(word)) {
          found.append(identifier(next))
          break
        }
        // Words before a declaration are modifiers and attributes.
        guard let first = word.first, first == "@" || first.isLowercase else { break }
        if word == "public" || word == "package" { isOpen = true }
      }
    }
    return found.filter { !$0.isEmpty }
  }

  /// The identifier that a piece of a declaration begins with; empty if there is none.
  private static func identifier(_ piece: Substring) -> String {
    String(
      piece.drop { $0 == " " || $0 == "`" }
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}
