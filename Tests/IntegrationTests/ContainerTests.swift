import Foundation
import Testing
import TimeWalkTestSupport

/// The packages of `Deploy/Dockerfile`, compared with the programs' dependencies.
@Suite("The container", .longCheckOnly, .waitsForProcesses)
struct ContainerTests {
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    try TimeWalkCommand.run(URL(fileURLWithPath: program), arguments).output
  }

  /// True if Debian's packages can be queried; prints a note if not.
  static var isDebian: Bool {
    let programs = ["/usr/bin/dpkg-query", "/usr/bin/apt-cache", "/usr/bin/ldd"]
    let isThere = programs.allSatisfy(FileManager.default.isExecutableFile)
    if !isThere { print("The container's packages are not looked at: this is no Debian") }
    return isThere
  }

  /// The packages of the container: the named ones, and their dependencies.
  private static func installed() throws -> Set<String> {
    let file = Project.root.appendingPathComponent("Deploy/Dockerfile")
    let text = try String(contentsOf: file, encoding: .utf8)
    let list = try #require(
      text.firstMatch(of: #/--no-install-recommends ((?:[^&]|\n)+)&&/#)
    ).1
    let named = list.split { " \\\n".contains($0) }.map(String.init)
    let flags = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"]
    let told = try run(
      "/usr/bin/apt-cache", ["depends", "--recurse"] + flags.map { "--no-\($0)" } + named)
    let all = told.split(separator: "\n").filter { $0.first?.isLetter == true }
    return Set(all.map { String($0.prefix { $0 != ":" }) })
  }

  /// The names of libraries that the programs load themselves; of each list one is enough.
  private static func loaded() throws -> [[String]] {
    try Project.files(in: "Sources", endings: [".c"]).flatMap { _, text in
      text.matches(of: #/files\[\] = \{([^}]*)\}/#).map { list in
        list.1.matches(of: #/"(lib[^"]+)"/#).map { String($0.1) }
      }
    }
  }

  @Test(
    "It has the package of every library that the programs are linked to, or load themselves",
    .enabled(if: isDebian, "the reason is printed above"))
  func packages() throws {
    let installed = try Self.installed()
    #expect(installed.contains("libc6"))
    var wanted = try Self.loaded()
    #expect(wanted.count > 8 && wanted.contains(["libpq.so.5"]))
    let folder = TimeWalkCommand.binary.deletingLastPathComponent()
    for program in ["timewalk", "timewalk-serve"] {
      let told = try Self.run("/usr/bin/ldd", [folder.appendingPathComponent(program).path])
      // Swift's own libraries are in the programs once they are installed.
      let linked = told.split(separator: "\n").filter { !$0.contains("/swift/") }
        .compactMap { $0.firstMatch(of: #/^\s*(lib\S+) =>/#).map { [String($0.1)] } }
      #expect(linked.count > 8, "\(told)")
      wanted += linked
    }
    for names in Set(wanted) {
      let owners = try names.flatMap { name in
        try Self.run("/usr/bin/dpkg-query", ["--search", "*/\(name)*"]).split(separator: "\n")
          .map { String($0.prefix { $0 != ":" }) }
      }
      #expect(
        owners.contains(where: installed.contains),
        "Deploy/Dockerfile lacks a package of \(names): one of \(Set(owners).sorted())")
    }
  }
}
