import Foundation
import Testing
import TimeWalkTestSupport

@Suite(
  "The first imports of a spreadsheet user", .waitsForProcesses, .onEachEngine)
struct FirstImportTests {
  /// Writes catalogues and imports one of them without naming the collection.
  private func bring(
    _ csv: String, as name: String, in place: Workplace, _ flags: [String] = []
  ) throws -> TimeWalkCommand.Result {
    let path = try place.write(Array(csv.utf8), to: name)
    return try place.run(["archive", "import", path, "--archive", place.archive] + flags)
  }

  private func shown(_ id: String, in place: Workplace) throws -> String {
    try place.run(["archive", "show", id, "--json", "--archive", place.archive]).output
  }

  @Test("Another file of the same stem doesn't overwrite items, and the error has the remedy")
  func sameStem() throws {
    let place = try Workplace()
    let head = "id,title,latitude,longitude\n"
    #expect(try bring(head + "1,Ours,1,2\n", as: "a/photos.csv", in: place).status == 0)
    // New items are harmless, and importing them again changes nothing.
    #expect(try bring(head + "1,Ours,1,2\n2,New,3,4\n", as: "b/photos.csv", in: place).status == 0)
    let other = try bring(head + "1,Theirs,5,6\n", as: "c/photos.csv", in: place)
    #expect(other.status == 65)
    #expect(other.errors.contains("was last imported from \(place.folder.path("b/photos.csv"))"))
    #expect(other.errors.contains("would change 1 of its items (photos:1)"))
    #expect(other.errors.contains("--collection photos if it is the same collection"))
    #expect(try shown("photos:1", in: place).contains("\"title\":\"Ours\""))
    let dry = try bring(head + "1,Theirs,5,6\n", as: "c/photos.csv", in: place, ["--dry-run"])
    #expect(dry.status == 0 && dry.errors.contains("the import would stop"))
    // A file in another folder is another one, also where its name is given from there.
    let near = try TimeWalkCommand.run(
      ["archive", "import", "photos.csv", "--archive", place.archive], environment: [:],
      directory: place.folder.url.appendingPathComponent("c"))
    #expect(near.status == 65)
    let meant = try bring(
      head + "1,Theirs,5,6\n", as: "c/photos.csv", in: place, ["--collection", "photos"])
    #expect(meant.status == 0 && meant.output.contains("1 updated"))
    #expect(try bring(head + "1,Again,5,6\n", as: "c/photos.csv", in: place).status == 0)
    let apart = try bring(
      head + "1,Apart,7,8\n", as: "d/photos.csv", in: place, ["--collection", "apart"])
    #expect(apart.status == 0)
    #expect(try shown("photos:1", in: place).contains("\"title\":\"Again\""))
  }

  @Test("An undone import isn't a collection's last one") func undone() throws {
    let place = try Workplace()
    let head = "id,title,latitude,longitude\n"
    #expect(try bring(head + "1,Ours,1,2\n", as: "a/photos.csv", in: place).status == 0)
    #expect(try bring(head + "2,More,1,2\n", as: "b/photos.csv", in: place).status == 0)
    #expect(try place.run(["archive", "undo", "2", "--archive", place.archive]).status == 0)
    #expect(try bring(head + "1,Newer,1,2\n", as: "a/photos.csv", in: place).status == 0)
  }

