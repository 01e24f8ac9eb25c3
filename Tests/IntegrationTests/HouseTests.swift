import Foundation
import Testing
import TimeWalkTestSupport

/// Which modules each target may import, besides the standard library and Foundation.
///
/// The table of the design, in a form that runs.
@Suite("The rules of the house", .waitsForProcesses)
struct HouseTests {
  /// What comes with every Swift toolchain.
  static let foundation: Set = [
    "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
  ]

  static let table: [String: Set<String>] = [
    // Pure values and functions: not even Foundation.
    "TimeWalkJSON": [],
    "TimeWalkCore": ["Glibc"],
    "TimeWalkMetadata": foundation.union([
      "TimeWalkCore", "TimeWalkDigests", "TimeWalkXML", "CExif", "CZlib",
    ]),
    "TimeWalkImaging": foundation.union([
      "CTurboJPEG", "CFreeType", "CHarfBuzz", "CFriBidi", "CFontconfig", "CPixels", "CPNG", "CHEIF",
      "CTIFF", "CRaw", "CWebP", "CLittleCMS", "CQR", "TimeWalkThreads",
    ]),
    // What an archive is; no engine, and no SQL.
    "TimeWalkArchive": foundation.union([
      "TimeWalkCore", "TimeWalkJSON", "TimeWalkStorage", "TimeWalkDigests",
    ]),
    "TimeWalkPlaces": ["Glibc", "TimeWalkCore", "TimeWalkArchive", "TimeWalkMaps"],
    // How candidates are packed, and searched there.
    "TimeWalkCandidates": ["Glibc", "TimeWalkCore"],
    // How the pixels of maps lie on the ground; no files, no pixels.
    "TimeWalkMaps": ["Glibc", "TimeWalkCore", "TimeWalkJSON"],
    "TimeWalkSpreadsheet": foundation.union([
      "TimeWalkCore", "TimeWalkArchive", "TimeWalkXML", "TimeWalkZip",
    ]),
    "TimeWalkGeoPackage": foundation.union([
      "TimeWalkArchive", "TimeWalkJSON", "TimeWalkStorage", "GRDB",
    ]),
    // What titles, captions and cells say in words.
    "TimeWalkCaptions": ["Glibc", "TimeWalkCore", "TimeWalkArchive"],
    // Catalogues in and out; no SQL.
    "TimeWalkCatalogue": foundation.union([
      "TimeWalkCore", "TimeWalkArchive", "TimeWalkCaptions", "TimeWalkGeoPackage",
      "TimeWalkSpreadsheet", "TimeWalkMaps", "TimeWalkJSON", "TimeWalkText", "TimeWalkZip",
      "TimeWalkStorage", "TimeWalkDigests",
    ]),
    "TimeWalkSpatiaLite": foundation.union([
      "TimeWalkCore", "TimeWalkCandidates", "TimeWalkArchive", "TimeWalkCatalogue",
      "TimeWalkStorage", "TimeWalkTables", "CSpatiaLite", "GRDB",
    ]),
    "TimeWalkTables": foundation.union([
      "TimeWalkCore", "TimeWalkArchive", "TimeWalkCatalogue", "TimeWalkStorage", "TimeWalkDigests",
    ]),
    "TimeWalkPostGIS": foundation.union([
      "TimeWalkCore", "TimeWalkCandidates", "TimeWalkArchive", "TimeWalkObjects", "TimeWalkTables",
      "CPostgres",
    ]),
    // The S3 interface of object stores; neither pictures nor archives.
    "TimeWalkObjects": foundation.union(["CCurl"]),
    "TimeWalkThreads": foundation,
    "TimeWalkText": ["TimeWalkStorage"],
    "TimeWalkZip": ["CZlib"],
    "TimeWalkDigests": ["CCrypto"],
    // The XML of sheets and of XMP packets.
    "TimeWalkXML": [],
    "TimeWalkStorage": ["Glibc", "CSpatiaLite", "GRDB"],
    "TimeWalkLibrary": foundation.union([
      "TimeWalkCore", "TimeWalkArchive", "TimeWalkPostGIS", "TimeWalkStorage", "TimeWalkTables",
      "GRDB", "TimeWalkDigests",
    ]),
    // Walks together: who may do what, whose pictures there are, and when all of it goes.
    "TimeWalkWalks": foundation.union([
      "TimeWalkDigests", "TimeWalkStorage", "TimeWalkText", "TimeWalkZip", "GRDB",
    ]),
    "TimeWalkFetch": foundation.union(["CCurl"]),
    // What sources of the web hold, as rows; it asks nobody but by TimeWalkFetch.
    "TimeWalkGather": foundation.union([
      "TimeWalkArchive", "TimeWalkCore", "TimeWalkFetch", "TimeWalkJSON", "TimeWalkStorage",
      "TimeWalkThreads", "TimeWalkDigests",
    ]),
    "TimeWalkSandbox": ["CSandbox", "Glibc"],
    "TimeWalkReading": foundation.union([
      "TimeWalkImaging", "TimeWalkMetadata", "TimeWalkSandbox",
    ]),
    "TimeWalkWire": foundation.union([
      "TimeWalkArchive", "TimeWalkCatalogue", "TimeWalkCore", "TimeWalkImaging",
      "TimeWalkJSON", "TimeWalkLibrary", "TimeWalkMetadata", "TimeWalkPlaces", "TimeWalkReading",
      "TimeWalkText", "TimeWalkWalks",
    ]),
    // Photos beside what was there, as HTML; what is written on and beside pictures.
    "TimeWalkPages": foundation.union([
      "TimeWalkArchive", "TimeWalkCore", "TimeWalkImaging", "TimeWalkMetadata", "TimeWalkPlaces",
      "TimeWalkText", "TimeWalkWire",
    ]),
    "TimeWalk": foundation.union([
      "TimeWalkCore", "TimeWalkMetadata", "TimeWalkImaging", "TimeWalkArchive",
      "TimeWalkCatalogue", "TimeWalkSpatiaLite", "TimeWalkPostGIS", "TimeWalkLibrary",
      "TimeWalkFetch", "TimeWalkGather", "TimeWalkJSON", "TimeWalkMaps", "TimeWalkPages",
      "TimeWalkPlaces",
      "TimeWalkReading", "TimeWalkSandbox",
      "TimeWalkStorage", "TimeWalkTables",
      "TimeWalkText", "TimeWalkThreads", "TimeWalkWalks", "TimeWalkWire", "TimeWalkZip",
    ]),
    "TimeWalkEndpoint": foundation.union([
      "TimeWalk", "TimeWalkJSON", "TimeWalkReading", "TimeWalkText", "TimeWalkThreads", "Logging",
    ]),
    "TimeWalkCommands": foundation.union([
      "TimeWalk", "TimeWalkEndpoint", "TimeWalkReading", "TimeWalkText", "TimeWalkWalks",
      "ArgumentParser", "Logging",
    ]),
    "TimeWalkCLI": ["TimeWalkCommands"],
    // What the front's pages are made of; no HTTP.
    "TimeWalkSite": foundation.union([
      "CPageFiles", "CZlib", "TimeWalkJSON", "TimeWalkPages", "TimeWalkText", "TimeWalkWalks",
      "TimeWalkWire", "TimeWalkDigests", "Mustache",
    ]),
    // Who may come in, and how often; no HTTP.
    "TimeWalkAccess": foundation.union([
      "TimeWalk", "TimeWalkDigests", "TimeWalkStorage",
    ]),
    // The HTTP front, and its program.
    "TimeWalkHTTP": foundation.union([
      "TimeWalk", "TimeWalkAccess", "TimeWalkEndpoint", "TimeWalkJSON", "TimeWalkMetadata",
      "TimeWalkPages", "TimeWalkReading", "TimeWalkSite", "TimeWalkStorage", "TimeWalkText",
      "TimeWalkThreads", "TimeWalkWalks", "TimeWalkDigests", "Logging", "Hummingbird",
      "HummingbirdCore", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOPosix",
      "ServiceLifecycle", "UnixSignals",
    ]),
    "TimeWalkServe": foundation.union([
      "TimeWalk", "TimeWalkAccess", "TimeWalkCommands", "TimeWalkEndpoint", "TimeWalkHTTP",
      "ArgumentParser", "Logging",
    ]),
  ]

