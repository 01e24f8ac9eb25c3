import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The scripts on machines that lack something", .waitsForProcesses)
struct ScriptsTests {
  /// A folder of stand-ins for system commands, put before all others.
  private func tools(_ scripts: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, body) in scripts {
      let file = folder.url.appendingPathComponent(name)
      try Data("#!/bin/sh\n\(body)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    return folder
  }

  private func run(_ script: String, with folder: TemporaryFolder) throws -> TimeWalkCommand.Result
  {
    try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"), [Project.root.appendingPathComponent(script).path],
      environment: ["PATH": folder.url.path + ":/usr/bin:/bin"])
  }

  @Test("Without Swift they print its download page", arguments: ["Scripts/demo", "Scripts/test"])
  func noSwift(script: String) throws {
    // Hides a Swift that a distribution may have put among the ordinary commands.
    let folder = try tools(["swift": "exit 127"])
    let result = try run(script, with: folder)
    #expect(result.status == 69)
    #expect(result.errors.contains("6.2 or later"))
    #expect(result.errors.contains("swift.org/install"))
  }

  @Test("An old Swift is named", arguments: ["Scripts/demo", "Scripts/test"])
  func oldSwift(script: String) throws {
    let folder = try tools(["swift": "echo 'Swift version 6.1.3 (swift-6.1.3-RELEASE)'"])
    let result = try run(script, with: folder)
    #expect(result.status == 69)
    #expect(result.errors.contains("6.1"))
  }

  @Test(
    "Without root they name the packages and the command",
    arguments: ["Scripts/demo", "Scripts/test"])
  func noRoot(script: String) throws {
    let folder = try tools([
      "swift": "echo 'Swift version 6.2 (swift-6.2-RELEASE)'", "dpkg-query": "exit 1",
      "id": "echo 1000", "sudo": "exit 1",
    ])
    let result = try run(script, with: folder)
    #expect(result.status == 69)
    #expect(result.errors.contains("sudo apt-get install"))
    #expect(result.errors.contains("libspatialite-dev"))
  }

  @Test("Without apt-get they list the packages to install")
  func noApt() throws {
    let folder = try tools([
      "swift": "echo 'Swift version 6.2 (swift-6.2-RELEASE)'", "dpkg-query": "exit 1",
      "id": "echo 0",
    ])
    // Only the script's prerequisites; apt-get is therefore missing.
    for name in ["bash", "dirname", "sed", "head", "grep", "cat", "env"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: "/usr/bin/\(name)")
    }
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"),
      [Project.root.appendingPathComponent("Scripts/demo").path],
      environment: ["PATH": folder.url.path])
    #expect(result.status == 69)
    #expect(result.errors.contains("libjpeg62-turbo-dev"))
  }
}

