import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The files of a library and its photos", .waitsForProcesses)
struct PrivateFilesTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("are readable by this user alone with any umask; an existing folder stays unchanged")
  func modes() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<2, in: place)
    let shared = place.folder.path("shared")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shared)
    #expect(try place.submit([photos[0]]).status == 0)
    #expect(try place.run(["submit", photos[1], "--output", shared]).status == 0)
    let zip = place.folder.path("photos.zip")
    #expect(try place.run(["library", "export", zip]).status == 0)
    for folder in [place.library, place.output] {
      #expect(try mode(folder) == 0o700, "\(folder)")
    }
    #expect(try mode(shared) == 0o755)
    for folder in [place.library, place.output, shared] {
      let names = Workplace.names(in: folder)
      #expect(!names.isEmpty)
      for name in names { #expect(try mode("\(folder)/\(name)") == 0o600, "\(folder)/\(name)") }
    }
    #expect(try mode(zip) == 0o600)
  }

  @Test(
    "A file that may grow no further is an error with a word, and no signal",
    .disabled(
      if: Sanitizer.isThread,
      "the thread sanitizer keeps a file of its own, which may grow no further either"))
  func fileSize() throws {
    let place = try Workplace()
    let photo = try place.write(SmallPhoto.bytes(0, width: 1200, height: 900), to: "photo.jpg")
    #expect(try place.submit([photo]).status == 0)
    // Blocks of 1024 bytes: less than the log of the library has by now.
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"),
      [
        "-c", "ulimit -f 4; exec \"$0\" \"$@\"", TimeWalkCommand.binary.path, "submit", photo,
        "--again",
        "--output", place.output, "--library", place.library,
      ], environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(result.status > 0, "\(result.status): \(result.errors)")
    #expect(result.errors.contains("timewalk: "), "\(result.errors)")
    let list = try place.run(["library", "list", "--json"])
    #expect(try list.json().first?["total"] as? Int == 1, "\(list.output)")
    #expect(Workplace.names(in: place.output).allSatisfy { $0.hasPrefix("TW-000001") })
  }
}
