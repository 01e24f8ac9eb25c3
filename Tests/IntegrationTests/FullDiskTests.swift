import Foundation
import Testing
import TimeWalkTestSupport

/// A small disk of its own, where this user may mount one.
final class SmallDisk {
  let path: String

  /// `nil` if it can't be made.
  init?(bytes: Int, at path: String) {
    self.path = path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard
      SmallDisk.run(["mount", "-t", "tmpfs", "-o", "size=\(bytes)", "timewalk", path]) == 0
    else { return nil }
  }

  deinit { _ = SmallDisk.run(["umount", path]) }

  static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return SmallDisk(bytes: 1 << 20, at: folder.path("disk")) != nil
  }()

  private static func run(_ arguments: [String]) -> Int32 {
    let program = URL(fileURLWithPath: "/usr/bin/env")
    return (try? TimeWalkCommand.run(program, arguments).status) ?? -1
  }
}

@Suite(
  "A disk that is full", .waitsForProcesses,
  .enabled(if: SmallDisk.isPossible, "no small disk can be mounted here, for instance without root")
)
struct FullDiskTests {
  private static let anySpace = ["--low-space", "0", "--least-space", "0"]

  @Test("leaves no incomplete file, loses nothing, and the rest continues when there is space")
  func full() throws {
    let place = try Workplace()
    let photos = try (0..<40).map {
      try place.write(
        SmallPhoto.bytes($0, width: 800, height: 600), to: String(format: "photos/p%02d.jpg", $0))
    }
    let disk = try #require(SmallDisk(bytes: 900_000, at: place.folder.path("disk")))
    let (library, output) = (disk.path + "/library", disk.path + "/out")
    let flags = ["--library", library, "--json"]
    let result = try place.run(
      ["submit"] + photos + flags + ["--output", output] + Self.anySpace)
    #expect(result.status == 74, "\(result.errors)")
    let answers = try Answer.all(of: result)
    let done = answers.filter { $0.errorCode == nil }
    #expect(answers.count == 40 && done.count > 2 && done.count < 40, "\(done.count)")
    for answer in answers where answer.errorCode != nil {
      #expect(answer.errorCode == "noSpace", "\(answer.errorMessage ?? "")")
    }
    try expect(done, areAllIn: output)
    // Space is freed, and waiting work continues.
    let program = URL(fileURLWithPath: "/usr/bin/env")
    let bigger = try TimeWalkCommand.run(
      program, ["mount", "-o", "remount,size=40000000", disk.path])
    #expect(bigger.status == 0, "\(bigger.errors)")
    let rest = try place.run(["library", "resume"] + flags + Self.anySpace)
    #expect(rest.status == 0, "\(rest.errors)")
    let later = try rest.json().map(Answer.init)
    #expect(done.count + later.count == 40)
    #expect(Set((done + later).compactMap(\.sequence)).count == 40, "a number was used twice")
    try expect(done + later, areAllIn: output)
  }

  @Test(
    "is warned of with the number of photos that still fit, and refused when there is too little")
  func thresholds() throws {
    let place = try Workplace()
    let photos = try SmallPhoto.write(0..<3, in: place)
    let disk = try #require(SmallDisk(bytes: 50_000_000, at: place.folder.path("disk")))
    let flags = ["--library", disk.path + "/library", "--output", disk.path + "/out", "--json"]
    let refused = try place.run(["submit", photos[0]] + flags)
    #expect(refused.status == 74)
    #expect(try refused.json().map { Answer($0).errorCode } == ["noSpace"])
    #expect(refused.errors.contains("MB are free"), "\(refused.errors)")
    #expect(Workplace.names(in: disk.path + "/out").isEmpty)
    let warned = try place.run(["submit"] + photos + flags + ["--least-space", "1MB"])
    #expect(warned.status == 0, "\(warned.errors)")
    let space = try #require(warned.json().last?["space"] as? [String: Int])
    #expect(try #require(space["free"]) < 50_000_000)
    // By the size of earlier photos' outputs, not by a guess.
    let left = try #require(space["photosLeft"])
    #expect(left > 1000 && left < 50_000, "\(left)")
    #expect(warned.errors.contains("enough for about"))
    let plenty = try place.run(
      ["submit", photos[0], "--again"] + flags + ["--least-space", "1MB", "--low-space", "2MB"])
    #expect(try plenty.json().first?["space"] == nil)
  }

  private func expect(_ answers: [Answer], areAllIn output: String) throws {
    for answer in answers {
      for role in ["clean", "overlaid"] {
        #expect(
          try Workplace.bytes(answer.path(role)).count == answer.rendition(role)?["bytes"] as? Int)
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == 3 * answers.count)
  }
}
