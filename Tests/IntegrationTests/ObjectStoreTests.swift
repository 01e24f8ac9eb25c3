import Foundation
import Testing
import TimeWalkTestSupport

/// The built program with an archive on a server and its pictures in an object store.
@Suite(
  "An archive with its pictures in an object store", .waitsForProcesses,
  ThrowawayServer.isInstalled,
  ThrowawayObjectStore.isInstalled)
struct ObjectStoreTests {
  private let server: ThrowawayObjectStore
  private let place: Workplace
  private let sample = Project.root.appendingPathComponent("Archive/sample")

  init() throws {
    server = try ThrowawayObjectStore()
    var place = try Workplace(engine: .server)
    place.environment = server.environment(cache: place.folder.path("cache"))
    place.environment["TIMEWALK_PICTURES"] = "s3://pictures/views"
    self.place = place
  }

  /// Runs a command whose output must not contain a key.
  private func run(_ arguments: [String]) throws -> TimeWalkCommand.Result {
    let answer = try place.run(arguments)
    for text in [answer.output, answer.errors] {
      #expect(!text.contains(ThrowawayObjectStore.secret), "\(arguments)")
      #expect(!text.contains(ThrowawayObjectStore.key), "\(arguments)")
    }
    return answer
  }

  private func submit(_ flags: [String] = []) throws -> TimeWalkCommand.Result {
    let photo = sample.appendingPathComponent("fifth-avenue.jpg").path
    return try run(["submit", photo, "--output", place.output, "--json"] + flags)
  }

  private func importSample() throws -> TimeWalkCommand.Result {
    try run(["archive", "import", sample.path, "--media", "copy", "--archive", place.archive])
  }

  @Test("Pictures are copied there and shown from there, and verify reads each")
  func whole() throws {
    let imported = try importSample()
    try #require(imported.status == 0, "\(imported.errors)")
    try #require(server.names.count == 6)
    let doctor = try run(["doctor"])
    #expect(doctor.output.contains("s3://pictures/views answers"), "\(doctor.output)")
    let answer = try submit(["--compose", "then"])
    try #require(answer.status == 0, "\(answer.errors)")
    #expect(Workplace.names(in: place.output).contains { $0.hasSuffix("-then.jpg") })
    #expect(!Workplace.names(in: place.folder.path("cache/sha256")).isEmpty)
    #expect(try run(["archive", "verify"]).status == 0)

    let names = server.names
    let whole = try Workplace.bytes(server.path(names[0]))
    try Data(whole.dropLast() + [whole[whole.count - 1] ^ 1]).write(
      to: URL(fileURLWithPath: server.path(names[0])))
    try FileManager.default.removeItem(atPath: server.path(names[1]))
    let verified = try run(["archive", "verify"])
    #expect(verified.status != 0)
    let all = verified.output + verified.errors
    #expect(all.contains("is damaged: s3://pictures/\(names[0])"), "\(all)")
    #expect(all.contains("is missing"), "\(all)")
    // Corrected as the hints say.
    try FileManager.default.removeItem(atPath: server.path(names[0]))
    try #require(importSample().status == 0)
    #expect(server.names == names)
    #expect(try run(["archive", "verify"]).status == 0)

    // Only this process and its children know the keys.
    let paths = try FileManager.default.subpathsOfDirectory(atPath: place.folder.url.path)
    for path in paths {
      let bytes = FileManager.default.contents(atPath: place.folder.path(path)) ?? Data()
      #expect(bytes.range(of: Data(ThrowawayObjectStore.secret.utf8)) == nil, "\(path)")
    }
  }

  @Test("Without the store matches are answered, and all else is to be tried again")
  func lost() throws {
    try #require(importSample().status == 0)
    let names = server.names
    try server.stop()
    let match = try run([
      "match", "--latitude", "40.75358", "--longitude", "-73.98084", "--heading", "29", "--json",
    ])
    #expect(match.status == 0, "\(match.errors)")
    let more = try place.write(
      Array("id,latitude,longitude,media\nx,1,2,x.jpg\n".utf8), to: "more.csv")
    _ = try place.write(JPEGBuilder(width: 32, height: 24).bytes, to: "x.jpg")
    let another = ["archive", "import", more, "--collection", "more", "--media", "copy"]
    let list = try run(["archive", "list", "--json"]).output
    for command in [another, ["archive", "verify"]] {
      let answer = try run(command)
      #expect(answer.status == 75, "\(command): \(answer.errors)")
      #expect(answer.errors.contains("try again"), "\(answer.errors)")
    }
    #expect(try submit().status == 75)
    let doctor = try run(["doctor"])
    #expect(doctor.status == 75, "\(doctor.output)")
    #expect(try run(["archive", "list", "--json"]).output == list)
    #expect(server.names == names)
    try server.restart()
    #expect(try run(another).status == 0)
    #expect(try submit().status == 0)
    #expect(try run(["archive", "verify"]).status == 0)
  }

  @Test("A store that refuses the keys is reported with the exit code of its kind")
  func denied() throws {
    try #require(importSample().status == 0)
    var other = place
    other.environment["AWS_SECRET_ACCESS_KEY"] = "Falsch+1"
    for command in [["archive", "verify"], ["doctor"]] {
      let answer = try other.run(command)
      #expect(answer.status == 78, "\(command): \(answer.errors)")
      let all = answer.output + answer.errors
      #expect(all.contains("SignatureDoesNotMatch") && !all.contains("Falsch"), "\(all)")
    }
  }

  @Test(
    "A program that is killed between a picture and its row leaves a sound archive",
    arguments: ["2 PUT slow 0", "1 PUT slow 0"])
  func killed(before: String) throws {
    // Some pictures arrive; the next one waits until the program is gone.
    try server.fail(before, "9 PUT slow 4000")
    let command = try RunningCommand(
      ["archive", "import", sample.path, "--media", "copy", "--archive", place.archive], in: place)
    for _ in 0..<1_000 where server.names.isEmpty { usleep(10_000) }
    try #require(!server.names.isEmpty)
    command.send(SIGKILL)
    _ = try command.wait()
    try server.fail()
    let list = try run(["archive", "list", "--json", "--archive", place.archive])
    #expect(list.status == 0 && !list.output.contains("imagined"), "\(list.output)")
    // Unnamed objects are a warning, no fault.
    let verified = try run(["archive", "verify", "--archive", place.archive])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    #expect((verified.output + verified.errors).contains("no item uses the copy"))
    try #require(importSample().status == 0)
    let again = try run(["archive", "verify", "--json"])
    #expect(again.status == 0 && !again.output.contains("no item uses"), "\(again.output)")
    try #require(server.names.count == 6)
  }

  @Test("Pictures of the web are fetched into it, through a store that is busy at first")
  func fetched() throws {
    let picture = JPEGBuilder(width: 64, height: 48).bytes
    let web = try LocalServer { _ in LocalServer.Reply(body: picture) }
    let csv = "id,latitude,longitude,media\na,40.7,-74,\(web.address("/a.jpg"))\n"
    let imported = try place.importCatalogue(csv)
    try #require(imported.status == 0, "\(imported.errors)")
    try server.fail("2 PUT status 503")
    let fetched = try run(["archive", "fetch-media", "--allow-private"])
    #expect(fetched.status == 0, "\(fetched.errors)")
    #expect(server.names.count == 1)
    #expect(try run(["archive", "verify"]).status == 0)
  }
}
