import Foundation
import GRDB
import Testing
import TimeWalk
import TimeWalkTestSupport

/// Numbers at the ends of their types in a database, which another program or a failing disk wrote:
/// a conversion that doesn't fit would end the server.
@Suite("Damaged numbers in a database", .waitsForProcesses, .serialized)
struct DamagedNumberTests {
  private static let numbers = ["1e308", "9223372036854775807", "-1e308", "-9223372036854775808"]

  private static let catalogue = """
    id,title,date,latitude,longitude,accuracy,heading,heading_accuracy,field_of_view,pitch,\
    altitude,view_distance,kind,outline,media
    kept,Broadway,1905,40.7582,-73.9855,5,190,5,60,1,20,300,,,kept.jpg
    map,A map,1860,,,,,,,,,,map,"POLYGON ((-74.02 40.7, -73.9 40.7, -73.9 40.8, -74.02 40.8, -74.02 40.7))",

    """

  /// Pages and lists that show items, places or changes.
  private static let pages = [
    "/v1/places?latitude=40.7581&longitude=-73.9855",
    "/v1/places?latitude=40.7581&longitude=-73.9855&era=1890/1930", "/v1/items",
    "/v1/items/a:kept", "/items", "/items/a:kept", "/items/a:map", "/items/a:kept/place", "/review",
    "/v1/changes",
  ]

