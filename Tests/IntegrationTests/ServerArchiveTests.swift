import Foundation
import Testing
import TimeWalkTestSupport

/// `--archive postgresql://…`, which every command takes where it takes a file.
@Suite("An archive on a server", .waitsForProcesses, .isOfFiles, ThrowawayServer.isInstalled)
struct ServerArchiveTests {
  private static let catalogue = """
    id,title,latitude,longitude,date,heading,fieldOfView,accuracy,rights
    a,Fifth Avenue,40.75355,-73.98084,1905,29,60,5,http://rightsstatements.org/vocab/NoC-US/1.0/
    b,The corner,40.7536,-73.9807,1939,40,50,20,
    c,Far away,51.5,-0.1,1890,,,,
    """

  /// The parts that change with the clock or the archive's location.
  private func steady(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "TIME")
      .replacing(/"milliseconds":[\d.]+/, with: "MILLISECONDS")
  }

  @Test("The commands answer as they do with a file")
  func answers() throws {
    let commands: [[String]] = [
      ["archive", "collections", "--json"],
      ["archive", "list", "--json"],
      ["archive", "show", "views:a", "--json"],
      ["archive", "search", "corner", "--json"],
      ["match", "--latitude", "40.7535", "--longitude", "-73.9809", "--heading", "30", "--json"],
      ["archive", "set", "views:b", "title=A corner", "heading=41", "--by", "Ada", "--json"],
      ["archive", "era", "add", "before the war", "1930/1939"],
      ["archive", "era", "list", "--json"],
      ["archive", "remove", "views:c", "--json"],
      ["archive", "history", "--json"],
      ["archive", "diff", "2"],
      ["archive", "undo", "2", "--json"],
      ["archive", "undo", "9"],
      ["archive", "review", "--json"],
      ["archive", "export", "-", "--format", "geojson"],
      ["archive", "export", "-", "--format", "csv"],
      ["archive", "verify", "--json"],
    ]
    var all: [[(status: Int32, output: String, errors: String)]] = []
    for engine in Workplace.Engine.allCases {
      let place = try Workplace(engine: engine)
      let imported = try place.importCatalogue(Self.catalogue, ["--by", "Ada"])
      try #require(imported.status == 0, "\(imported.errors)")
      all.append(
        try commands.map {
          let answer = try place.run($0)
          // The journal keeps where the catalogue was.
          let output = answer.output.replacing(place.folder.url.path, with: "FOLDER")
          return (answer.status, steady(output), steady(answer.errors))
        })
    }
    for (command, answers) in zip(commands, zip(all[0], all[1])) {
      let (file, server) = answers
      #expect(file.status == server.status, "\(command): \(file.errors)\(server.errors)")
      #expect(file.output == server.output, "\(command)")
      #expect(file.errors == server.errors, "\(command)")
    }
    #expect(all[0].filter { $0.status == 0 }.count >= commands.count - 1)
  }

  @Test("A photo is submitted, and its card shows an item of the server's archive")
  func photo() throws {
    let place = try Workplace(engine: .server)
    let sample = Project.root.appendingPathComponent("Archive/sample")
    let imported = try place.run(["archive", "import", sample.path, "--archive", place.archive])
    try #require(imported.status == 0, "\(imported.errors)")
    let answer = try place.submit(
      [sample.appendingPathComponent("fifth-avenue.jpg").path], ["--json", "--compose", "then"])
    try #require(answer.status == 0, "\(answer.errors)")
    let matches = try #require(answer.json().first?["matches"] as? [[String: Any]])
    #expect(matches.count >= 4)
    #expect(Workplace.names(in: place.output).contains { $0.hasSuffix("-then.jpg") })
    let doctor = try place.run(["doctor"])
    #expect(doctor.output.contains(", sound, "), "\(doctor.output)")
    let servers = try place.run(["doctor", "--json"]).json().first?["servers"] as? [[String: Any]]
    #expect(servers?.count == 1 && servers?.first?["role"] as? String == "primary")
  }

  @Test("An archive is imported from one engine into the other, either way")
  func both() throws {
    let (file, server) = (try Workplace(), try Workplace(engine: .server))
    try #require(file.importCatalogue(Self.catalogue).status == 0)
    let onto = ["archive", "import", file.archive, "--archive", server.archive]
    try #require(server.run(onto).status == 0)
    let back = try Workplace()
    let imported = try back.run(
      ["archive", "import", server.archive, "--archive", back.archive])
    try #require(imported.status == 0, "\(imported.errors)")
    let export = ["archive", "export", "-", "--format", "csv"]
    let lists = try [file, server, back].map { try $0.run(export).output }
    #expect(lists[0].contains("Fifth Avenue") && Set(lists).count == 1)
    let itself = try server.run(["archive", "import", server.archive])
    #expect(itself.status == 65 && itself.errors.contains("this archive itself"))
  }

  @Test(
    "A whole archive is copied onto a server and back, pictures and all, and can be undone there")
  func copies() throws {
    let (file, server) = (try Workplace(), try Workplace(engine: .server))
    let sample = Project.root.appendingPathComponent("Archive/sample")
    for command in [
      ["import", sample.path, "--media", "copy", "--archive", file.archive],
      ["era", "add", "before the war", "1930/1939"],
    ] {
      let done = try file.run(["archive"] + command)
      try #require(done.status == 0, "\(done.errors)")
    }
    try #require(file.importCatalogue(Self.catalogue, ["--by", "Ada"]).status == 0)
    try #require(file.run(["archive", "set", "views:b", "title=A corner"]).status == 0)
    let back = file.folder.path("back.sqlite")
    for (from, to) in [(file.archive, server.archive), (server.archive, back)] {
      let copied = try server.run(["archive", "copy", from, to, "--json"])
      try #require(copied.status == 0, "\(copied.errors)")
      let report = try #require(copied.json().first)
      #expect(report["pictures"] as? Int ?? 0 > 0 && report["entries"] as? Int ?? 0 >= 4)
      #expect((report["problems"] as? [Any])?.isEmpty == true)
    }
    let match = ["match", "--latitude", "40.7535", "--longitude", "-73.9809", "--heading", "30"]
    for command in [
      match + ["--json"], ["archive", "history", "--json"], ["archive", "list", "--json"],
      ["archive", "undo", "4", "--json"], ["archive", "show", "views:b", "--json"],
      ["archive", "export", "-", "--format", "csv", "--collection", "views"],
      ["archive", "verify", "--json"],
    ] {
      let answers = try [(file, file.archive), (server, server.archive), (server, back)].map {
        try $0.0.run(command + ["--archive", $0.1])
      }
      func text(_ answer: TimeWalkCommand.Result) -> String {
        // Each archive has its own copies of the pictures.
        steady(answer.output).replacing(/[^"\s,]*\.media\//, with: "MEDIA/")
      }
      for answer in answers {
        #expect(answer.status == 0, "\(command): \(answer.errors)")
        #expect(text(answer) == text(answers[0]), "\(command)")
      }
    }
    let again = try server.run(["archive", "copy", file.archive, server.archive])
    #expect(again.status == 73 && again.errors.contains("into an empty one"), "\(again.errors)")
    let itself = try file.run(["archive", "copy", file.archive, file.archive])
    #expect(itself.status == 65 && itself.errors.contains("itself"), "\(itself.errors)")
    let target = file.folder.path("new.sqlite")
    let nothing = try file.run(["archive", "copy", file.folder.path("none.sqlite"), target])
    #expect(nothing.status == 66 && !FileManager.default.fileExists(atPath: target))
  }

  @Test("Unsupported operations are explained, with the exit code of their kind")
  func faults() throws {
    let place = try Workplace(engine: .server)
    // There is a server and a schema, and no archive yet.
    let empty = try place.run(["archive", "list", "--archive", place.archive])
    #expect(empty.status == 66 && empty.errors.contains("There is no archive at postgresql://"))
    try #require(place.importCatalogue(Self.catalogue).status == 0)
    let backup = try place.run(["archive", "backup", "copy.sqlite"])
    #expect(backup.status == 73 && backup.errors.contains("pg_dump"))
    let repair = try place.run(["archive", "repair"])
    #expect(repair.status == 0 && repair.output.hasPrefix("Nothing to repair."))
    let list = { address in try place.run(["archive", "list", "--archive", address]) }
    let malformed = try list("postgresql://[::1/views")
    #expect(malformed.status == 64 && malformed.errors.contains("postgresql://user@host/database"))
    let nobody = try list("postgresql://ada:geheim@127.0.0.1:9/views?connect_timeout=5")
    #expect(nobody.status == 75 && nobody.errors.contains("Can't reach the server"))
    let database = try list(place.archive.replacing("/postgres?", with: "/nothing?"))
    #expect(database.status == 66 && database.errors.contains("nothing"))
    for answer in [malformed, nobody, database] { #expect(answer.output.isEmpty) }
    #expect(!nobody.errors.contains("geheim"))
    for (address, status) in [
      ("ada:geheim@[::1/views", 64), ("ada:geheim%zz@host/views", 64),
      ("ada:x/geheim@host/views", 64), ("ada:x@geheim@host:port/views", 64),
      ("host/views?password=geheim&x=1", 64),
      // libpq takes this one; no server is there.
      ("ada:x?geheim@127.0.0.1:1/views", 75),
    ] {
      let answer = try list("postgresql://" + address)
      #expect(answer.status == status, "\(address): \(answer.errors)")
      #expect(!answer.errors.contains("geheim"), "\(answer.errors)")
    }
  }

  @Test("A read-only role changes nothing, and a curating role changes no tables")
  func roles() throws {
    let place = try Workplace(engine: .server)
    try #require(place.importCatalogue(Self.catalogue).status == 0)
    let schema = try #require(place.archive.firstMatch(of: /search_path%3D(\w+)/)).1
    let (reader, curator) = ("\(schema)_reader", "\(schema)_curator")
    let file = Project.root.appendingPathComponent("Deploy/postgresql-roles.sql").path
    // Once more is as good as once.
    for _ in 1...2 {
      try ThrowawayServer.psql(
        [
          "-v", "schema=\(schema)", "-v", "reader=\(reader)", "-v", "curator=\(curator)", "-f",
          file,
        ], at: place.archive)
    }
    try ThrowawayServer.psql(
      ["-c", "ALTER ROLE \(reader) LOGIN; ALTER ROLE \(curator) LOGIN"], at: place.archive)
    func address(_ role: String) -> String {
      place.archive.replacing("timewalk@", with: "\(role)@")
    }
    let reads: [[String]] = [
      ["archive", "list"], ["archive", "show", "views:a"], ["archive", "history"],
      ["archive", "verify"], ["archive", "export", "-", "--format", "csv"],
      ["match", "--latitude", "40.7535", "--longitude", "-73.9809", "--heading", "30"],
    ]
    for role in [reader, curator] {
      for command in reads {
        let answer = try place.run(command + ["--archive", address(role)])
        #expect(answer.status == 0, "\(role): \(command): \(answer.errors)")
      }
    }
    let more = try place.write(Array("id,latitude,longitude\nd,1,2\n".utf8), to: "more.csv")
    let changes: [[String]] = [
      ["archive", "set", "views:a", "title=Avenue"], ["archive", "import", more],
      ["archive", "era", "add", "before the war", "1930/1939"], ["archive", "undo", "2"],
      ["archive", "remove", "views:b"], ["archive", "repair"],
    ]
    for command in changes {
      let refused = try place.run(command + ["--archive", address(reader)])
      #expect(refused.status == 73, "\(command): \(refused.errors)")
      #expect(refused.errors.contains("This user isn't allowed to change"), "\(refused.errors)")
      let done = try place.run(command + ["--archive", address(curator)])
      #expect(done.status == 0, "\(command): \(done.errors)")
    }
    #expect(throws: (any Error).self) {
      try ThrowawayServer.psql(["-c", "DROP TABLE tiles"], at: address(curator))
    }
    #expect(throws: (any Error).self) {
      try ThrowawayServer.psql(["-c", "DELETE FROM timewalk"], at: address(curator))
    }
    #expect(try place.run(["archive", "verify"]).status == 0)
  }

  @Test("No password is printed or kept")
  func passwords() throws {
    let place = try Workplace(engine: .server)
    let address = place.archive.replacing("timewalk@", with: "timewalk:geheim@")
    let sample = Project.root.appendingPathComponent("Archive/sample")
    let photo = sample.appendingPathComponent("fifth-avenue.jpg").path
    let torn = try place.write(Array("no picture".utf8), to: "torn.jpg")
    for command in [
      ["archive", "import", sample.path], ["archive", "list"], ["archive", "verify"],
      ["archive", "history", "--json"], ["doctor"], ["archive", "backup", "x.sqlite"],
      // Two photos go through the queue, which keeps where the archive is.
      ["submit", photo, torn, "--output", place.output, "--json"], ["library", "queue", "--json"],
      ["library", "retry"],
    ] {
      let answer = try place.run(command + (command[0] == "library" ? [] : ["--archive", address]))
      #expect(!(answer.output + answer.errors).contains("geheim"), "\(command)")
    }
    let other = try Workplace()
    let imported = try other.run(["archive", "import", address, "--archive", other.archive])
    try #require(imported.status == 0, "\(imported.errors)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder.url.path).map {
      place.folder.path($0)
    }
    let kept = Data("geheim".utf8)
    for path in names + [other.archive] {
      #expect(
        FileManager.default.contents(atPath: path)?.range(of: kept) == nil, "\(path) holds it")
    }
  }
}