@Suite("The demo and its server", .waitsForProcesses)
struct DemoScriptTests {
  /// Runs a script of bash in the project, with the program under test and a demo of its own.
  private func run(_ script: String, in folder: TemporaryFolder) throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"), ["-euo", "pipefail", "-c", script],
      environment: [
        "TIMEWALK_BINARY": TimeWalkCommand.binary.path, "TIMEWALK_DEMO": folder.path("demo"),
        "TIMEWALK_ARCHIVE": "", "TIMEWALK_LIBRARY": "", "XDG_DATA_HOME": folder.path("data"),
      ], directory: Project.root)
  }

  @Test("The demo is made again, but not while a server uses it or after photos were added")
  func anew() throws {
    let folder = try TemporaryFolder()
    let first = try run("Scripts/demo", in: folder)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains(folder.path("demo/pictures")))
    let page = folder.path("demo/pictures/TW-000001.html")
    #expect(FileManager.default.fileExists(atPath: page))

    let busy = try run(
      """
      Scripts/serve --port 0 >"$TIMEWALK_DEMO/../address" & server=$!
      trap 'kill $server 2>/dev/null || true' EXIT
      until [ -s "$TIMEWALK_DEMO/../address" ]; do kill -0 $server; sleep 0.1; done
      code=0
      Scripts/demo || code=$?
      kill $server
      wait $server
      exit $code
      """, in: folder)
    #expect(busy.status == 75, "\(busy.errors)")
    #expect(busy.errors.contains("Stop Scripts/serve"))
    #expect(FileManager.default.fileExists(atPath: page))

    let old = folder.path("demo/pictures/old.txt")
    try Data("old".utf8).write(to: URL(fileURLWithPath: old))
    let second = try run("Scripts/demo", in: folder)
    #expect(second.status == 0, "\(second.errors)")
    #expect(!FileManager.default.fileExists(atPath: old))
    #expect(FileManager.default.fileExists(atPath: page))

    let library = folder.path("demo/library")
    let added = try TimeWalkCommand.run([
      "submit", Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path,
      "--again", "--archive", folder.path("demo/archive.sqlite"),
      "--library", library,
    ])
    #expect(added.status == 0, "\(added.errors)")
    let third = try run("Scripts/demo", in: folder)
    #expect(third.status == 73, "\(third.errors)")
    #expect(third.errors.contains("rm -r " + folder.path("demo")))
    let listed = try TimeWalkCommand.run(["library", "list", "--library", library])
    #expect(listed.output.split(separator: "\n").count == 2)
  }

  @Test("The server names the demo if it is missing, and its options")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let missing = try run("Scripts/serve", in: folder)
    #expect(missing.status == 66)
    #expect(missing.errors.contains("Run Scripts/demo"))
    for options in [
      "--port x", "--port 65535", "--port", "--host example.org", "--phone --port 0",
      "--phone --host 'a {'", "--other",
    ] {
      let result = try run("Scripts/serve " + options, in: folder)
      #expect(result.status == 64, "\(options)")
      #expect(result.errors.contains("Usage: Scripts/serve"), "\(options)")
    }
    let help = try run("Scripts/serve --help", in: folder)
    #expect(help.status == 0 && help.output.contains("--phone"))
  }

  @Test("The server is built only if it is missing or older than its sources")
  func builds() throws {
    let folder = try TemporaryFolder()
    for name in ["Sources", "bin", ".build/demo/library", ".build/release"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["Package.swift", ".build/demo/archive.sqlite"] {
      try Data().write(to: URL(fileURLWithPath: folder.path(name)))
    }
    try FileManager.default.copyItem(
      at: Project.root.appendingPathComponent("Scripts"),
      to: folder.url.appendingPathComponent("Scripts"))
    let tools = [
      "swift": """
      case "$*" in
        --version) echo 'Swift version 6.2 (swift-6.2-RELEASE)' ;;
        *--show-bin-path*) echo "$PWD/.build/release" ;;
        *)
          echo "$*" >>built
          printf '#!/bin/sh\\necho "$@"\\n' >.build/release/timewalk-serve
          chmod +x .build/release/timewalk-serve
          ;;
      esac
      """,
      "dpkg-query": "echo 'install ok installed'", "clang": "exit 1",
    ]
    for (name, body) in tools {
      let file = folder.path("bin/" + name)
      try Data("#!/bin/sh\n\(body)\n".utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
    func serve() throws -> Int {
      let result = try TimeWalkCommand.run(
        URL(fileURLWithPath: "/bin/bash"), [folder.path("Scripts/serve"), "--port", "8123"],
        environment: [
          "PATH": folder.path("bin") + ":/usr/bin:/bin", "TIMEWALK_BINARY": "",
          "TIMEWALK_DEMO": "",
        ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("serve --archive "))
      #expect(result.output.contains("/.build/demo/archive.sqlite"))
      #expect(result.output.hasSuffix("--port 8123\n"))
      let built = try String(contentsOfFile: folder.path("built"), encoding: .utf8)
      #expect(built.contains("--product timewalk-serve"))
      return built.split(separator: "\n").count
    }
    #expect(try serve() == 1)
    #expect(try serve() == 1)
    let source = folder.path("Sources/new.swift")
    try Data().write(to: URL(fileURLWithPath: source))
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(3600)], ofItemAtPath: source)
    #expect(try serve() == 2)
  }
}

@Suite("The benchmark's peers on machines that lack something", .waitsForProcesses)
struct PeerScriptTests {
  /// Runs `Benchmarks/run pictures` in a copy of the scripts, with stand-ins for all programs
  /// that build or measure.
  private func run(_ tools: [String: String]) throws -> TimeWalkCommand.Result {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("Benchmarks"), withIntermediateDirectories: true)
    for name in ["Scripts", "Benchmarks/run"] {
      try FileManager.default.copyItem(
        at: Project.root.appendingPathComponent(name),
        to: folder.url.appendingPathComponent(name))
    }
    let usual = [
      // Says its version and where programs are, and builds nothing.
      "swift": """
      case "$*" in
        --version) echo 'Swift version 6.2 (swift-6.2-RELEASE)' ;;
        *--show-bin-path*) echo \(folder.path("bin")) ;;
      esac
      """,
      "dpkg-query": "echo 'install ok installed'", "clang": "exit 1",
      "TimeWalkBenchmark": "printf '%s\\n' \"$@\"",
      // As the modules that make environments do, where they work.
      "python3": """
      mkdir -p "$3/bin"
      printf '#!/bin/sh\\nexit 0\\n' >"$3/bin/pip"
      chmod +x "$3/bin/pip"
      """,
      "cc": "exit 0",
    ]
    for (name, body) in usual.merging(tools, uniquingKeysWith: { $1 }) {
      let file = folder.url.appendingPathComponent("bin/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("#!/bin/sh\n\(body)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let peers = folder.url.appendingPathComponent("peers/imaging")
    try FileManager.default.createDirectory(at: peers, withIntermediateDirectories: true)
    try Data().write(to: peers.appendingPathComponent("limit.c"))
    return try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"), [folder.path("Benchmarks/run"), "pictures"],
      environment: [
        "PATH": folder.path("bin") + ":/usr/bin:/bin", "TIMEWALK_PEERS": folder.path("peers"),
      ])
  }

  @Test("All that can be built are measured")
  func all() throws {
    let result = try run([:])
    #expect(result.status == 0, "\(result.errors)")
    for part in ["--floor", "pillow-simd=", "libvips="] {
      #expect(result.output.contains(part), "\(part)")
    }
    #expect(!result.errors.contains("left out"))
  }

  @Test("A peer that can't be built is left out with the reason, and the others are measured")
  func some() throws {
    let result = try run([
      "cc": "echo 'limit.c:15:10: fatal error: turbojpeg.h: No such file' >&2; exit 1"
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("The peer floor can't be built and is left out: limit.c:15:10"))
    #expect(result.errors.contains("turbojpeg.h"))
    #expect(!result.output.contains("--floor"))
    #expect(result.output.contains("libvips="))
    let none = try run(["cc": "exit 1", "python3": "echo 'Error: no ensurepip' >&2; exit 1"])
    #expect(none.status == 0)
    for name in ["floor", "pillow-simd", "libvips"] {
      #expect(none.errors.contains("The peer \(name) can't be built"))
    }
    #expect(!none.output.contains("--peer"))
  }

  @Test("The peers' dependencies are among the installed packages")
  func packages() throws {
    let result = try run([
      "dpkg-query": """
      case "$*" in
        *libturbojpeg0-dev*) exit 1 ;;
        *) echo 'install ok installed' ;;
      esac
      """,
      "id": "echo 1000", "sudo": "exit 1",
    ])
    #expect(result.status == 69)
    #expect(result.errors.contains("sudo apt-get install libturbojpeg0-dev"))
  }
}
