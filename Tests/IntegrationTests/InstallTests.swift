import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Scripts/install", .waitsForProcesses)
struct InstallTests {
  private func install(_ arguments: [String]) throws -> TimeWalkCommand.Result {
    var environment = ProcessInfo.processInfo.environment
    environment["TIMEWALK_BINARY"] = TimeWalkCommand.binary.path
    return try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"),
      [Project.root.appendingPathComponent("Scripts/install").path] + arguments,
      environment: environment)
  }

  private func files(below folder: TemporaryFolder) -> Set<String> {
    let all = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects ?? []
    return Set(all.compactMap { $0 as? String })
  }

  @Test(
    "The programs run from their prefix, and uninstalling removes everything but earlier files",
    .longCheckOnly)
  func installs() throws {
    let folder = try TemporaryFolder()
    let own = "share/man/man1/other.1"
    try FileManager.default.createDirectory(
      atPath: folder.path("share/man/man1"), withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: URL(fileURLWithPath: folder.path(own)))
    let before = files(below: folder)

    // Twice, as when a newer version comes.
    for _ in 0..<2 {
      let made = try install(["--prefix", folder.url.path])
      #expect(made.status == 0, "\(made.errors.suffix(2000))")
    }
    let expected = [
      "bin/timewalk", "bin/timewalk-serve", "share/man/man1/timewalk.1.gz",
      "share/man/man1/timewalk-serve.1.gz", "share/bash-completion/completions/timewalk",
      "share/zsh/site-functions/_timewalk", "share/fish/vendor_completions.d/timewalk.fish",
      "lib/systemd/system/timewalk.service",
      "share/timewalk/Fonts/DejaVuSans.ttf",
    ]
    let found = files(below: folder)
    for name in expected { #expect(found.contains(name), "\(name)") }

    for name in ["timewalk", "timewalk-serve"] {
      let symbols = try TimeWalkCommand.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["nm", folder.path("bin/\(name)")])
      #expect(symbols.errors.contains("no symbols") && symbols.output.isEmpty, "\(name)")
    }

    let program = URL(fileURLWithPath: folder.path("bin/timewalk"))
    let version = try TimeWalkCommand.run(program, ["--version"], environment: [:])
    #expect(version.status == 0, "\(version.errors)")
    // The fonts beside it, and the server that it hands over to.
    let doctor = try TimeWalkCommand.run(
      program, ["doctor"], environment: ["HOME": folder.url.path])
    #expect(doctor.output.contains(folder.path("share/timewalk/Fonts")), "\(doctor.output)")
    let serve = try TimeWalkCommand.run(program, ["serve", "--help"], environment: [:])
    #expect(serve.status == 0 && serve.output.contains("--behind"), "\(serve.errors)")

    let unit = try String(
      contentsOfFile: folder.path("lib/systemd/system/timewalk.service"), encoding: .utf8)
    #expect(unit.contains("ExecStart=\(folder.url.path)/bin/timewalk serve"))
    #expect(!unit.contains("@PREFIX@"))
    // If systemd is installed, it accepts the unit, and rates its exposure low enough (2 of 10).
    let systemd = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
    for words in [["verify", "--man=no"], ["security", "--offline=true", "--threshold=20"]]
    where FileManager.default.isExecutableFile(atPath: systemd.path) {
      let told = try TimeWalkCommand.run(
        systemd, words + [folder.path("lib/systemd/system/timewalk.service")])
      #expect(told.status == 0, "\(told.output)\(told.errors)")
    }
    let page = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/gzip"), ["-dc", folder.path("share/man/man1/timewalk.1.gz")],
      environment: [:])
    #expect(page.output.contains(".Nm timewalk"))
    #expect(page.output.contains("horizontal-accuracy"))
    #expect(!page.output.contains("Fl -behind"))

    let gone = try install(["--uninstall", "--prefix", folder.url.path])
    #expect(gone.status == 0, "\(gone.errors)")
    #expect(files(below: folder) == before)
  }

  @Test("Wrong words are usage, and nothing that is installed can't be taken away")
  func refusals() throws {
    let folder = try TemporaryFolder()
    #expect(try install(["--somewhere"]).status == 64)
    #expect(try install(["--prefix"]).status == 64)
    let nothing = try install(["--uninstall", "--prefix", folder.url.path])
    #expect(nothing.status == 66)
    #expect(nothing.errors.contains("Nothing of TimeWalk is installed under"))
    // A file where the folder should be.
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    let blocked = try install(["--prefix", folder.path("file/below")])
    #expect(blocked.status == 73)
    #expect(blocked.errors.contains("--prefix"))
  }
}
