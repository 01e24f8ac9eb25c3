import Foundation
import Testing
import TimeWalkTestSupport

/// The package's own description, and the rules that hold for its sources.
@Suite("The package", .waitsForProcesses)
struct PackageTests {
  /// A target as `Package.swift` describes it.
  struct Target: Sendable {
    let name: String
    let kind: String
    /// Targets and products, by the names that sources import them with.
    let dependencies: [String]
    let folder: String

    var sources: [(path: String, text: String)] {
      get throws { try Project.swiftFiles(in: folder) }
    }
  }

  /// The targets in the order of `Package.swift`.
  static let targets: [Target] = (try? described()) ?? []

  private static func described() throws -> [Target] {
    // A folder of its own, since a build may hold the package's.
    let scratch = try TemporaryFolder()
    let dumped = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "swift", "package", "--package-path", Project.root.path, "--scratch-path",
        scratch.url.path, "dump-package",
      ])
    let package = try #require(
      try JSONSerialization.jsonObject(with: Data(dumped.output.utf8)) as? [String: Any])
    return try #require(package["targets"] as? [[String: Any]]).map { target in
      let name = try #require(target["name"] as? String)
      let kind = try #require(target["type"] as? String)
      let dependencies = (target["dependencies"] as? [[String: [Any]]] ?? []).compactMap {
        $0.values.first?.first as? String
      }
      let folder = kind == "test" ? "Tests/" : "Sources/"
      return Target(
        name: name, kind: kind, dependencies: dependencies,
        folder: target["path"] as? String ?? folder + name)
    }
  }

  /// Modules of every Swift toolchain.
  private static let toolchain: Set = [
    "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Synchronization", "Testing",
  ]

  @Test("Package.swift is readable, and each folder below Sources is a target")
  func complete() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appendingPathComponent("Sources").path)
    let targets = Self.targets.filter { $0.folder.hasPrefix("Sources/") }.map(\.name)
    #expect(Set(folders) == Set(targets))
  }

  @Test("Each import is declared, and each declared dependency is imported")
  func imports() throws {
    let programs = Set(Self.targets.filter { $0.kind == "executable" }.map(\.name))
    for target in Self.targets where target.kind != "system" {
      let sources = try target.sources
      // Those in C include headers.
      guard !sources.isEmpty else { continue }
      let declared = Set(target.dependencies)
      var imported: Set<String> = []
      for (file, text) in sources {
        for module in Self.imports(in: text) where !Self.toolchain.contains(module) {
          #expect(declared.contains(module), "\(file) imports \(module)")
          imported.insert(module)
        }
      }
      // Tests start programs, which are built for it.
      let unused = declared.subtracting(imported).subtracting(programs)
      #expect(unused == [], "\(target.name) declares these and imports none of them")
    }
  }

  @Test("A target depends only on targets above it in Package.swift")
  func order() {
    var seen: Set<String> = []
    let names = Set(Self.targets.map(\.name))
    for target in Self.targets {
      let below = Set(target.dependencies).intersection(names).subtracting(seen)
      #expect(below == [], "\(target.name)")
      seen.insert(target.name)
    }
  }

  @Test("Core and Maps import no Foundation", arguments: ["TimeWalkCore", "TimeWalkMaps"])
  func pure(target: String) throws {
    for (file, text) in try Project.swiftFiles(in: "Sources/\(target)") {
      let modules = Set(Self.imports(in: text))
      #expect(modules.isDisjoint(with: ["Foundation", "FoundationEssentials"]), "\(file)")
    }
  }

  @Test("timewalk is built without the HTTP server's libraries, which take minutes")
  func commandAlone() throws {
    let targets = Dictionary(uniqueKeysWithValues: Self.targets.map { ($0.name, $0) })
    var reached: Set = ["TimeWalkCLI"]
    var waiting = Array(reached)
    while let target = waiting.popLast() {
      for module in targets[target]?.dependencies ?? [] where reached.insert(module).inserted {
        waiting.append(module)
      }
    }
    #expect(reached.contains("TimeWalkEndpoint"))
    for module in reached {
      let isServer = ["TimeWalkHTTP", "Hummingbird", "NIO", "WebFiles"]
        .contains { module.hasPrefix($0) }
      #expect(!isServer, "\(module)")
    }
  }

  @Test("No object of BoringSSL, NIOSSL, NIOHTTP2, X509, ASN1 or Crypto is built")
  func nothingOfTLS() throws {
    let folder = TimeWalkCommand.binary.deletingLastPathComponent().resolvingSymlinksInPath()
    let all = try #require(FileManager.default.enumerator(atPath: folder.path))
    let objects = all.compactMap { $0 as? String }.filter { $0.hasSuffix(".o") }
    #expect(objects.contains { $0.hasPrefix("TimeWalkCore.build/") })
    for object in objects {
      let target = object.prefix { $0 != "/" }
      let words = ["BoringSSL", "NIOSSL", "HTTP2", "HPACK", "X509", "ASN1", "Crypto"]
      #expect(!words.contains { target.contains($0) }, "\(object)")
    }
  }

  @Test("C modules are imported internally: no pointer leaves its target")
  func cModulesStayInside() throws {
    for (file, text) in try Project.swiftFiles(in: "Sources") {
      for line in text.split(separator: "\n") where line.contains("import C") {
        guard let module = Self.imports(in: String(line)).first else { continue }
        #expect(!line.hasPrefix("public"), "\(file) shows \(module) to others")
      }
    }
  }

  @Test("Commands print through Console alone, which escapes their output")
  func console() throws {
    for (file, text) in try Project.swiftFiles(in: "Sources/TimeWalkCommands")
    where !file.hasSuffix("Output/Console.swift") {
      // The endpoint writes JSON to a program, to an output of its own.
      let words = ["standardOutput", "standardError", "fputs(", "print(\"", "STDERR_FILENO"]
      for word in file.hasSuffix("EndpointCommand.swift") ? words : words + ["STDOUT_FILENO"] {
        #expect(!text.contains(word), "\(file) prints by \(word)")
      }
    }
  }

  @Test("Rows are read by methods that throw: the subscripts of GRDB end the program")
  func rows() throws {
    let trapping =
      #/[rR]ow\??\[|\$0\??\[["0-9]|\bself\[column\]|\.(?:coalesce|dataNoCopy)\(|\btry!|\bas!/#
    var readers = 0
    for (file, text) in try Project.swiftFiles(in: "Sources")
    where Self.imports(in: text).contains("GRDB") {
      for line in text.split(separator: "\n") where !line.contains("///") {
        #expect(line.firstMatch(of: trapping) == nil, "\(file): \(line); use Row.read")
        if line.contains(".read(") { readers += 1 }
      }
    }
    #expect(readers > 50)
    for line in ["row[0] as Int64", "row?[\"a\"]", "map { $0[1] as String }", "oldRow[2]"] {
      #expect(line.firstMatch(of: trapping) != nil, "\(line)")
    }
  }

  @Test("Statements ask by NOT EXISTS or a join: a server may run NOT IN (SELECT …) for each row")
  func antiJoins() throws {
    // So it does, once the rows of the subquery outgrow `work_mem`; the same holds for an OR.
    let perRow = #/\b(?:NOT|OR\s+[\w.]+)\s+IN\s*\(\s*SELECT\b/#.ignoresCase()
    for (file, text) in try ["Sources", "Benchmarks"].flatMap(Project.swiftFiles) {
      for match in text.matches(of: perRow) {
        Issue.record("\(file): \(text[match.range].prefix(60)); use NOT EXISTS, a join or UNION")
      }
    }
    for text in [
      "tile NOT IN (SELECT tile", "key not in\n  (SELECT key", "a = 1 OR it.key IN ( SELECT key",
    ] { #expect(text.firstMatch(of: perRow) != nil, "\(text)") }
    #expect("NOT IN ('file', 'url')".firstMatch(of: perRow) == nil)
  }

  @Test("Comments have at most 100 columns, which the formatter doesn't check")
  func comments() throws {
    let slashes = ([".swift", ".c", ".h", ".js"], ["//", "/*", "* "])
    let rules = [
      ("Sources", slashes), ("Tests", slashes), ("Benchmarks", slashes),
      ("Benchmarks", (["run", ".py"], ["# "])),
      ("Tests", ([".py", ".toml", "/leaks", "/races"], ["# "])), ("Scripts", ([""], ["# "])),
    ]
    for (folder, (endings, marks)) in rules {
      for (file, text) in try Project.files(in: folder, endings: endings) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.count > 100 {
          let words = line.drop { $0 == " " }
          let isComment = marks.contains { words.hasPrefix($0) }
          #expect(!isComment, "\(file):\(index + 1) has \(line.count) columns")
        }
      }
    }
  }

  @Test("No function takes more than six arguments")
  func arguments() throws {
    let files = try ["Sources", "Benchmarks"].flatMap { try Project.swiftFiles(in: $0) }
    for (file, text) in files {
      for function in text.matches(of: /\bfunc ([^(\n]+)\(/) {
        let count = Self.arguments(in: text[function.range.upperBound...])
        #expect(count <= 6, "\(file): \(function.1) takes \(count)")
      }
    }
    #expect(Self.arguments(in: ") {}") == 0)
    #expect(Self.arguments(in: "_ a: [Int: Int], b: (Int, Int) -> A<B, C> = f(1, 2)) {}") == 2)
  }

  /// The number of arguments up to the bracket that ends their list.
  static func arguments(in text: Substring) -> Int {
    var (depth, count, previous) = (0, 0, Character(" "))
    for character in text {
      switch character {
      case "(", "[", "{", "<": depth += 1
      case ")" where depth == 0: return count
      case ">" where previous == "-": break
      case ")", "]", "}", ">": depth -= 1
      case ":" where depth == 0: count += 1
      default: break
      }
      previous = character
    }
    return count
  }

  @Test("The table's reader sees every form of import")
  func readsImports() {
    let text = """
      import Foundation
      public import TimeWalkCore
        @preconcurrency internal import GRDB
      import struct Foundation.Data
      // import Comment
      let text = "import Nothing"
      """
    #expect(Self.imports(in: text) == ["Foundation", "TimeWalkCore", "GRDB", "Foundation"])
  }

  static func imports(in text: String) -> [String] {
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    return text.split(separator: "\n").compactMap { line in
      var words = line.split(separator: " ")[...]
      while let word = words.first, word != "import" {
        guard
          word.hasPrefix("@") && !word.contains("\"")
            || ["public", "internal", "package", "private"].contains(word)
        else { return nil }
        words = words.dropFirst()
      }
      words = words.dropFirst()
      if let kind = words.first, kinds.contains(kind) { words = words.dropFirst() }
      return words.first.map { String($0.split(separator: ".")[0]) }.flatMap { name in
        name.first?.isUppercase == true ? name : nil
      }
    }
  }
}
