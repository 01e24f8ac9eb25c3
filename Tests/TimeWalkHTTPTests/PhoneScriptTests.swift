import Foundation
import Testing
import TimeWalkTestSupport

/// `Scripts/serve --phone`, as a phone's owner uses it.
@Suite("The script that lets phones in", .waitsForProcesses, Browsers.areThere)
struct PhoneScriptTests {
  @Test(
    "A browser that trusts the printed certificate alone signs in by the code, keeps the camera page and sends a photo",
    .longCheckOnly,
    .enabled(
      if: ["caddy", "certutil", "qrencode", "zbarimg"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
      }, "caddy, certutil (Debian: libnss3-tools), qrencode or zbarimg (zbar-tools) is missing"))
  func phone() async throws {
    let folder = try TemporaryFolder()
    // The script keeps its files beside its own folder.
    for name in ["Archive", "Scripts"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent(name),
        withDestinationURL: Project.root.appendingPathComponent(name))
    }
    let tools = folder.url.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let hostname = tools.appendingPathComponent("hostname")
    try Data("#!/bin/sh\necho fd00::2 127.0.0.2 192.0.2.2\n".utf8).write(to: hostname)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: hostname.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "PATH": tools.path + ":" + path, "TIMEWALK_BINARY": TimeWalkCommand.binary.path,
      "TIMEWALK_DEMO": "", "TIMEWALK_ARCHIVE": "", "TIMEWALK_LIBRARY": "",
      "XDG_DATA_HOME": folder.path("data"),
    ]
    let demo = try await PythonPackages.run(
      URL(fileURLWithPath: folder.path("Scripts/demo")), [], environment)
    try #require(demo.status == 0, "\(demo.errors)")
    try await Browsers.run("phonescript.py", [folder.path("Scripts/serve")], environment)

    // Caddy's authority is kept for this account alone, and not with the account's other files.
    let authority = folder.path(".build/phone/caddy/pki/authorities/local/root.key")
    #expect(FileManager.default.fileExists(atPath: authority))
    let kept = try FileManager.default.attributesOfItem(atPath: folder.path(".build/phone"))
    #expect(kept[.posixPermissions] as? Int == 0o700)
    #expect(!FileManager.default.fileExists(atPath: folder.path("data/caddy")))
  }
}
