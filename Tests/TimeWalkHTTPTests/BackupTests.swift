import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport

/// The manual's backup, while a server takes photos in.
@Suite("Backup while it runs", .waitsForProcesses, .serialized, .caresForTheFile)
struct BackupTests {
  /// Submits photos until it is stopped.
  private final class Guest: Sendable {
    private let state = Mutex((taken: 0, isOver: false, faults: [String]()))
    private let ended = DispatchSemaphore(value: 0)

    var taken: Int { state.withLock { $0.taken } }

    init(_ base: String, _ folder: String) {
      Thread.detachNewThread { [self] in
        var number = 0
        while !state.withLock({ $0.isOver }) {
          number += 1
          let file = folder + "/\(number).jpg"
          // Each is another file: data after a JPEG's end are ignored.
          try? Data(SamplePhone.photo() + [UInt8](repeating: 0, count: number))
            .write(to: URL(fileURLWithPath: file))
          let result = try? TimeWalkCommand.run(
            URL(fileURLWithPath: "/usr/bin/curl"),
            [
              "-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Type: image/jpeg",
              "--data-binary", "@" + file, base + "/v1/photos",
            ])
          state.withLock {
            if result?.output == "201" {
              $0.taken += 1
            } else {
              $0.faults.append("\(result?.output ?? "")")
            }
          }
        }
        ended.signal()
      }
    }

    /// Waits for the last answer.
    ///
    /// - Returns: the refused photos.
    func end() -> [String] {
      state.withLock { $0.isOver = true }
      ended.wait()
      return state.withLock { $0.faults }
    }
  }

  @Test(
    "The manual's lines make a sound copy with every photo that was acknowledged before them",
    .longCheckOnly)
  func manual() throws {
    let page = try String(
      contentsOf: Project.root.appendingPathComponent(
        "Sources/TimeWalk/TimeWalk.docc/RunningTimeWalk.md"), encoding: .utf8)
    let block = try #require(
      page.firstMatch(of: #/### Backup\n.*?```sh\n(.*?)```/#.dotMatchesNewlines()))
    let served = try Served()
    let place = served.place
    // The library of the user who runs the lines is the served one.
    let home = place.folder.path("home/timewalk")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: home + "/library", withDestinationPath: place.library)
    let work = place.folder.path("work")
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    let guest = Guest(served.base, work)
    let patience = Date(timeIntervalSinceNow: 120)
    while guest.taken < 5, Date() < patience { Thread.sleep(forTimeInterval: 0.05) }
    let before = guest.taken
    #expect(before >= 5)
    let program = TimeWalkCommand.binary.deletingLastPathComponent().path
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/bash"), ["-euc", String(block.1)],
      environment: [
        "PATH": program + ":/usr/bin:/bin", "XDG_DATA_HOME": place.folder.path("home"),
        "TIMEWALK_ARCHIVE": place.archive,
      ], directory: URL(fileURLWithPath: work))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let faults = guest.end()
    #expect(faults.isEmpty)
    let list = try TimeWalkCommand.run(["library", "list", "--library", work + "/library-backup"])
    #expect(list.status == 0)
    let kept = list.output.split(separator: "\n").count
    #expect((before...guest.taken).contains(kept), "\(before), \(kept), \(guest.taken)")
    let items = try TimeWalkCommand.run([
      "archive", "show", "nypl:kept", "--archive", work + "/archive-backup.sqlite",
    ])
    #expect(items.status == 0, "\(items.errors)")
  }
}
