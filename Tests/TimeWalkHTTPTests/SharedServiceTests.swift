import Foundation
import Synchronization
import Testing
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Several servers over one library in PostgreSQL.
@Suite(
  "Several servers of one library", .waitsForProcesses, .serialized, ThrowawayServer.isInstalled)
struct SharedServiceTests {
  /// Two servers that share an archive, a library and its folder, as two machines do.
  final class Service {
    let folder: TemporaryFolder
    let address: String
    let archive: String
    private let flags: [String]
    private(set) var servers: [Served] = []

    init(at address: String? = nil, flags: [String] = []) throws {
      folder = try TemporaryFolder()
      self.flags = flags
      self.address = try address ?? ThrowawayServer.newArchive()
      let first = try Served.place()
      archive = first.archive
      servers = [try serve(first), try serve(Workplace())]
    }

    private func serve(_ place: Workplace) throws -> Served {
      try Served(
        place, ["--archive", archive, "--library", address] + flags, hasArchive: false,
        environment: ["TIMEWALK_LIBRARY_FOLDER": folder.path("library")])
    }

    /// Restarts the second.
    func restart() throws { servers[1] = try serve(Workplace()) }
  }

  /// A small photo of its own bytes.
  private static func photo(_ number: Int) -> [UInt8] {
    var jpeg = JPEGBuilder(width: 64, height: 48)
    jpeg.add(SamplePhone.exif(heading: Double(number % 360), orientation: 1))
    return jpeg.bytes + Array("photo \(number)".utf8)
  }

  private static func id(_ reply: Reply) throws -> String {
    try #require((try reply.object()["photo"] as? [String: Any])?["id"] as? String)
  }

  @Test(
    "A photo submitted to one is shown, reported and removed by the other; the same bytes are one photo"
  )
  func together() throws {
    let service = try Service()
    let (one, two) = (service.servers[0], service.servers[1])
    var id = ""
    let progress = try NewsTests.listen(two, "?progressToken=mine") {
      let news = try NewsTests.listen(two, "") {
        let own = try NewsTests.listen(one, "") {
          let made = try one.ask(
            "POST", "/v1/photos?progressToken=mine", body: Self.photo(1))
          #expect(made.status == 201)
          id = try Self.id(made)
          let again = try two.ask("POST", "/v1/photos", body: Self.photo(1))
          #expect(again.status == 200)
          #expect(try Self.id(again) == id)
          #expect(try two.ask("/v1/photos/\(id)/clean").body.starts(with: [0xFF, 0xD8]))
          #expect(try two.ask("DELETE", "/v1/photos/\(id)").status == 204)
          #expect(try one.ask("/v1/photos/\(id)").status == 404)
        }
        #expect(own.matches(of: #/"state":"added"/#).count == 1, "\(own)")
        #expect(own.contains(#""state":"removed""#))
      }
      #expect(news.matches(of: #/"state":"added"/#).count == 1, "\(news)")
      #expect(news.contains(#""photo":"\#(id)""#))
      #expect(news.contains(#""state":"removed""#))
    }
    #expect(progress.contains(#""state":"queued""#))
    #expect(progress.contains(#""state":"done""#))
    // Events are in a folder of one machine.
    let events = try one.ask("/v1/events")
    #expect(events.status == 404)
    #expect(events.text.contains("no events"))
    let command = try one.place.run(["event", "list", "--library", service.address])
    #expect(command.status == 64, "\(command.errors)")
    #expect(!FileManager.default.fileExists(atPath: one.place.folder.path("postgresql:")))
    let checkup = try one.place.run(["doctor", "--library", service.address])
    #expect(checkup.output.contains("pictures in \(service.folder.path("library"))"))
  }

