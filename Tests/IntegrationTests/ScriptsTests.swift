import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The scripts on machines that lack something")
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

  @Test("Without Swift they say where to get it", arguments: ["Scripts/demo", "Scripts/test"])
  func noSwift(script: String) throws {
    // Hides a Swift that a distribution may have put among the ordinary commands.
    let folder = try tools(["swift": "exit 127"])
    let result = try run(script, with: folder)
    #expect(result.status == 69)
    #expect(result.errors.contains("6.1 or later"))
    #expect(result.errors.contains("swift.org/install"))
  }

  @Test("An old Swift is named", arguments: ["Scripts/demo", "Scripts/test"])
  func oldSwift(script: String) throws {
    let folder = try tools(["swift": "echo 'Swift version 6.0.3 (swift-6.0.3-RELEASE)'"])
    let result = try run(script, with: folder)
    #expect(result.status == 69)
    #expect(result.errors.contains("6.0"))
  }

  @Test(
    "Without root they name the packages and the command",
    arguments: ["Scripts/demo", "Scripts/test"])
  func noRoot(script: String) throws {
    let folder = try tools([
      "swift": "echo 'Swift version 6.1 (swift-6.1-RELEASE)'", "dpkg-query": "exit 1",
      "id": "echo 1000", "sudo": "exit 1",
    ])
    let result = try run(script, with: folder)
    #expect(result.status == 69)
    #expect(result.errors.contains("sudo apt-get install"))
    #expect(result.errors.contains("libspatialite-dev"))
  }

  @Test("Where apt-get is missing they name what to install")
  func noApt() throws {
    let folder = try tools([
      "swift": "echo 'Swift version 6.2 (swift-6.2-RELEASE)'", "dpkg-query": "exit 1",
      "id": "echo 0",
    ])
    // Only what the script needs to get there, so that apt-get is nowhere.
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