  /// The columns of numbers, each alone, and the counts of the journal together.
  private static func columns(_ path: String) throws -> [(table: String, names: [String])] {
    let items = try DatabaseQueue(path: path).read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT name FROM pragma_table_info('items')
          WHERE type IN ('REAL', 'INTEGER') AND name NOT IN ('key', 'collection')
          """)
    }
    return items.map { ("items", [$0]) } + [("journal", ["added", "updated", "removed"])]
  }

  /// Changes a file without the rules and triggers that keep it whole.
  private static func change(_ path: String, _ work: (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.inTransaction(.immediate) {
        let triggers = try Row.fetchAll(
          db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        for trigger in triggers {
          try db.execute(sql: "DROP TRIGGER \"\(trigger["name"] as String)\"")
        }
        try work(db)
        for trigger in triggers { try db.execute(sql: trigger["sql"] as String) }
        return .commit
      }
    }
    try queue.close()
  }

  @Test("Places, pages, matches and photos are answered")
  func answers() throws {
    let place = try Workplace(engine: .file)
    _ = try place.write(JPEGBuilder(width: 320, height: 240).bytes, to: "kept.jpg")
    let csv = try place.write(Array(Self.catalogue.utf8), to: "a.csv")
    _ = try Curator(
      writing: StorePaths(archive: place.archive, library: place.library, environment: [:])
    ).importCatalogue(ImportRequest(source: csv, collection: "a"))
    let served = try Served(place)
    let whole = try served.ask(Self.pages[0]).object()
    #expect((whole["places"] as? [Any])?.count == 2, "\(whole)")
    for (table, names) in try Self.columns(place.archive) {
      let kept = try DatabaseQueue(path: place.archive).read { db in
        try Row.fetchAll(
          db, sql: "SELECT rowid AS row, \(names.joined(separator: ", ")) FROM \(table)")
      }
      for number in Self.numbers.prefix(Project.times(2, all: 4)) {
        try Self.change(place.archive) { db in
          let values = names.map { "\($0) = \(number)" }.joined(separator: ", ")
          try db.execute(sql: "UPDATE \(table) SET \(values)")
        }
        let damage = "\(names) = \(number)"
        for page in Self.pages {
          let head = page.hasPrefix("/v1") ? [] : [PageTests.browser]
          let reply = try served.ask("GET", page, head)
          #expect(reply.status == 200, "\(damage): \(page): \(reply.text.prefix(300))")
        }
        let made = try served.submit()
        #expect([200, 201].contains(made.status), "\(damage): \(made.text.prefix(300))")
        let photo = try #require(made.headers["location"]?.replacing("/v1", with: ""))
        let page = try served.ask("GET", photo, [PageTests.browser])
        #expect(page.status == 200, "\(damage): \(photo): \(page.text.prefix(300))")
      }
      try Self.change(place.archive) { db in
        for row in kept {
          for name in names {
            try db.execute(
              sql: "UPDATE \(table) SET \(name) = ? WHERE rowid = ?",
              arguments: [row[name] as DatabaseValue, row["row"] as DatabaseValue])
          }
        }
      }
    }
  }

  /// The numbers of a stored answer, those that are read together in one line.
  private static let fields: [[String]] = [
    ["confidence"], ["sharedView", "noMatch"], ["distance"], ["width", "height", "x", "y"],
    ["bearing", "heading", "headingDifference", "fieldOfView"], ["bytes", "quality"],
    ["latitude", "longitude"], ["horizontalAccuracy", "altitude"],
    ["pitch", "roll", "pitchAccuracy", "headingAccuracy"],
  ]

  /// A JSON value with another number in all fields of some names.
  private static func change(_ value: Any, _ names: [String], to number: Any) -> Any {
    if let list = value as? [Any] { return list.map { change($0, names, to: number) } }
    guard let object = value as? [String: Any] else { return value }
    return Dictionary(
      uniqueKeysWithValues: object.map { name, value in
        let isNumber = value is NSNumber && names.contains(name)
        return (name, isNumber ? number : change(value, names, to: number))
      })
  }

  @Test("Photos with a damaged answer are shown or refused")
  func storedAnswers() throws {
    let served = try Served()
    let library = served.place.library
    let made = try served.submit()
    let id = try #require(
      made.headers["location"]?.split(separator: "/").last.map(String.init), "\(made.text)")
    let queue = try DatabaseQueue(path: library + "/library.sqlite")
    let text = try #require(
      try queue.read { db in try String.fetchOne(db, sql: "SELECT response FROM photos") })
    let answer = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let numbers: [Any] = [1e308, Int.max, -1e308, Int.min]
    for names in Self.fields {
      for number in numbers.prefix(Project.times(2, all: 4)) {
        let changed = try JSONSerialization.data(
          withJSONObject: Self.change(answer, names, to: number))
        try queue.write { db in
          try db.execute(
            sql: "UPDATE photos SET response = ?",
            arguments: [String(decoding: changed, as: UTF8.self)])
        }
        for page in [
          "/photos/\(id)", "/photos/\(id)?era=1890/1930", "/v1/photos/\(id)", "/library",
        ] {
          let head = page.hasPrefix("/v1") ? [] : [PageTests.browser]
          let reply = try served.ask("GET", page, head)
          #expect(reply.status >= 200, "\(names) = \(number): \(page)")
        }
        let shown = try served.place.run(["library", "show", "1", "--verbose"])
        #expect(shown.status == 0, "\(names) = \(number): \(shown.errors)")
      }
    }
    #expect(try served.ask("/livez").status == 200)
  }

  @Test("A file of another place is neither sent nor deleted")
  func foreignFiles() throws {
    let served = try Served()
    let made = try served.submit()
    let id = try #require(
      made.headers["location"]?.split(separator: "/").last.map(String.init), "\(made.text)")
    let outside = try served.place.write(Array("outside".utf8), to: "outside.txt")
    try DatabaseQueue(path: served.place.library + "/library.sqlite").write { db in
      try db.execute(
        sql: "UPDATE renditions SET path = ? WHERE role = 'clean'", arguments: [outside])
    }
    let reply = try served.ask("/v1/photos/\(id)/clean")
    #expect(reply.status == 404, "\(reply.text)")
    let removed = try served.place.run(["library", "remove", "1", "--yes"])
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(FileManager.default.fileExists(atPath: outside))
  }

  @Test("A zip and a page of an event with a damaged number are refused")
  func damagedEvent() throws {
    let town = try EventTown()
    let event = try town.make()
    let ann = try town.join(event, "Ann")
    #expect(try town.send(event, ann).status == 201)
    let queue = try DatabaseQueue(path: town.place.library + "/events.sqlite")
    let damages = [
      ("UPDATE events SET photos =", "/v1/events/\(event)"),
      ("UPDATE events SET photos =", "/events/\(event)"),
      ("UPDATE pictures SET bytes =", "/v1/events/\(event)/zip"),
    ]
    for (sql, path) in damages {
      for number in Self.numbers {
        try queue.write { db in try db.execute(sql: "UPDATE events SET photos = 24") }
        try queue.write { db in try db.execute(sql: "\(sql) \(number)") }
        let reply = try town.served.ask("GET", path, ann)
        #expect((500...599).contains(reply.status), "\(sql) \(number): \(reply.text)")
      }
    }
    #expect(try town.served.ask("/livez").status == 200)
  }
}
