import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The examples of the README and the manual", .waitsForProcesses)
struct ReadmeTests {
  static let readme: String = {
    let file = Project.root.appendingPathComponent("README.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The manual, article by article.
  static let articles: [String: String] = {
    let folder = "Sources/TimeWalk/TimeWalk.docc"
    let url = Project.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".md") }.map { name in
        let text = try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
        return (name, text ?? "")
      })
  }()

  @Test("It is read in ten minutes")
  func length() {
    #expect(Self.readme.utf8.count <= 6 << 10)
  }

  @Test("Every command runs as written, one after another, as on a fresh clone")
  func commandsRun() throws {
    let home = try Home()
    let blocks = Self.blocks("sh")
    // The first commands of all, in this order.
    let scripts = ["Scripts/demo", "Scripts/test", "Scripts/serve", "Scripts/serve --phone"]
    #expect(blocks.starts(with: scripts))
    #expect(blocks.count >= 8)
    var isInPath = false
    for block in blocks {
      let script =
        switch block {
        // Scripts/test runs this very test, and PhoneScriptTests the other.
        case "Scripts/test", "Scripts/serve --phone": "true"
        // On a free port, since the usual one may be taken here.
        case "Scripts/serve": Self.visit("Scripts/serve --port 0")
        default: block
        }
      let result = try home.run(script, isInPath: isInPath)
      #expect(result.status == 0, "\(block)\n\(result.errors)")
      isInPath = isInPath || block.contains("export PATH=")
    }
    #expect(isInPath)
  }

  /// A script that starts a server, gets its first page, and stops it.
  private static func visit(_ command: String) -> String {
    """
    \(command) >address & server=$!
    trap 'kill $server 2>/dev/null || true' EXIT
    until [ -s address ]; do kill -0 $server; sleep 0.1; done
    curl --silent --fail "$(cat address)/" | grep '<title>.*TimeWalk'
    curl --silent --fail "$(cat address)/v1/photos" | grep '"total":1}'
    kill $server
    wait $server
    """
  }

  @Test(
    "Every command of the manual works after the first import and the first photo",
    arguments: articles.filter { $0.value.contains("```sh\n") }.keys.sorted())
  func manualRuns(article: String) throws {
    let home = try Home()
    let first = """
      timewalk archive import Archive/new-york
      timewalk submit Archive/sample/fifth-avenue.jpg --output pictures
      """
    #expect(try home.run(first).status == 0)
    for block in Self.blocks("sh", in: try #require(Self.articles[article])) {
      let result = try home.run(block)
      #expect(result.status == 0, "\(block)\n\(result.errors)")
    }
  }

  @Test("The example answer has the fields that the endpoint really gives")
  func exampleAnswer() throws {
    let home = try Home()
    #expect(try home.run("timewalk archive import Archive/new-york").status == 0)
    let lines = Self.readme.split(separator: "\n")
    let request = try #require(lines.first { $0.hasSuffix("| timewalk endpoint") })
    let answer = try home.run(String(request))
    let actual = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
    let example = try #require(Self.blocks("json").first)
    let expected = try JSONSerialization.jsonObject(with: Data(example.utf8))
    Self.expectFields(of: expected, in: actual, path: "answer")
  }

  @Test("Every subcommand is mentioned")
  func commandsAreDocumented() throws {
    let texts = Self.readme + Self.articles.values.joined()
    for command in try Self.subcommands([]) {
      for inner in try Self.subcommands([command]) {
        let isMentioned = texts.contains("timewalk \(command) \(inner)")
        #expect(isMentioned, "timewalk \(command) \(inner)")
      }
      let isMentioned = texts.contains("timewalk \(command)")
      #expect(isMentioned, "timewalk \(command)")
    }
  }

  @Test("The files and scripts that it points to exist")
  func links() throws {
    let links = Self.readme.matches(of: #/\]\(([^)]+)\)/#).map { String($0.output.1) }
      .filter { !$0.hasPrefix("http") }
    #expect(!links.isEmpty)
    let headings = Self.readme.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      "#" + line.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
    }
    for link in links where link.hasPrefix("#") {
      #expect(headings.contains(link), "\(link) is no heading")
    }
    for link in links.filter({ !$0.hasPrefix("#") }) {
      let path = Project.root.appendingPathComponent(link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link) is missing")
    }
    for script in ["Scripts/demo", "Scripts/serve", "Scripts/test", "Scripts/install", ".ci/run"] {
      let path = Project.root.appendingPathComponent(script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script) can't be run")
    }
  }

  /// A new user's clone: the project's data and scripts, and nothing submitted or imported yet.
  struct Home {
    let folder: TemporaryFolder
    private let programs = TimeWalkCommand.binary.deletingLastPathComponent()

    init() throws {
      folder = try TemporaryFolder()
      let build = folder.url.appendingPathComponent(".build")
      try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
      // The build under test replaces the release that the scripts build.
      try FileManager.default.createSymbolicLink(
        at: build.appendingPathComponent("release"), withDestinationURL: programs)
      for name in ["Archive", "Scripts"] {
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent(name),
          withDestinationURL: Project.root.appendingPathComponent(name))
      }
    }

    /// Runs a script of bash there, which finds the program by its name with `isInPath`.
    func run(_ script: String, isInPath: Bool = true) throws -> TimeWalkCommand.Result {
      let url = folder.url
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return try TimeWalkCommand.run(
        URL(fileURLWithPath: "/bin/bash"), ["-euo", "pipefail", "-c", script],
        environment: [
          "PATH": isInPath ? programs.path + ":" + path : path, "HOME": url.path,
          "XDG_DATA_HOME": url.path + "/data", "TIMEWALK_ARCHIVE": "", "TIMEWALK_LIBRARY": "",
          "TIMEWALK_BINARY": TimeWalkCommand.binary.path, "TIMEWALK_DEMO": "",
        ], directory: url)
    }
  }

  /// The fenced blocks of a language.
  static func blocks(_ language: String, in text: String = readme) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// The subcommands that the help of a command lists.
  static func subcommands(_ command: [String]) throws -> [String] {
    let help = try TimeWalkCommand.run(command + ["--help"]).output
    guard let list = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first else {
      return []
    }
    // A name is indented by two columns; its description, further right, wraps over lines.
    return list.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }
      .compactMap { line in
        let name = line.dropFirst(2)
        return name.first == " " ? nil : name.split(separator: " ").first.map(String.init)
      }
  }

  static func expectFields(of expected: Any, in actual: Any, path: String) {
    if let fields = expected as? [String: Any] {
      guard let given = actual as? [String: Any] else {
        Issue.record("\(path) is no object")
        return
      }
      for (name, value) in fields {
        guard let other = given[name] else {
          Issue.record("\(path).\(name) is missing from the real answer")
          continue
        }
        expectFields(of: value, in: other, path: "\(path).\(name)")
      }
    } else if let first = (expected as? [Any])?.first {
      guard let other = (actual as? [Any])?.first else {
        Issue.record("\(path) is empty in the real answer")
        return
      }
      expectFields(of: first, in: other, path: "\(path)[0]")
    }
  }
}
