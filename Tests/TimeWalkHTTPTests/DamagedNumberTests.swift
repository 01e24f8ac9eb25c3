import Foundation
import GRDB
import Testing
import TimeWalk
import TimeWalkTestSupport

/// Numbers at the ends of their types in the archive's file, which another program or a failing
/// disk wrote: a conversion that doesn't fit would end the server.
@Suite("Damaged numbers in an archive", .waitsForProcesses, .serialized)
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
}