  @Test("An upload begun at one continues at the other, and is finished there, also after a kill")
  func uploads() throws {
    let service = try Service()
    let (one, two) = (service.servers[0], service.servers[1])
    let photo = Self.photo(2)
    let id = try UploadTests.create(two, size: photo.count)
    #expect(try UploadTests.send(two, id, at: 0, photo[..<100]).status == 204)
    #expect(try UploadTests.offset(one, id) == "100")
    #expect(try UploadTests.send(one, id, at: 100, photo[100..<200]).status == 204)
    two.send(SIGKILL)
    _ = two.end()
    #expect(try UploadTests.send(one, id, at: 200, photo[200...]).status == 204)
    try service.restart()
    let again = service.servers[1]
    #expect(try UploadTests.offset(again, id) == "\(photo.count)")
    let made = try again.ask("POST", "/v1/uploads/\(id)")
    #expect(made.status == 201, "\(made.text)")
    // Asked once more, at the other, it is the same photo.
    #expect(try Self.id(one.ask("POST", "/v1/uploads/\(id)")) == Self.id(made))
    let removed = try UploadTests.create(one, size: 5)
    #expect(try again.ask("DELETE", "/v1/uploads/\(removed)").status == 204)
    #expect(try one.ask("/v1/uploads/\(removed)").status == 404)
  }

