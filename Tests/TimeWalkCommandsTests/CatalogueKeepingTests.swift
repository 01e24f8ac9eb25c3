import Foundation
import Testing
import TimeWalkTestSupport

@Suite("An archive as a curator's catalogue", .waitsForProcesses, .onEachEngine)
struct CatalogueKeepingTests {
  private func bring(
    _ text: String, as name: String, in place: Workplace, _ flags: [String] = [],
    to archive: String? = nil
  ) throws -> TimeWalkCommand.Result {
    let path = try place.write(Array(text.utf8), to: name)
    return try place.run(
      ["archive", "import", path, "--archive", archive ?? place.archive] + flags)
  }

  private func run(_ words: [String], in place: Workplace) throws -> TimeWalkCommand.Result {
    try place.run(["archive"] + words + ["--archive", place.archive])
  }

  private static let catalogue = """
    id,title,latitude,longitude,Keywords,Box no.,description
    a,"Town hall, looking north",1,2,"tram; night",B 12,Looking north to the hall
    b,Church,3,4,,,
    c,Nowhere,,,mill,,

    """

  @Test("Columns that TimeWalk doesn't know are kept, shown, searched, set and exported")
  func otherColumns() throws {
    let place = try Workplace()
    let first = try bring(Self.catalogue, as: "t.csv", in: place)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains("2 columns aren't TimeWalk columns; kept unchanged"))
    #expect(try bring(Self.catalogue, as: "t.csv", in: place).output.contains("3 unchanged"))
    let shown = try run(["show", "t:a"], in: place).output
    #expect(shown.contains("Keywords         tram; night") && shown.contains("B 12"))
    #expect(shown.contains("Looking north to the hall"))
    #expect(try run(["show", "t:c"], in: place).output.contains("mill"))
    #expect(try run(["search", "TRAM"], in: place).output.contains("t:a"))
    // A column's name isn't a word of its items.
    #expect(try run(["search", "keywords"], in: place).output.isEmpty)
    let set = try run(["set", "t:b", "keywords=bells", "title=Minster"], in: place)
    #expect(set.status == 0, "\(set.errors)")
    #expect(try run(["search", "bells"], in: place).output.contains("Minster"))
    #expect(try run(["set", "t:b", "kewords=x"], in: place).status == 64)
    #expect(try run(["undo", "3"], in: place).status == 0)
    #expect(try run(["search", "bells"], in: place).output.isEmpty)
  }

  @Test("A search finds items without a place, too, by their words and their time")
  func searchUnplaced() throws {
    let place = try Workplace()
    let csv = """
      id,title,date,latitude,longitude,Keywords
      a,Town mill,1905,1,2,
      b,Nowhere,1911,,,MÜLL mill
      c,Old mill,189X,,,
      d,Undated mill,,,,

      """
    #expect(try bring(csv, as: "t.csv", in: place).status == 0)
    let all = try run(["search", "mill"], in: place).output
    #expect(
      all == "t:a\t1905\tTown mill\nt:b\t1911\tNowhere\tno place\n"
        + "t:c\t189X\tOld mill\tno place\nt:d\tundated\tUndated mill\tno place\n")
    #expect(try run(["search", "mull"], in: place).output.hasPrefix("t:b"))
    let era = try run(["search", "mill", "--era", "1890/1899"], in: place).output
    #expect(era.split(separator: "\n").map { $0.prefix(3) } == ["t:c", "t:d"])
    let strict = try run(["search", "--era", "1900/1915", "--strict-era"], in: place).output
    #expect(strict.split(separator: "\n").map { $0.prefix(3) } == ["t:a", "t:b"])
    let near = try run(["search", "mill", "--latitude", "1", "--longitude", "2"], in: place).output
    #expect(!near.contains("no place") && near.contains("t:a"))
    // Pages go over both.
    let page = try run(["search", "mill", "--limit", "2", "--offset", "1"], in: place)
    #expect(page.output.split(separator: "\n").map { $0.prefix(3) } == ["t:b", "t:c"])
    #expect(page.errors.contains("2 of 4 items"))
    let json = try #require(try run(["search", "mill", "--json"], in: place).json().first)
    #expect(json["total"] as? Int == 4 && (json["items"] as? [Any])?.count == 1)
    let unplaced = try #require(json["unplaced"] as? [[String: Any]])
    #expect(unplaced.map { $0["id"] as? String } == ["t:b", "t:c", "t:d"])
    // A list has the others, or those alone.
    #expect(try run(["list"], in: place).output.hasPrefix("t:a"))
    #expect(try !run(["list"], in: place).output.contains("t:b"))
  }

  @Test(
    "An export is imported back unchanged, without guessing",
    arguments: ["csv", "tsv", "ndjson", "geojson", "iiif"])
  func roundTrip(format: String) throws {
    let place = try Workplace()
    #expect(try bring(Self.catalogue, as: "t.csv", in: place).status == 0)
    // The caption's heading is taken away by hand.
    #expect(try run(["set", "t:a", "heading=", "heading_accuracy="], in: place).status == 0)
    let file = place.folder.path("out.\(format == "iiif" ? "json" : format)")
    let exported = try run(["export", file, "--format", format], in: place)
    #expect(exported.status == 0, "\(exported.errors)")
    let other = place.folder.path("other.sqlite")
    let back = try place.run([
      "archive", "import", file, "--collection", "t", "--archive", other,
    ])
    #expect(back.output.contains("3 added"), "\(back.errors)")
    for words in [["list", "--json"], ["list", "--unplaced", "--json"]] {
      let before = try place.run(["archive"] + words + ["--archive", place.archive])
      let after = try place.run(["archive"] + words + ["--archive", other])
      #expect(after.output == before.output)
      #expect(!after.output.contains("\"heading\""))
    }
  }

  @Test("Columns with a name of TimeWalk's aren't imported as its columns") func ownNames() throws {
    let place = try Workplace()
    let csv = "id,latitude,longitude,title,Caption\na,1,2,Box 3,Town hall\n"
    #expect(try bring(csv, as: "t.csv", in: place, ["--map", "title=Caption"]).status == 0)
    let shown = try run(["show", "t:a"], in: place).output
    #expect(shown.contains("Title            Town hall") && shown.contains("title (source)"))
    let out = try run(["export", "-", "--format", "csv"], in: place).output
    let other = place.folder.path("other.sqlite")
    #expect(try bring(out, as: "o/t.csv", in: place, to: other).status == 0)
    let back = try place.run(["archive", "show", "t:a", "--archive", other]).output
    #expect(back == shown)
  }

  @Test("UTF-16, as Excel writes it, is read") func utf16() throws {
    let place = try Workplace()
    let text = "id\ttitle\tlatitude\tlongitude\r\n1\tGroße Straße €\t1\t2\r\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let path = try place.write(bytes, to: "t.txt")
    let result = try run(["import", path], in: place)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try run(["show", "t:1"], in: place).output.contains("Große Straße €"))
  }

  @Test("Many items are set by collection or search, in one change") func setMany() throws {
    let place = try Workplace()
    #expect(try bring(Self.catalogue, as: "t.csv", in: place).status == 0)
    let dry = try run(["set", "--collection", "t", "location_of=subject", "--dry-run"], in: place)
    #expect(dry.output.contains("3 of 3 items would be changed"), "\(dry.errors)")
    let all = try run(["set", "--collection", "t", "location_of=subject"], in: place)
    #expect(all.output.contains("3 of 3 items changed"), "\(all.errors)")
    #expect(
      try run(["set", "--collection", "t", "location_of=subject"], in: place).output
        .contains("0 of 3 items changed"))
    let found = try run(["set", "--search", "tram", "creator=Somebody"], in: place)
    #expect(found.output.contains("1 of 1 item changed"), "\(found.output)")
    #expect(try run(["set", "--collection", "nope", "creator=x"], in: place).status == 66)
    let wrong = try run(["set", "--collection", "t", "heading=abc"], in: place)
    #expect(wrong.status == 64 && wrong.errors.contains("t:a"))
    #expect(try run(["set", "t:a"], in: place).status == 64)
    #expect(try run(["undo", "3"], in: place).status == 0)
    #expect(try run(["undo", "2"], in: place).status == 0)
    #expect(!(try run(["show", "t:b", "--json"], in: place).output.contains("subject")))
  }

  @Test("A command that waits for a lock prints its holder", .harmsTheFile) func lock() throws {
    let place = try Workplace()
    #expect(try bring(Self.catalogue, as: "t.csv", in: place).status == 0)
    // Python's SQLite acts as another program in the middle of a change.
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.read()
      """
    let holder = Process()
    let (input, output) = (Pipe(), Pipe())
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = ["python3", "-c", script, place.archive]
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    defer {
      try? input.fileHandleForWriting.close()
      holder.waitUntilExit()
    }
    #expect(try output.fileHandleForReading.read(upToCount: 4) == Data("held".utf8))
    let result = try run(["set", "t:a", "title=X"], in: place)
    #expect(result.status == 75)
    #expect(
      result.errors.contains("is locked by process \(holder.processIdentifier) (python3)"),
      "\(result.errors)")
    #expect(result.errors.contains("Wait until it is done"))
  }

  @Test("A IIIF manifest paints the available pictures, and has no path of this machine")
  func manifest() throws {
    let place = try Workplace()
    let photo = try DrawnPhoto.jpeg(width: 60, height: 40)
    for name in ["t/scans/a b.jpg", "elsewhere/b.jpg"] { _ = try place.write(photo, to: name) }
    let csv =
      "id,title,latitude,longitude,media,Keywords\na,A,1,2,scans/a b.jpg,tram\n"
      + "b,B,1,2,\(place.folder.path("elsewhere/b.jpg")),\nc,C,1,2,,\n"
    let result = try bring(
      csv, as: "t/t.csv", in: place, ["--media-folder", place.folder.path("elsewhere")])
    #expect(result.status == 0, "\(result.errors)")
    let file = place.folder.path("t/manifest.json")
    let exported = try run(
      ["export", file, "--format", "iiif", "--base-url", "https://example.org/x"], in: place)
    #expect(exported.status == 0, "\(exported.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(place.folder.url.path) && !text.contains("\"/"))
    let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let canvases = try #require(json["items"] as? [[String: Any]])
    #expect(canvases.count == 3)
    let addresses = [
      "https://example.org/x/scans/a%20b.jpg", "https://example.org/x/pictures/t/b.jpg", nil,
    ]
    for (canvas, address) in zip(canvases, addresses) {
      let pages = try #require(canvas["items"] as? [[String: Any]])
      #expect(pages.count == 1 && pages[0]["type"] as? String == "AnnotationPage")
      let painted = try #require(pages[0]["items"] as? [[String: Any]])
      let body = painted.first?["body"] as? [String: Any]
      #expect(body?["id"] as? String == address)
      guard address != nil else { continue }
      let thumbnail = (canvas["thumbnail"] as? [[String: Any]])?.first
      for sized in [canvas, body, thumbnail] {
        #expect(sized?["width"] as? Int == 60 && sized?["height"] as? Int == 40)
      }
      #expect(body?["format"] as? String == "image/jpeg")
    }
    let pairs = try #require(canvases[0]["metadata"] as? [[String: [String: [String]]]])
    let labels = pairs.compactMap { $0["label"]?["en"]?.first }
    #expect(labels.starts(with: ["Collection", "Identifier", "Title"]))
    #expect(labels.contains("Keywords"))
    // The kind of their places is unknown.
    #expect(!labels.contains("Location of"))
  }

  @Test("Presets know the names of Islandora Workbench, Omeka S and Dublin Core") func presets()
    throws
  {
    let place = try Workplace()
    let sources: [(preset: String, file: String, text: String)] = [
      (
        "islandora-workbench", "isl.csv",
        "id,title,field_edtf_date_created,field_coordinates,field_linked_agent,field_rights,field_model\n"
          + "a,Hall,1911-05,\"40.5,-73.5\",relators:pht:person:Mark Jordan,In copyright,Image\n"
      ),
      (
        "omeka-s", "omeka.csv",
        "o:id,dcterms:title,dcterms:date,dcterms:spatial,dcterms:creator,dcterms:rights,dcterms:subject\n"
          + "a,Hall,1911-05,\"40.5,-73.5\",Mark Jordan,In copyright,Halls\n"
      ),
      (
        "omeka-s", "omeka.json",
        #"[{"o:id":"a","dcterms:title":[{"@value":"Hall"}],"dcterms:date":[{"@value":"1911-05"}],"#
          + #""dcterms:spatial":[{"@value":"40.5,-73.5"}],"dcterms:creator":[{"@value":"Mark Jordan"}],"#
          + #""dcterms:rights":[{"@value":"In copyright"}]}]"#
      ),
      (
        "dublin-core", "dc.csv",
        "DC.Identifier,DC.Title,DC.Date,DC.Coverage,DC.Creator,DC.Rights\n"
          + "a,Hall,1911-05,\"40.5,-73.5\",Mark Jordan,In copyright\n"
      ),
    ]
    for source in sources {
      let result = try bring(
        source.text, as: source.file, in: place,
        ["--preset", source.preset, "--collection", source.file])
      #expect(result.status == 0, "\(source.file): \(result.errors)")
      let item = try run(["show", "\(source.file):a", "--json"], in: place).output
      for part in [
        "\"title\":\"Hall\"", "\"date\":\"1911-05\"", "\"latitude\":40.5", "\"longitude\":-73.5",
        "\"creator\":\"Mark Jordan\"", "vocab/InC/1.0/",
      ] { #expect(item.contains(part), "\(source.file) \(part): \(item)") }
    }
  }
}
