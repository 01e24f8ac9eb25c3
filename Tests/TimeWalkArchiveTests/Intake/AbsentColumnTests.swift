import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTables
import TimeWalkTestSupport

@Suite("Columns that a source doesn't have")
struct AbsentColumnTests {
  private let whole = """
    id,title,date,date_text,latitude,longitude,accuracy,location_of,heading,heading_accuracy,\
    altitude,altitude_accuracy,creator,credit,license,source,kind,copy_of,shelf,box
    a,One,1905~,c. 1905,40.75,-73.98,10,camera,29,5,12,2,Meyer,Archive,CC0,\
    https://example.org/a,photograph,b,7,24

    """

  private func fields(_ identifier: String = "a", of fixture: ArchiveFixture) throws
    -> [CatalogueColumn: String]
  {
    let item = try #require(
      try fixture.archive.item(ItemID(collection: "test", identifier: identifier)))
    return ItemFields.of(item, copyOf: nil)
  }

  @Test("say nothing, whichever is absent")
  func absent() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    let before = try fixture.contents()
    let lines = whole.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    for index in lines[0].indices.dropFirst() {
      var line = lines
      line[0].remove(at: index)
      line[1].remove(at: index)
      // A place has both of its coordinates.
      if line[0].contains("latitude") != line[0].contains("longitude") { continue }
      let text = line.map { $0.joined(separator: ",") + "\n" }.joined()
      let report = try fixture.importCSV(text)
      #expect(report.unchanged == 1, "without \(lines[0][index]): \(report.changes)")
      #expect(try fixture.contents() == before)
    }
  }

  @Test("a list of corrected titles takes nothing away, and the plan names the absent fields")
  func titles() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    var expected = try fields(of: fixture)
    expected[.title] = "Corrected"
    let doubts = try fixture.archive.verify()
    for isDryRun in [true, false] {
      let report = try fixture.importCSV("id,title\na,Corrected\n", isDryRun: isDryRun)
      #expect(report.updated == 1 && report.unplaced == 0)
      #expect(report.changes.first?.fields.map(\.column) == [.title])
      #expect(report.absent.isSuperset(of: [.date, .latitude, .creator, .kind]))
      #expect(!report.absent.contains(.title))
    }
    #expect(try fields(of: fixture) == expected)
    #expect(try fixture.archive.verify() == doubts)
  }

  @Test("an empty cell clears, except a place")
  func emptyCells() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    let report = try fixture.importCSV(
      "id,title,date,latitude,longitude,accuracy,location_of,creator,shelf\na,One,1906,,,,,,\n")
    #expect(report.updated == 1)
    #expect(report.warnings.contains { $0.reason.contains("the archive has a place, which stays") })
    let fields = try fields(of: fixture)
    #expect(fields[.date] == "1906" && fields[.dateText] == nil)
    #expect(fields[.latitude] == "40.75" && fields[.accuracy] == "10")
    #expect(fields[.locationOf] == "camera")
    #expect(fields[.creator] == nil && fields[.credit] == "Archive")
    #expect(FieldsText.dictionary(of: fields[.otherColumns]) == ["box": "24"])
  }

  @Test("a new value clears its companions, an unchanged one leaves them")
  func companions() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    #expect(
      try fixture.importCSV(
        "id,latitude,longitude,heading,altitude,date\na,40.75,-73.98,29,12,1905~\n"
      ).unchanged == 1)
    try fixture.importCSV("id,latitude,longitude,heading,altitude,date\na,41,-73.98,30,13,1907\n")
    let fields = try fields(of: fixture)
    #expect(fields[.latitude] == "41" && fields[.accuracy] == nil)
    #expect(fields[.heading] == "30" && fields[.headingAccuracy] == nil)
    #expect(fields[.altitude] == "13" && fields[.altitudeAccuracy] == nil)
    #expect(fields[.date] == "1907" && fields[.dateText] == nil)
  }

  @Test("a companion alone leaves the value that it belongs to")
  func companionAlone() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    try fixture.importCSV("id,accuracy,heading_accuracy\na,20,7\n")
    let fields = try fields(of: fixture)
    #expect(fields[.latitude] == "40.75" && fields[.accuracy] == "20")
    #expect(fields[.heading] == "29" && fields[.headingAccuracy] == "7")
    #expect(fields[.altitude] == "12" && fields[.altitudeAccuracy] == "2")
  }

  @Test("a key of any JSON record is a column, and null clears")
  func json() throws {
    let fixture = try ArchiveFixture()
    func read(_ text: String, _ name: String) throws -> ImportReport {
      try fixture.archive.importCatalogue(
        at: fixture.write(text, to: name), options: ImportOptions(collection: "test"))
    }
    for (name, start, separator, end) in [("a.json", "[", ",", "]"), ("a.ndjson", "", "\n", "")] {
      func list(_ records: String...) -> String {
        start + records.joined(separator: separator) + end
      }
      let place = #""latitude": 1, "longitude": 2"#
      _ = try read(
        list(
          #"{"id": "a", \#(place), "title": "A", "creator": "M", "credit": "C", "date": "1905"}"#,
          #"{"id": "b", \#(place), "title": "B", "creator": "N", "credit": "D", "date": "1906"}"#),
        name)
      _ = try read(
        list(
          #"{"id": "a", "title": "A2", "creator": null}"#,
          #"{"id": "b", "title": "B2", "credit": "E"}"#), name)
      var fields = try fields("a", of: fixture)
      #expect(fields[.title] == "A2" && fields[.date] == "1905")
      #expect(fields[.creator] == nil && fields[.credit] == nil)
      fields = try self.fields("b", of: fixture)
      #expect(fields[.creator] == nil && fields[.credit] == "E" && fields[.latitude] == "1")
    }
  }

  @Test("a key that only a late JSON record has is a column", arguments: ["a.json", "a.ndjson"])
  func lateKeys(name: String) throws {
    let fixture = try ArchiveFixture()
    func read(_ records: [String]) throws -> ImportReport {
      let isList = name == "a.json"
      let text = records.joined(separator: isList ? "," : "\n")
      return try fixture.archive.importCatalogue(
        at: fixture.write(isList ? "[\(text)]" : text, to: name),
        options: ImportOptions(collection: "test"))
    }
    let ids = (0..<150).map { #""id": "i\#($0)""# }
    _ = try read(ids.map { #"{\#($0), "latitude": 1, "longitude": 2, "creator": "M"}"# })
    let report = try read(
      ids.enumerated().map { index, id in
        index == 140 ? #"{\#(id), "creator": null, "more": {"box": "7"}}"# : "{\(id)}"
      })
    // Absent in the other records is empty there.
    #expect((report.updated, report.refused) == (150, 0))
    #expect(try fields("i0", of: fixture)[.creator] == nil)
    let others = try fields("i140", of: fixture)[.otherColumns]
    #expect(FieldsText.dictionary(of: others) == ["more.box": "7"])
  }

  @Test("of a late JSON record with very many keys only some thousand are columns")
  func manyKeys() throws {
    let fixture = try ArchiveFixture()
    let keys = (0..<20_000).map { #""k\#($0)": "v""# }.joined(separator: ", ")
    let records = (0..<101).map { #"{"id": "i\#($0)"\#($0 == 100 ? ", " + keys : "")}"# }
    let path = try fixture.write(records.joined(separator: "\n"), to: "a.ndjson")
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect((report.unplaced, report.refused) == (101, 0))
    let last = try fixture.archive.unplacedItems(ArchiveQuery()).items.first {
      $0.id.identifier == "i100"
    }
    let others = FieldsText.dictionary(of: last?.fields[.otherColumns])
    #expect((1_000...5_000).contains(others.count))
  }

  @Test("an item without a place keeps its other fields when it gets one")
  func placing() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,title,creator,shelf\na,One,Meyer,7\n")
    #expect(try fixture.importCSV("id,latitude,longitude\na,40.75,-73.98\n").updated == 1)
    let fields = try fields(of: fixture)
    #expect(fields[.title] == "One" && fields[.creator] == "Meyer" && fields[.latitude] == "40.75")
    #expect(FieldsText.dictionary(of: fields[.otherColumns]) == ["shelf": "7"])
    #expect(try fixture.archive.unplacedItems(ArchiveQuery()).total == 0)
    try fixture.importCSV("id,title,creator\nb,Two,Meyer\n")
    try fixture.importCSV("id,title\nb,Three\n")
    let other = try fixture.archive.unplacedItems(ArchiveQuery()).items
    #expect(other.first?.fields == [.title: "Three", .creator: "Meyer"])
  }

  @Test("corrections by hand stay, and an absent column is no news about them")
  func corrections() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    let id = ItemID(collection: "test", identifier: "a")
    try fixture.archive.set(id, [.creator: "Hand"])
    let report = try fixture.importCSV("id,title\na,New\n")
    #expect(report.updated == 1 && report.conflictCount == 0)
    var fields = try fields(of: fixture)
    #expect(fields[.creator] == "Hand" && fields[.title] == "New" && fields[.date] == "1905~")
    var options = ImportOptions(collection: "test")
    options.overwritesCorrections = true
    let path = try fixture.write("id,title\na,Newer\n")
    #expect(try fixture.archive.importCatalogue(at: path, options: options).updated == 1)
    // The source that has the column is still contradicted.
    #expect(try fixture.importCSV(whole).keptCorrections == 1)
    fields = try self.fields(of: fixture)
    #expect(fields[.creator] == "Hand" && fields[.title] == "One")
  }

  @Test("a heading from a caption changes with the caption alone")
  func captions() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,title,latitude,longitude\na,Park looking north,1,2\n")
    #expect(try fields(of: fixture)[.heading] == "0")
    try fixture.importCSV("id,title\na,Park looking south\n")
    #expect(try fields(of: fixture)[.heading] == "180")
    try fixture.importCSV("id,heading\na,170\n")
    try fixture.importCSV("id,title\na,Park looking east\n")
    #expect(try fields(of: fixture)[.heading] == "170")
  }

  @Test("rights that the archive has count where the source has no column for them")
  func rights() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    var options = ImportOptions(collection: "test")
    options.requiresRights = true
    let path = try fixture.write("id,title\na,New\nb,Other\n")
    let report = try fixture.archive.importCatalogue(at: path, options: options)
    #expect((report.updated, report.refused) == (1, 1))
  }

  @Test("a date without a year replaces no date")
  func yearless() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude,date\na,1,2,1940\nb,1,2,summer\n")
    for text in ["Jun-05", "summer", "12 June"] {
      let report = try fixture.importCSV("id,latitude,longitude,date\na,1,2,\(text)\n")
      #expect(report.unchanged == 1)
      #expect(report.warnings.contains { $0.reason.contains("the date stays 1940") })
      let item = try fields(of: fixture)
      #expect(item[.date] == "1940" && item[.dateText] == nil)
    }
    try fixture.importCSV("id,latitude,longitude,date\na,1,2,n.d.\nb,1,2,winter\n")
    #expect(try fields(of: fixture)[.date] == nil)
    #expect(try fields("b", of: fixture)[.dateText] == "winter")
  }

  @Test("a value that can't be read says nothing")
  func unreadable() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(whole)
    let before = try fixture.contents()
    let report = try fixture.importCSV("id,heading,altitude\na,sideways,high\n")
    #expect(report.unchanged == 1)
    #expect(report.warnings.compactMap(\.column) == ["heading", "altitude"], "\(report.warnings)")
    #expect(try fixture.contents() == before)
  }

  @Test("the files of curators", TestData.isPresent)
  func curators() throws {
    func read(_ name: String, into fixture: ArchiveFixture) throws -> ImportReport {
      let path = fixture.folder.path("\(name).csv")
      try fixture.write(TestData.bytes("found/catalogues/\(name).csv"), to: "\(name).csv")
      return try fixture.archive.importCatalogue(
        at: path, options: ImportOptions(collection: "test"))
    }
    for name in ["update-absent-column-clears", "update-row-without-place-ignores-title"] {
      let fixture = try ArchiveFixture()
      _ = try read(name + "-1", into: fixture)
      let before = try fields("a1", of: fixture)
      #expect(try read(name + "-2", into: fixture).updated == 1)
      var expected = before
      expected[.title] = "One (corrected)"
      #expect(try fields("a1", of: fixture) == expected)
    }
  }
}
