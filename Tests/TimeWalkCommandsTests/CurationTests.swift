import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Curating from the command line", .waitsForProcesses, .onEachEngine)
struct CurationTests {
  private static let catalogue = "id,title,latitude,longitude\na,Old,40.7,-74\nb,,41,-75\n"

  private func place() throws -> Workplace {
    let place = try Workplace()
    try #require(place.importCatalogue(Self.catalogue, ["--by", "Ada"]).status == 0)
    return place
  }

  private func entries(_ place: Workplace) throws -> [[String: Any]] {
    try #require(
      try place.run(["archive", "history", "--json"]).json().first?["entries"] as? [[String: Any]])
  }

  @Test("The journal shows the author and the change, and undoes it")
  func journal() throws {
    let place = try place()
    let set = try place.run(["archive", "set", "views:a", "title=New", "heading=90", "--by", "Bob"])
    #expect(
      set.output == "views:a\n    title: \"Old\" -> \"New\"\n    heading: nothing -> \"90\"\n")
    let entries = try entries(place)
    #expect(entries.map { $0["kind"] as? String } == ["set", "import"])
    #expect(entries.map { $0["by"] as? String } == ["Bob", "Ada"])
    for entry in entries {
      #expect((entry["at"] as? String)?.hasSuffix("Z") == true)
      #expect((entry["tool"] as? String)?.hasPrefix("timewalk ") == true)
    }
    let diff = try place.run(["archive", "diff", "2"]).output
    #expect(diff.contains("~ views:a\n    title: \"Old\" -> \"New\"\n"))
    let blocked = try place.run(["archive", "undo", "1"])
    #expect(blocked.status == 65 && blocked.errors.contains("in this order: 2."))
    #expect(try place.run(["archive", "undo", "2", "--dry-run"]).status == 0)
    #expect(try self.entries(place).count == 2)
    let undo = try #require(try place.run(["archive", "undo", "2", "--json"]).json().first)
    #expect(undo["entry"] as? Int == 3 && undo["updated"] as? Int == 1)
    #expect(try place.run(["archive", "show", "views:a"]).output.contains("Old"))
    let history = try place.run(["archive", "show", "views:a", "--history", "--json"]).json().first
    #expect((history?["history"] as? [Any])?.count == 3)
    #expect(try place.run(["archive", "undo", "77"]).status == 66)
    #expect(try place.run(["archive", "diff", "77"]).status == 66)
  }

  @Test("A place can be corrected, taken away and given back")
  func places() throws {
    let place = try place()
    let moved = try place.run(
      ["archive", "move", "views:a", "40.75", "-73.99", "--accuracy", "5", "--json"])
    let fields = try #require(moved.json().first?["fields"] as? [[String: Any]])
    #expect(fields.map { $0["field"] as? String } == ["latitude", "longitude", "accuracy"])
    #expect(try place.run(["archive", "move", "views:a", "--", "-40", "-73"]).status == 0)
    #expect(try place.run(["archive", "move", "views:a", "40.75"]).status == 64)
    #expect(try place.run(["archive", "move", "views:a", "95", "0"]).status == 64)
    let unplaced = try place.run(["archive", "set", "views:a", "latitude=", "longitude="])
    #expect(unplaced.status == 0 && unplaced.errors.isEmpty, "\(unplaced.errors)")
    #expect(try place.run(["archive", "list"]).output == "views:b\tundated\t\n")
    #expect(try place.run(["archive", "list", "--unplaced"]).output == "views:a\tundated\tOld\n")
    #expect(
      try place.run(["archive", "show", "views:a"]).output
        == "Id               views:a\nPlace            unknown\nTitle            Old\nAccuracy         5\n"
    )
    let collections = try place.run(["archive", "collections"]).output
    #expect(collections == "views\t1 item, 1 without a place\n")
    #expect(try place.run(["archive", "move", "views:a", "1", "2"]).status == 0)
    #expect(try place.run(["archive", "list", "--unplaced"]).output == "")
    for entry in ["5", "6"] {
      #expect(
        try place.run(["archive", "undo", entry]).output
          == "entry \(entry) undone: 0 items removed, 1 changed back, 0 restored\n")
    }
    #expect(try place.run(["archive", "verify"]).status == 0)
  }

  @Test("An invalid edit reports all faults")
  func wrongFields() throws {
    let place = try place()
    let wrong = try place.run(["archive", "set", "views:a", "heading=400", "date=banana"])
    #expect(wrong.status == 64)
    for word in ["heading", "400", "date", "banana"] { #expect(wrong.errors.contains(word)) }
    for arguments in [["views:a", "titel=x"], ["views:a", "title"], ["a", "title=x"]] {
      #expect(try place.run(["archive", "set"] + arguments).status == 64, "\(arguments)")
    }
    #expect(try place.run(["archive", "set", "views:none", "title=x"]).status == 66)
    #expect(try entries(place).count == 1)
  }

  @Test("Items are removed only with confirmation, and can be restored")
  func removal() throws {
    let place = try place()
    let less = "id,latitude,longitude\na,40.7,-74\n"
    let plan = try place.importCatalogue(less, ["--replace", "--dry-run"])
    #expect(plan.status == 0 && plan.output.contains("- views:b\n"))
    let refused = try place.importCatalogue(less, ["--replace"])
    #expect(refused.status == 65 && refused.errors.contains("Would remove 1 item: b."))
    #expect(refused.errors.contains("Use --yes to confirm"))
    #expect(try place.importCatalogue(less, ["--yes"]).status == 64)
    let done = try place.importCatalogue(less, ["--replace", "--yes"])
    #expect(done.status == 0 && done.output.contains("1 removed"))
    #expect(try place.run(["archive", "undo", "2"]).status == 0)
    let asked = try place.run(["archive", "remove", "--collection", "views"])
    #expect(asked.status == 65 && asked.errors.contains("Use --yes to confirm"))
    #expect(try place.run(["archive", "remove", "--collection", "views", "--yes"]).status == 0)
    #expect(try place.run(["archive", "collections"]).output == "")
    #expect(try place.run(["archive", "undo", "4"]).status == 0)
    #expect(try place.run(["archive", "list"]).output.split(separator: "\n").count == 2)
    #expect(try place.run(["archive", "remove", "views:b", "views:none"]).status == 66)
    #expect(try place.run(["archive", "remove", "views:b"]).output == "1 item removed\n")
    #expect(try place.run(["archive", "remove"]).status == 64)
  }
}