  @Test("All see which one writes an upload")
  func locks() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.part")
    #expect(UploadLock(path) == nil)
    try Data().write(to: URL(fileURLWithPath: path))
    var first = UploadLock(path)
    #expect(first != nil)
    #expect(UploadLock(path) == nil)
    first = nil
    #expect(UploadLock(path) != nil)
  }

  @Test(
    "Behind a pooler each browser sees every upload, too", .longCheckOnly,
    ThrowawayPooler.isInstalled)
  func pooled() throws {
    let pooler = try ThrowawayPooler()
    defer { withExtendedLifetime(pooler) {} }
    let service = try Service(at: pooler.address)
    var id = ""
    let news = try NewsTests.listen(service.servers[1], "") {
      id = try Self.id(service.servers[0].ask("POST", "/v1/photos", body: Self.photo(3)))
      Thread.sleep(forTimeInterval: 2)
    }
    #expect(news.contains(#""photo":"\#(id)""#), "\(news)")
  }

  @Test("While PostgreSQL is down, answers are 503 and 75; afterwards all continues")
  func restart() throws {
    let database = try ThrowawayPair(isAlone: true)
    let address = database.address([.first], schema: "photos")
    try ThrowawayServer.psql(["-c", "CREATE SCHEMA photos"], at: address)
    let service = try Service(at: address)
    let id = try Self.id(service.servers[0].ask("POST", "/v1/photos", body: Self.photo(4)))
    try database.kill(.first)
    for served in service.servers {
      #expect(try served.ask("POST", "/v1/photos", body: Self.photo(5)).status == 503)
      #expect(try served.ask("/v1/photos/\(id)").status == 503)
    }
    let list = try service.servers[0].place.run(["library", "list", "--library", address])
    #expect(list.status == 75, "\(list.errors)")
    try database.start(.first)
    let news = try NewsTests.listen(service.servers[1], "") {
      #expect(try service.servers[1].ask("/v1/photos/\(id)").status == 200)
      // It listens again within a second or so.
      Thread.sleep(forTimeInterval: 3)
      let made = try service.servers[0].ask("POST", "/v1/photos", body: Self.photo(5))
      #expect(made.status == 201, "\(made.text)")
    }
    #expect(news.contains(#""state":"added""#))
  }

  @Test("Metrics are answered while the archive's server is down, without the number of its items")
  func metrics() throws {
    let database = try ThrowawayPair(isAlone: true)
    let address = database.address([.first], schema: "views")
    try ThrowawayServer.psql(["-c", "CREATE SCHEMA views"], at: address)
    let place = try Workplace(engine: .file)
    let catalogue = "id,title,latitude,longitude\na,A,1,2\nb,B,3,4\n"
    let path = try place.write(Array(catalogue.utf8), to: "views.csv")
    let imported = try place.run(["archive", "import", path, "--archive", address])
    try #require(imported.status == 0, "\(imported.errors)")
    let served = try Served(place, ["--archive", address], hasArchive: false)
    func counts(_ isCounted: Bool) throws -> Bool {
      let end = Date().addingTimeInterval(60)
      while Date() < end {
        let metrics = try served.ask("/metrics")
        #expect(metrics.status == 200 && metrics.text.contains("timewalk_queue_waiting"))
        if metrics.text.contains("\ntimewalk_archive_items 2\n") == isCounted { return true }
        Thread.sleep(forTimeInterval: 0.2)
      }
      return false
    }
    #expect(try counts(true))
    try database.kill(.first)
    #expect(try counts(false))
    try database.start(.first)
    #expect(try counts(true))
  }

  /// The acknowledged photos, outside of all killed processes.
  private struct Log {
    var ids: [Int: String] = [:]
    var next = 0
  }

  @Test(
    "Behind nginx, with one killed under load, none loses a photo that was acknowledged",
    .longCheckOnly,
    ThrowawayProxy.isInstalled)
  func killed() throws {
    let folder = try TemporaryFolder()
    let tokens = folder.path("tokens.json")
    let token = "Authorization: Bearer \(try AccessTests.add("phone", .submit, tokens))"
    let service = try Service(
      flags: ["--behind", "https://archive.example.org", "--tokens", tokens])
    let proxy = try ThrowawayProxy(before: service.servers.map(\.base), as: "RunningTimeWalk")
    let one = service.servers[0]
    let photos = 40
    let log = Mutex(Log())
    let base = proxy.base
    let clients = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: clients) {
        while true {
          let number = log.withLock { log in
            log.next += 1
            return log.next
          }
          guard number <= photos else { return }
          // As a client does that isn't told that its photo is kept.
          for _ in 0..<60 {
            if let id = SharedServiceTests.sent(number, to: base, token) {
              log.withLock { $0.ids[number] = id }
              break
            }
            Thread.sleep(forTimeInterval: 0.5)
          }
        }
      }
    }
    // In the middle of it.
    for _ in 0..<1200 where log.withLock({ $0.ids.count }) < photos / 3 {
      Thread.sleep(forTimeInterval: 0.05)
    }
    service.servers[1].send(SIGKILL)
    let before = log.withLock { $0.ids.count }
    clients.wait()
    let done = log.withLock { $0 }
    #expect(done.ids.count == photos)
    #expect(Set(done.ids.values).count == photos)
    // The proxy asks the other server where it can: clients needn't notice.
    #expect(before < photos, "it was killed in the middle")
    try service.restart()
    for served in [one, service.servers[1]] {
      for (number, id) in done.ids {
        let photo = try served.ask("GET", "/v1/photos/\(id)", [token])
        #expect(photo.status == 200, "photo \(number)")
        let picture = try served.ask("GET", "/v1/photos/\(id)/overlaid", [token])
        #expect(picture.body.starts(with: [0xFF, 0xD8]))
      }
    }
    // Each photo once, whichever server was killed.
    let list = try one.place.run([
      "library", "list", "--library", service.address, "--limit", "1000", "--json",
    ])
    let records = try #require(try list.json().first?["photos"] as? [[String: Any]])
    #expect(records.count == photos)
    let numbers = Set(
      records.compactMap { ($0["photo"] as? [String: Any])?["sequence"] as? Int })
    #expect(numbers.count == photos)
  }

  /// Sends a photo by curl; its id once it is acknowledged.
  private static func sent(_ number: Int, to base: String, _ token: String) -> String? {
    guard let folder = try? TemporaryFolder(),
      (try? Data(photo(number)).write(to: URL(fileURLWithPath: folder.path("photo")))) != nil,
      let result = try? TimeWalkCommand.run(
        URL(fileURLWithPath: "/usr/bin/curl"),
        [
          "-sS", "--fail", "--max-time", "60", "-H", "Content-Type: application/octet-stream",
          "-H", token, "-H", "Host: archive.example.org",
          "--data-binary", "@" + folder.path("photo"), base + "/v1/photos",
        ]), result.status == 0,
      let answer = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
        as? [String: Any]
    else { return nil }
    return (answer["photo"] as? [String: Any])?["id"] as? String
  }
}