  @Test("A target imports only what the table allows", arguments: table.keys.sorted())
  func imports(target: String) throws {
    let allowed = try #require(Self.table[target])
    for (file, text) in try Project.swiftFiles(in: "Sources/\(target)") {
      for module in Self.imports(in: text) {
        #expect(allowed.contains(module), "\(file) imports \(module)")
      }
    }
  }

  @Test("Every Swift target has its line in the table")
  func complete() throws {
    let targets = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appendingPathComponent("Sources").path
    ).filter { $0.hasPrefix("TimeWalk") }
    #expect(Set(targets) == Set(Self.table.keys))
  }

  @Test("No room has 9,000 lines: a crowded one is cut in two", arguments: table.keys.sorted())
  func sizes(target: String) throws {
    let files = try Project.files(in: "Sources/\(target)", endings: [".swift"])
    let lines = files.reduce(0) { sum, file in
      sum + file.text.count(where: { $0 == "\n" })
    }
    #expect(lines < 9000)
  }

  @Test("The command line is built without the HTTP server's libraries, which take minutes")
  func commandAlone() throws {
    var reached: Set = ["TimeWalkCLI"]
    var waiting = Array(reached)
    while let target = waiting.popLast() {
      for module in Self.table[target] ?? [] where reached.insert(module).inserted {
        waiting.append(module)
      }
    }
    #expect(reached.contains("TimeWalkEndpoint"))
    for module in reached {
      #expect(
        module != "TimeWalkHTTP" && !module.hasPrefix("Hummingbird") && !module.hasPrefix("NIO"))
    }
  }

  @Test("C modules are imported internally, so that no pointer leaves its room")
  func cModulesStayInside() throws {
    for (file, text) in try Project.swiftFiles(in: "Sources") {
      for line in text.split(separator: "\n") where line.contains("import C") {
        guard let module = Self.imports(in: String(line)).first else { continue }
        #expect(!line.hasPrefix("public"), "\(file) shows \(module) to others")
      }
    }
  }

  @Test("Commands print through Console alone, which escapes what they print")
  func console() throws {
    for (file, text) in try Project.swiftFiles(in: "Sources/TimeWalkCommands")
    where !file.hasSuffix("Output/Console.swift") {
      // The endpoint writes JSON to a program, and says itself to whom.
      let words = ["standardOutput", "standardError", "fputs(", "print(\"", "STDERR_FILENO"]
      for word in file.hasSuffix("EndpointCommand.swift") ? words : words + ["STDOUT_FILENO"] {
        #expect(!text.contains(word), "\(file) prints by \(word)")
      }
    }
  }

  @Test("Comments have 100 columns at most, which the formatter doesn't look at")
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

  /// How many arguments there are up to the bracket that ends their list.
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
        guard word.hasPrefix("@") || ["public", "internal", "package", "private"].contains(word)
        else { return nil }
        words = words.dropFirst()
      }
      words = words.dropFirst()
      if let kind = words.first, kinds.contains(kind) { words = words.dropFirst() }
      return words.first.map { String($0.split(separator: ".")[0]) }
    }
  }
}
