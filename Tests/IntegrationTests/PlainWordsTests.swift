import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The documents and the screens of help are plain English", .waitsForProcesses)
struct PlainWordsTests {
  /// A text with its sentences.
  struct Document {
    var name: String
    var sentences: [PlainWords.Sentence]
  }

  /// The documents beside the manual.
  static let names = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "RELIABILITY.md"]

  static func documents() throws -> [Document] {
    let documents = try names.map { name in
      let text = try String(contentsOf: Project.root.appendingPathComponent(name), encoding: .utf8)
      return Document(name: name, sentences: PlainWords.markdown(text))
    }
    return documents
      + ReadmeTests.articles.sorted { $0.key < $1.key }.map { name, text in
        Document(name: name, sentences: PlainWords.markdown(text))
      }
  }

  /// The screen of help of a command, and of all commands below it.
  static func screens(_ command: [String] = []) throws -> [Document] {
    let result = try TimeWalkCommand.run(command + ["--help"])
    try #require(result.status == 0, "\(command) \(result.errors)")
    let name = (["timewalk"] + command + ["--help"]).joined(separator: " ")
    let screen = Document(name: name, sentences: PlainWords.help(result.output))
    return try [screen]
      + ReadmeTests.subcommands(command).filter { $0 != "help" }.flatMap {
        try screens(command + [$0])
      }
  }

  /// The sentences that are worst, with their documents, a line each.
  static func worst(_ documents: [Document], _ isBad: (PlainWords.Sentence) -> Bool) -> String {
    documents.flatMap { document in
      document.sentences.filter(isBad).map { (document.name, $0) }
    }
    .sorted { $0.1.words > $1.1.words }
    .prefix(20)
    .map { name, sentence in
      let form = sentence.form.map { ", \"\($0)\"" } ?? ""
      return "\(name) (\(sentence.words) words\(form)): \(sentence.text)"
    }
    .joined(separator: "\n")
  }

  @Test("At most 5 % of the sentences have more than 25 words, and 1 % a form of the dialect")
  func sentences() throws {
    let documents = try Self.documents()
    let screens = try Self.screens()
    #expect(documents.count > 10 && screens.count > 40)
    let all = (documents + screens).flatMap(\.sentences)
    #expect(all.count > 1000)
    let long = all.count(where: \.isLong)
    #expect(
      20 * long <= all.count,
      "\(long) of \(all.count) are long:\n\(Self.worst(documents + screens, \.isLong))")
    let odd = all.count { $0.form != nil }
    #expect(
      100 * odd <= all.count,
      """
      \(odd) of \(all.count) have a form of the dialect:
      \(Self.worst(documents + screens) { $0.form != nil })
      """)
    for document in documents {
      let long = document.sentences.count(where: \.isLong)
      #expect(
        10 * long <= document.sentences.count,
        """
        \(document.name): \(long) of \(document.sentences.count) are long:
        \(Self.worst([document], \.isLong))
        """)
    }
  }

  @Test("SECURITY.md names a test for each row and each promise, and these tests exist")
  func provenClaims() throws {
    let text = try String(
      contentsOf: Project.root.appendingPathComponent("SECURITY.md"), encoding: .utf8)
    var tests: Set<String> = []
    for file in try Project.swiftFiles(in: "Tests") {
      let suites = file.text.matches(of: /(?:struct|class|enum) ([A-Za-z]+Tests)\b/).map(\.1)
      for name in file.text.matches(of: /func (?:`([^`]+)`|([A-Za-z0-9]+))[(<]/) {
        for suite in suites { tests.insert("\(suite).\(name.1 ?? name.2 ?? "")") }
      }
    }
    let named = /`([A-Z][A-Za-z]*Tests\.[^`]+)`/
    for name in text.matches(of: named).map(\.1) {
      #expect(tests.contains(String(name)), "there is no test \(name)")
    }
    // A row is a line, and a promise goes on in the next line.
    let promises = text.replacing("\n  ", with: " ")
    let claims = promises.split(separator: "\n").filter { line in
      line.hasPrefix("- ") || line.hasPrefix("| ") && !line.hasSuffix(" tests |")
    }
    #expect(claims.count > 50)
    for claim in claims { #expect(claim.contains(named), "no test is named: \(claim)") }
  }

  @Test(
    "Prose is counted without headings, code and the targets of links, a table cell separately",
    arguments: [
      ("# A heading of many words\n\nOne thing is here.", ["One thing is here."]),
      (
        "It ends here. A new one\nbegins (of course). ",
        ["It ends here.", "A new one begins (of course)."]
      ),
      (
        "It reads, e.g. Wikimedia. It is 3.5 m wide.",
        ["It reads, e.g. Wikimedia.", "It is 3.5 m wide."]
      ),
      (
        "Before the code:\n\n```sh\nno prose is here\n```\nAfter the code.",
        ["Before the code:", "After the code."]
      ),
      (
        "Use `a b c d` and [the page](https://example.org/a b) now.", ["Use CODE and the page now."]
      ),
      (
        "- The first of two.\n- The second\n  of two.", ["The first of two.", "The second of two."]
      ),
      (
        "| name | what for it is |\n|---|---|\n| `a` | it does one thing |",
        ["what for it is", "it does one thing"]
      ),
    ])
  func markdown(text: String, sentences: [String]) {
    #expect(PlainWords.markdown(text).map(\.text) == sentences)
  }

  @Test("A screen of help is counted without its usage, its names and its defaults")
  func help() {
    let screen = """
      OVERVIEW: List the changes of the archive.

      The newest is first. An undo is
      a change, too.

      USAGE: timewalk archive history [--limit <count>] and more of the usage
                              on two lines

      ARGUMENTS:
        <entry>               The number of the entry.

      OPTIONS:
        --limit <count>       The most entries to print; 0 prints
                              all. (default: 20)
        --a-very-long-option <value>
                              The time of the change.

      """
    #expect(
      PlainWords.help(screen).map(\.text) == [
        "List the changes of the archive.", "The newest is first.", "An undo is a change, too.",
        "The number of the entry.", "The most entries to print; 0 prints all.",
        "The time of the change.",
      ])
  }

  @Test(
    "The forms of the dialect are found, and plain sentences have none",
    arguments: [
      ("Who wants to change it reads on.", "who"), ("Whoever has it may read.", "whoever"),
      ("It is kept until nobody needs it.", "nobody"), ("What it says is kept.", "what"),
      ("They are made of what came before.", "of what"), ("That is none of them.", "is none"),
      ("The server is told its name.", "is told"), ("Numbers are parted by commas.", "parted by"),
      ("It is locked, so that it waits.", "so that"), ("It is not unusual to wait.", "not un"),
      ("It isn't uncommon here.", "not un"), ("The organiser, who made it, can end it.", nil),
      ("Who may read it?", nil), ("What does it do?", nil), ("Lock it so that it waits.", nil),
      ("It is not under the folder.", nil), ("It shows the terms and what is sent.", nil),
    ] as [(String, String?)])
  func forms(sentence: String, form: String?) {
    #expect(PlainWords.Sentence(sentence).form == form)
  }

  @Test("A sentence of 25 words is not long, one of 26 is")
  func length() {
    let words = Array(repeating: "word", count: 25).joined(separator: " ")
    #expect(PlainWords.Sentence(words + " – .").words == 25)
    #expect(!PlainWords.Sentence(words).isLong && PlainWords.Sentence(words + " more").isLong)
  }
}

/// The sentences of a text, with their length and the forms that make them hard to read.
enum PlainWords {
  /// The most words of a sentence that is read at once.
  static let mostWords = 25
  /// Fewer words than these are a label.
  static let leastWords = 3

  /// One sentence.
  struct Sentence {
    let text: String
    /// The number of words; code is one.
    let words: Int
    /// The form of the dialect that it has; `nil` for none, and for a question.
    let form: String?

    var isLong: Bool { words > PlainWords.mostWords }

    init(_ text: String) {
      self.text = text
      words = text.split(separator: " ").count { $0.contains { $0.isLetter || $0.isNumber } }
      let ending = text.last { !"\")'”’*".contains($0) }
      form = ending == "?" ? nil : PlainWords.form(text)
    }
  }

  /// The sentences of the prose of a Markdown file: no headings, no code, no targets of links.
  static func markdown(_ text: String) -> [Sentence] {
    var blocks: [String] = []
    var block: [String] = []
    func finish() {
      if !block.isEmpty { blocks.append(block.joined(separator: " ")) }
      block = []
    }
    var isCode = false
    for line in text.replacing(#/(?s)<!--.*?-->/#, with: "").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      var line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("```") {
        finish()
        isCode.toggle()
      }
      if isCode || line.hasPrefix("```") { continue }
      if line.isEmpty || "#@{}".contains(line.prefix(1)) || line.allSatisfy({ $0 == "-" }) {
        finish()
      } else if line.hasPrefix("|") {
        finish()
        blocks += cells(line)
      } else {
        if line.hasPrefix(">") { line = String(line.drop { "> ".contains($0) }) }
        if let mark = line.prefixMatch(of: #/([-*+]|\d+[.)])\s+/#) {
          finish()
          line = String(line[mark.range.upperBound...])
        }
        block.append(line)
      }
    }
    finish()
    return blocks.flatMap { sentences(plain($0)) }
  }

  /// The cells of a table's row that are prose.
  private static func cells(_ row: String) -> [String] {
    plain(row).replacing("\\|", with: "/").split(separator: "|")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.replacing("CODE", with: "").contains(where: \.isLetter) }
  }

  /// The sentences of a screen of help: no usage, and of each entry the words behind its name.
  static func help(_ screen: String) -> [Sentence] {
    var blocks: [String] = []
    var block: [String] = []
    func finish() {
      if !block.isEmpty { blocks.append(block.joined(separator: " ")) }
      block = []
    }
    var isUsage = false
    for line in screen.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.isEmpty || line.hasPrefix("USAGE:") {
        finish()
        isUsage = line.hasPrefix("USAGE:")
      } else if isUsage || (line.hasSuffix(":") && line.uppercased() == line) {
        finish()
      } else if line.hasPrefix("OVERVIEW: ") {
        block = [String(line.dropFirst("OVERVIEW: ".count))]
      } else if line.hasPrefix("  "), !line.hasPrefix("   ") {
        // The name, and behind it, where it is short, the first words.
        finish()
        if let gap = words.firstRange(of: "  ") {
          block = [words[gap.upperBound...].trimmingCharacters(in: .whitespaces)]
        }
      } else {
        block.append(words)
      }
    }
    finish()
    return blocks.flatMap { block in
      sentences(plain(block.replacing(#/\((default|values):[^)]*\)/#, with: "")))
    }
  }

  /// A text without marks: code and addresses are one word, links are their words.
  private static func plain(_ text: String) -> String {
    text.replacing(#/``[^`]*``|`[^`]*`/#, with: "CODE")
      .replacing(#/!?\[([^\]]*)\]\([^)]*\)/#) { String($0.output.1) }
      .replacing(#/<doc:[^>]*>|https?:\S+/#, with: "LINK")
  }

  /// A block's sentences: each ends with a mark before a word that can begin one.
  private static func sentences(_ block: String) -> [Sentence] {
    let words = block.split(whereSeparator: \.isWhitespace).map(String.init)
    var found: [Sentence] = []
    var current: [String] = []
    for (index, word) in words.enumerated() {
      current.append(word)
      let bare = word.trimmingCharacters(in: CharacterSet(charactersIn: "\"()'“”’*"))
      guard let mark = bare.last, ".!?".contains(mark), !abbreviations.contains(bare) else {
        continue
      }
      if index + 1 < words.count {
        let next = words[index + 1].drop { "\"('“*".contains($0) }.first
        guard let next, next.isUppercase || next.isNumber || next == "-" else { continue }
      }
      found.append(Sentence(current.joined(separator: " ")))
      current = []
    }
    if !current.isEmpty { found.append(Sentence(current.joined(separator: " "))) }
    return found.filter { $0.words >= leastWords }
  }

  private static let abbreviations: Set = ["e.g.", "i.e.", "c.", "ca.", "etc.", "vs.", "No."]

  /// The first form of the dialect in a sentence.
  private static func form(_ text: String) -> String? {
    let written = text.lowercased().split(separator: " ").map(String.init)
    let words = written.map { $0.trimmingCharacters(in: .punctuationCharacters) }
    if let first = words.first, ["who", "what"].contains(first) { return first }
    if let word = words.first(where: ["whoever", "nobody"].contains) { return word }
    for (index, (before, word)) in zip(words, words.dropFirst()).enumerated() {
      let pair = "\(before) \(word)"
      if pair == "so that" {
        // With a comma it is a consequence, without one a purpose.
        if index > 0, written[index - 1].hasSuffix(",") { return pair }
      } else if pairs.contains(pair) || (joints.contains(before) && ["who", "what"].contains(word))
      {
        return pair
      } else if before == "not" || before == "never" || before.hasSuffix("n't"),
        word.hasPrefix("un"),
        !["unde", "unti", "unle", "uni", "undo"].contains(where: word.hasPrefix),
        word.count > 4
      {
        return "not un"
      }
    }
    return nil
  }

  private static let pairs: Set = [
    "no one", "is none", "are none", "be none", "is told", "are told", "parted by", "not without",
  ]

  /// Words that make the clause behind them a noun.
  private static let joints: Set = [
    "of", "by", "from", "for", "with", "to", "than", "as", "in", "on", "but", "that", "is", "are",
  ]
}