  @Test("A name in collection.json is intended") func described() throws {
    let place = try Workplace()
    for folder in ["a", "b"] {
      _ = try place.write(Array(#"{"name":"ours"}"#.utf8), to: "\(folder)/collection.json")
      let result = try bring(
        "id,title,latitude,longitude\n1,From \(folder),1,2\n", as: "\(folder)/items.csv", in: place)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try shown("ours:1", in: place).contains("From b"))
  }

  @Test("A template doesn't use its column up") func template() throws {
    let place = try Workplace()
    let result = try bring(
      "id,latitude,longitude\n7,1,2\n", as: "t.csv", in: place,
      ["--map", "media=https://example.org/{id}.jpg"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shown("t:7", in: place).contains("https://example.org/7.jpg"))
  }

  @Test("A name that the source doesn't have is refused, with a dot in it, too")
  func unknownNames() throws {
    let place = try Workplace()
    for name in ["nope", "no.pe", "https://example.org/{no.pe}"] {
      let result = try bring(
        "id,latitude,longitude\n7,1,2\n", as: "t.csv", in: place, ["--map", "title=\(name)"])
      #expect(result.status == 65, "\(name)")
      #expect(result.errors.contains("The source has no \"\(name)\" for title"))
    }
    let json = #"[{"id":"a","latitude":1,"longitude":2,"names":[{"en":"Street"}]}]"#
    let found = try bring(json, as: "t.json", in: place, ["--map", "title=names.0.en"])
    #expect(found.status == 0, "\(found.errors)")
    #expect(try shown("t:a", in: place).contains("Street"))
    let missing = try bring(json, as: "t.json", in: place, ["--map", "title=names.0.de"])
    #expect(missing.status == 65)
  }

  @Test("A constant follows a colon") func constants() throws {
    let place = try Workplace()
    let result = try bring(
      "id,latitude,longitude\n7,1,2\n8,1,2\n", as: "t.csv", in: place,
      ["--map", "location_of=:subject", "--map", "creator=:City Photographer"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("mapping: location_of <- \"subject\" [given]"))
    for id in ["t:7", "t:8"] {
      let item = try shown(id, in: place)
      #expect(item.contains("\"locationOf\":\"subject\"") && item.contains("City Photographer"))
    }
    #expect(!result.errors.contains("have no location_of"))
  }

  @Test("The assumptions of an import are printed once") func granted() throws {
    let place = try Workplace()
    let result = try bring(
      "id,latitude,longitude,accuracy,location_of\na,1,2,5,camera\nb,1,2,,\nc,1,2,,\n", as: "t.csv",
      in: place)
    let said = result.errors.split(separator: "\n").filter {
      $0.contains("camera's or the subject")
    }
    #expect(said.count == 1)
    #expect(said.first?.contains("2 rows have no location_of") == true)
    #expect(said.first?.contains("--map location_of=:camera or =:subject") == true)
  }

  @Test("An unreadable optional field loses only the field")
  func fields() throws {
    let place = try Workplace()
    let head = "id,latitude,longitude,heading,pitch,media\n"
    let result = try bring(
      head + "a,1,2,abc,,gone.jpg\nb,1,2,400,,gone.jpg\nc,1,2,,high,\n", as: "t.csv", in: place)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("3 added, 0 updated, 0 unchanged, 0 refused"))
    #expect(result.errors.contains("ignored in this row"))
    // The same of the same file is one line.
    #expect(result.errors.split(separator: "\n").count { $0.contains("gone.jpg") } == 1)
    #expect(result.errors.contains("(and the same for 1 more row)"))
    let item = try shown("t:a", in: place)
    #expect(!item.contains("\"heading\"") && !item.contains("\"media\""))
    // By hand, each value must be readable.
    let set = try place.run(["archive", "set", "t:a", "heading=abc", "--archive", place.archive])
    #expect(set.status == 64)
  }

  @Test("Pictures are looked for in the folders of --media-folder, too") func mediaFolder() throws {
    let place = try Workplace()
    _ = try place.write([1], to: "scans/x.jpg")
    let csv = "id,latitude,longitude,media\na,1,2,x.jpg\n"
    let without = try bring(csv, as: "list/t.csv", in: place, ["--no-fingerprints"])
    #expect(without.errors.contains("there is no "))
    let result = try bring(
      csv, as: "list/t.csv", in: place,
      ["--no-fingerprints", "--media-folder", place.folder.path("scans")])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shown("t:a", in: place).contains("x.jpg"))
  }

  @Test("Rights in words become their address, or a suggestion, and else count as none")
  func rights() throws {
    let place = try Workplace()
    let rows = [
      ("a", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
      ("b", "Public domain", "https://creativecommons.org/publicdomain/mark/1.0/"),
      ("c", "In copyright", "http://rightsstatements.org/vocab/InC/1.0/"),
      ("d", "Attribution-ShareAlike 3.0 Unported", "Attribution-ShareAlike 3.0 Unported"),
      ("e", "Creative Commons Attribution-ShareAlike 3.0 Unported", "by-sa/3.0/"),
      ("f", "No Copyright - United States", "http://rightsstatements.org/vocab/NoC-US/1.0/"),
    ]
    let csv =
      "id,latitude,longitude,license\n"
      + rows.map { "\($0.0),1,2,\($0.1)\n" }.joined() + "g,1,2,CC BY\nh,1,2,ask us\n"
    let result = try bring(csv, as: "t.csv", in: place)
    #expect(result.status == 0, "\(result.errors)")
    for (id, _, address) in rows {
      #expect(try shown("t:\(id)", in: place).contains(address), "\(id)")
    }
    #expect(result.errors.contains("with its version, it is"))
    #expect(result.errors.contains("3 rows have no rights, and the collection has none"))
    let strict = try bring(csv, as: "u.csv", in: place, ["--require-rights"])
    #expect(strict.status == 65)
    #expect(strict.output.contains("5 added") && strict.output.contains("3 refused"))
    let review = try place.run([
      "archive", "review", "--kind", "no-rights", "--json", "--archive", place.archive,
    ])
    #expect(review.output.contains("t:h") && !review.output.contains("t:b"))
  }

  @Test("A source that isn't there, or that can't be read, makes no archive") func noArchive()
    throws
  {
    let place = try Workplace()
    let none = try place.run(
      ["archive", "import", place.folder.path("no.csv"), "--archive", place.archive])
    #expect(none.status == 66)
    let picture = try bring("%PDF-1.7", as: "list.pdf", in: place)
    #expect(picture.status == 65)
    let odd = try bring("a,b\n1,2\n", as: "odd.csv", in: place)
    #expect(odd.status == 65)
    #expect(!place.hasArchive)
  }

  @Test("An unknown collection is an error that names those that are there")
  func unknownCollection()
    throws
  {
    let place = try Workplace()
    _ = try place.importCatalogue("id,latitude,longitude\na,1,2\n")
    for command in [
      ["list", "--collection", "nope"], ["search", "x", "--collection", "nope"],
      ["list", "--unplaced", "--collection", "nope"], ["review", "--collection", "nope"],
      ["review", "--collection", "nope", "--csv", place.folder.path("review.csv")],
      ["duplicates", "--collection", "nope"], ["fetch-media", "--collection", "nope"],
      ["rights", "nope"], ["rights", "nope", "CC0-1.0"],
      ["set", "--collection", "nope", "title=x"],
      ["remove", "--collection", "nope", "--yes"],
      ["export", place.folder.path("out.csv"), "--collection", "nope"],
      ["export", place.folder.path("out.gpkg"), "--collection", "nope"],
    ] {
      let result = try place.run(["archive"] + command + ["--archive", place.archive])
      #expect(result.status == 66, "\(command)")
      #expect(result.errors.contains("no collection nope; it has views"))
    }
  }

  @Test("A file with unrecognised coordinates gets an error with the option to name them")
  func coordinates() throws {
    let place = try Workplace()
    let result = try bring("id,title,north,east\na,A,1,2\n", as: "t.csv", in: place)
    #expect(result.errors.contains("matches latitude or longitude"))
    #expect(
      result.errors.contains(
        "--map latitude=NAME --map longitude=NAME; the source has id, title, north, east"
      ))
    let known = try bring(
      "id,title,north,east\na,A,1,2\n", as: "t.csv", in: place,
      ["--map", "latitude=north", "--map", "longitude=east"])
    #expect(!known.errors.contains("recognised"))
  }

  @Test("An import prints the next step") func next() throws {
    let place = try Workplace()
    let first = try bring("id,latitude,longitude\na,1,2\nb,,\nc,91,2\n", as: "t.csv", in: place)
    #expect(first.errors.contains("next: correct the 1 refused row"))
    // A shell takes an address apart.
    let archive = place.archive.contains("&") ? "'\(place.archive)'" : place.archive
    #expect(first.errors.contains("next: timewalk archive list --unplaced --archive \(archive)"))
    #expect(first.errors.contains("next: timewalk submit PHOTO.jpg --archive \(archive)"))
    let dry = try bring("id,latitude,longitude\na,1,2\n", as: "t.csv", in: place, ["--dry-run"])
    #expect(dry.errors.contains("next: run this again without --dry-run"))
  }
}
