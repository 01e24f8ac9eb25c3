import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport

/// A user's place with a played Commons, and `timewalk archive gather` run there.
final class GatherFixture: Sendable {
  /// The sample photo's place, and its camera's view.
  static let sample = (latitude: 40.75358, longitude: -73.98084, heading: 29.4)

  let place: Workplace
  let server: LocalServer
  private let files: Mutex<[PlayedFile]>

  /// Plays these files; each has the picture that the project drew for 1905.
  init(_ files: [PlayedFile], delay: Double = 0) throws {
    place = try Workplace()
    let picture = try Workplace.bytes(
      Project.root.appendingPathComponent("Archive/sample/imagined-1905.jpg").path)
    let kept = Kept(files)
    self.files = Mutex(files)
    server = try LocalServer { path in
      if delay > 0 { Thread.sleep(forTimeInterval: delay) }
      if path.hasPrefix("/pictures/") { return .init(body: picture) }
      return PlayedCommons(files: kept.files, pictures: kept.address).answer(path)
    }
    kept.set(address: server.address("/pictures/"))
    self.kept = kept
  }

  private let kept: Kept

  /// The server's current script.
  private final class Kept: Sendable {
    private let state: Mutex<(files: [PlayedFile], address: String)>
    init(_ files: [PlayedFile]) { state = Mutex((files, "")) }
    var files: [PlayedFile] { state.withLock { $0.files } }
    var address: String { state.withLock { $0.address } }
    func set(address: String) { state.withLock { $0.address = address } }
    func set(files: [PlayedFile]) { state.withLock { $0.files = files } }
  }

  /// Plays other files from now on.
  func play(_ files: [PlayedFile]) { kept.set(files: files) }

  /// The variables of a run.
  var environment: [String: String] {
    [
      "TIMEWALK_ARCHIVE": place.archive, "TIMEWALK_LIBRARY": place.library,
      "XDG_CACHE_HOME": place.folder.path("cache"), "XDG_DATA_HOME": place.folder.path("data"),
      "TIMEWALK_CONTACT": "tester@museum.example",
    ]
  }

  /// The options of `gather` besides those of a test.
  func arguments(within: String = "2km", _ flags: [String] = []) -> [String] {
    [
      "archive", "gather", "commons", "--around",
      "\(Self.sample.latitude),\(Self.sample.longitude)",
      "--within", within, "--address", server.address("/w/api.php"), "--allow-private",
    ] + flags
  }

  /// Gathers around the sample's place.
  func gather(within: String = "2km", _ flags: String...) throws -> TimeWalkCommand.Result {
    try run(arguments(within: within, flags))
  }

  /// Runs any command.
  func run(_ arguments: [String]) throws -> TimeWalkCommand.Result {
    try TimeWalkCommand.run(arguments, environment: environment, directory: place.folder.url)
  }

  /// The identifiers in the archive, sorted.
  func items() throws -> [String] {
    let answer = try run(["archive", "list", "--json", "--limit", "100000"]).json().first
    let items = answer?["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["id"] as? String }.sorted()
  }
}
