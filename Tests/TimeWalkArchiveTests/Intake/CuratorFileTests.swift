import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTables
import TimeWalkTestSupport

/// Catalogues as curators have them, each kind with a made-up text and with a file from elsewhere.
@Suite("Catalogues of curators")
struct CuratorFileTests {
  /// An import with what became of its items.
  struct Imported {
    let fixture: ArchiveFixture
    var report = ImportReport(collection: "", isDryRun: false)

    init(_ text: String, as name: String = "items.csv", preset: String? = nil) throws {
      try self.init(Array(text.utf8), as: name, preset: preset)
    }

    init(_ bytes: [UInt8], as name: String, preset: String? = nil) throws {
      fixture = try ArchiveFixture()
      let path = try fixture.write(bytes, to: name)
      report = try fixture.archive.importCatalogue(
        at: path,
        options: ImportOptions(collection: "test", preset: preset.flatMap { Preset.bundled[$0] }))
    }

    /// A file of the development data.
    init(found name: String, preset: String? = nil) throws {
      try self.init(TestData.bytes("found/catalogues/\(name)"), as: name, preset: preset)
    }

    func item(_ identifier: String) throws -> Item? {
      try fixture.archive.item(ItemID(collection: "test", identifier: identifier))
    }
  }

  // MARK: Columns

  @Test("columns of one name are kept as a list, which a note says", arguments: [",", "\t"])
  func repeatedColumns(separator: String) throws {
    let text = """
      id,latitude,longitude,subject,photographer,Subject,photographer
      a,1,2,Bridges,Meyer,Rivers,Huber
      b,1,2,,Meyer,Rivers,Meyer
      """
    let read = try Imported(text.replacing(",", with: separator))
    #expect(
      try read.item("a")?.otherColumns
        == ["subject": "Bridges; Rivers", "photographer": "Meyer; Huber"])
    #expect(try read.item("a")?.creator == "Meyer")
    #expect(
      try read.item("b")?.otherColumns == ["subject": "Rivers", "photographer": "Meyer"])
    let notes = read.report.findings.filter { $0.reason.contains("kept as a list") }
    #expect(notes.map(\.column) == ["subject", "photographer"])
    #expect(throws: ArchiveError.self) {
      try Imported("id,latitude,longitude,date,Date\na,1,2,,\n")
    }
  }

  @Test("the file with columns of one name", TestData.isPresent)
  func repeatedColumnsFound() throws {
    let read = try Imported(found: "csv-duplicate-other-column-lost.csv")
    #expect(try read.item("a1")?.otherColumns == ["subject": "Bridges; Rivers"])
  }

  @Test("comments of Islandora Workbench are left out by its preset")
  func comments() throws {
    let text = """
      id,title,field_coordinates
      a,A,"1,2"
      # b,B,"1,2"
      #c,C,"1,2"
      """
    let read = try Imported(text, preset: "islandora-workbench")
    #expect((read.report.added, read.report.refused) == (1, 0))
    #expect(
      try Imported(text.replacing("field_coordinates", with: "coordinates")).report.added == 3)
  }

  @Test("the columns of Omeka Classic are known", arguments: [nil, "dublin-core"])
  func omekaClassic(preset: String?) throws {
    let text = """
      Dublin Core:Identifier,Dublin Core:Title,Dublin Core:Date,geolocation:latitude,\
      geolocation:longitude
      a,Mill,1905,51.5,-0.07
      """
    let item = try #require(try Imported(text, preset: preset).item("a"))
    #expect(item.title == "Mill" && item.date?.edtf == "1905")
    #expect(item.pose.coordinate.latitude == 51.5 && item.pose.coordinate.longitude == -0.07)
  }

  @Test("the files of Islandora and Omeka", TestData.isPresent)
  func presetsFound() throws {
    var read = try Imported(
      found: "islandora-comment-row-becomes-item.csv", preset: "islandora-workbench")
    #expect((read.report.added, read.report.faults) == (1, []))
    read = try Imported(found: "places-several-in-a-field.csv", preset: "islandora-workbench")
    #expect((read.report.added, read.report.faults) == (2, []))
    #expect(try read.item("w2")?.pose.coordinate.latitude == 48.43333)
    #expect(try read.item("w3")?.pose.coordinate.longitude == -123.36667)
    #expect(read.report.warnings.count { $0.reason.contains("several places") } == 2)
    read = try Imported(found: "omeka-classic-geolocation-columns.tsv", preset: "dublin-core")
    #expect(try read.item("Tower")?.pose.coordinate.longitude == -0.0756639)
  }

  // MARK: IIIF

  /// A manifest with a picture, its metadata by label, and other members.
  private func manifest(_ metadata: [(String, String)], _ others: String = "") -> String {
    let pairs = metadata.map { label, value in
      #"{"label": {"none": ["\#(label)"]}, "value": {"none": ["\#(value)"]}}"#
    }
    return """
      {"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest",
       "id": "https://example.org/m/manifest", "label": {"en": ["Mill"]}, \(others)
       "metadata": [\(pairs.joined(separator: ", "))], "items": []}
      """
  }

  private func manifestItem(_ text: String) throws -> [CatalogueColumn: String] {
    let read = try Imported(text, as: "m.json")
    let items = try read.fixture.archive.unplacedItems(ArchiveQuery()).items
    return try #require(items.first?.fields, "\(read.report.findings)")
  }

  @Test(
    "metadata of IIIF is read by label, in all languages of dates",
    arguments: [
      ("Date", "Creator"), ("Date created", "Artist"), ("Datierung", "Fotografin"),
      ("Datum:", "Vervaardiger"), ("Année", "Auteur"), ("Fecha", "Autor"), ("Data", "Autore"),
      ("Ano", "Fotógrafo"), ("År", "Upphovsman"), ("Creation Date", "Creator(s)"),
    ])
  func labels(date: String, creator: String) throws {
    let fields = try manifestItem(manifest([(date, "ca. 1911"), (creator, "Huber, Eva")]))
    #expect(fields[.date] == "1911~" && fields[.dateText] == "ca. 1911")
    #expect(fields[.creator] == "Huber, Eva")
  }

  @Test(
    "a date for navigation is the year if it is its first moment, and a label's date comes first",
    arguments: [
      ("1905-01-01T00:00:00Z", "", "1905"), ("1905-01-01T00:00:00+00:00", "", "1905"),
      ("1905-01-01T09:30:00Z", "", "1905-01-01"), ("1905-06-12T00:00:00Z", "", "1905-06-12"),
      ("1905-01-01T00:00:00Z", "May 1905", "1905-05"),
    ])
  func navigation(moment: String, label: String, edtf: String) throws {
    let metadata = label.isEmpty ? [] : [("Date", label)]
    let fields = try manifestItem(manifest(metadata, #""navDate": "\#(moment)", "#))
    #expect(fields[.date] == edtf)
  }

  @Test("rights stand in metadata if nowhere else, and HTML becomes text")
  func markup() throws {
    let credit = #"<p>Town &amp; county archive.<br/><a href='https://example.org'>Terms</a></p>"#
    let statement =
      #""requiredStatement": {"label": {"none": ["x"]}, "value": {"none": ["\#(credit)"]}},"#
    let fields = try manifestItem(
      manifest(
        [
          ("Rights", "CC0-1.0"), ("Creator", "<span>A &lt; B</span>"), ("Note", "3 < 5"),
          ("Side", "Mill <recto>, <i>cut</i>"),
        ], statement))
    #expect(fields[.license] == "CC0-1.0" && fields[.creator] == "A < B")
    #expect(fields[.credit] == "Town & county archive. Terms")
    let others = FieldsText.dictionary(of: fields[.otherColumns])
    #expect(others["Note"] == "3 < 5" && others["Side"] == "Mill <recto>, cut")
  }

  @Test(
    "markup without an end takes no longer for its length", .timeLimit(.minutes(1)),
    arguments: ["<", "<a ", "<!--"])
  func endlessMarkup(part: String) throws {
    let text = String(repeating: part, count: 60_000 / part.utf8.count)
    for (end, mark) in [("", "<"), (">", "x")] {
      let fields = try manifestItem(manifest([("Note", mark + text + end)]))
      #expect(FieldsText.dictionary(of: fields[.otherColumns])["Note"]?.first == mark.first)
    }
  }

  @Test("the manifests with metadata and HTML", TestData.isPresent)
  func manifestsFound() throws {
    func fields(_ name: String) throws -> [CatalogueColumn: String] {
      try manifestItem(
        String(decoding: TestData.bytes("found/catalogues/\(name)"), as: UTF8.self))
    }
    let labelled = try fields("iiif-date-and-creator-in-metadata.json")
    #expect(labelled[.date] == "1905~" && labelled[.creator] == "Meyer, Anna")
    #expect(try fields("iiif-html-in-credit.json")[.credit] == "Town archive. CC BY")
  }

  // MARK: Media

  private static let composed = "Gr\u{F6}\u{DF}e.jpg"
  private static let separate = "Gro\u{308}\u{DF}e.jpg"

  @Test("a medium is found with backslashes and in either form of accents")
  func media() throws {
    let fixture = try ArchiveFixture()
    for name in ["scans/a.jpg", "scans/\(Self.separate)", "scans/\(Self.composed.uppercased())"] {
      try fixture.write([0xFF], to: name)
    }
    try fixture.write([0xFF], to: "odd\\name.jpg")
    let names = [
      #"scans\a.jpg"#, "scans/\(Self.composed)", #"scans\\#(Self.composed)"#, #"odd\name.jpg"#,
      "scans/b.jpg", #"..\outside.jpg"#,
    ]
    let rows = names.enumerated().map { "i\($0),1,2,\($1)\n" }.joined()
    let report = try fixture.importCSV("id,latitude,longitude,media\n" + rows)
    #expect((report.added, report.warnings.map(\.identifier)) == (6, ["i4", "i5"]))
    let scans = fixture.folder.url.standardizedFileURL.path + "/scans/"
    let found = try fixture.contents().values.sorted { $0.id.identifier < $1.id.identifier }
      .map(\.media)
    #expect(found[0] == .file(path: scans + "a.jpg"))
    for index in [1, 2] {
      guard case .file(let path)? = found[index] else {
        Issue.record("no file for \(names[index])")
        continue
      }
      #expect(Array(path.utf8) == Array((scans + Self.separate).utf8))
    }
    #expect(found[3] != nil && found[4] == nil && found[5] == nil)
  }

  @Test(
    "a medium that can't be had costs only its field",
    arguments: [
      "file:///nowhere/a.jpg", "ftp://example.org/a.jpg", "//server/share/a.jpg",
      #"C:\scans\a.jpg"#, "../../a.jpg", "/etc/hostname",
    ])
  func unreachable(media: String) throws {
    let read = try Imported("id,latitude,longitude,media\na,1,2,\(media)\n")
    #expect((read.report.added, read.report.faults) == (1, []))
    #expect(read.report.warnings.map(\.column) == ["media"])
    #expect(try read.item("a")?.media == nil)
  }

  @Test("the folder of Windows and the bag of a Mac", TestData.isPresent)
  func mediaFound() throws {
    let root = try #require(TestData.folder).appendingPathComponent("found/catalogues")
    let fixture = try ArchiveFixture()
    var report = try fixture.archive.importCatalogue(
      at: root.appendingPathComponent("media-windows-and-nfd").path,
      options: ImportOptions(collection: "test"))
    #expect(report.faults == [])
    let media = try fixture.contents().values.filter { $0.media != nil }.map(\.id.identifier)
    #expect(media.contains("m0") && !media.contains("m9"))
    report = try fixture.archive.importCatalogue(
      at: root.appendingPathComponent("bag-nfc-manifest-nfd-disk").path,
      options: ImportOptions(collection: "bag"))
    #expect((report.added, report.findings) == (1, []))
  }

  // MARK: Maps

  /// A georeference annotation without an id, of the left or the right half of a scan.
  private func annotation(_ left: Int) -> String {
    let corners = [(0, 0), (200, 0), (0, 100)].map { x, y in
      let place = "[\(10 + Double(x) / 1000), \(50 - Double(y) / 1000)]"
      return #"{"type": "Feature", "properties": {"resourceCoords": [\#(x), \#(y)]}, "#
        + #""geometry": {"type": "Point", "coordinates": \#(place)}}"#
    }
    let right = left + 100
    return """
      {"type": "Annotation", "motivation": "georeferencing", "target": {"type": "SpecificResource",
       "source": {"id": "https://example.org/iiif/scan", "type": "ImageService3", "height": 100,
        "width": 200}, "selector": {"type": "SvgSelector", "value":
       "<svg><polygon points='\(left),0 \(right),0 \(right),100 \(left),100'/></svg>"}},
       "body": {"type": "FeatureCollection", "transformation": {"type": "polynomial",
        "options": {"order": 1}}, "features": [\(corners.joined(separator: ","))]}}
      """
  }

  private var annotations: String { annotation(0) + "," + annotation(100) }

  @Test("maps of one scan without ids come in, also from a manifest", arguments: [false, true])
  func mapsOfOneScan(isManifest: Bool) throws {
    let page = #"{"type": "AnnotationPage", "items": [\#(annotations)]}"#
    let text =
      isManifest
      ? """
      {"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest",
       "id": "https://example.org/m", "label": {"en": ["Maps"]}, "items": [{"type": "Canvas",
       "id": "https://example.org/c", "width": 200, "height": 100, "annotations": [\(page)]}]}
      """ : page
    let read = try Imported(text, as: "maps.json")
    #expect((read.report.added, read.report.faults) == (2, []))
    let (first, second) = (try read.item("scan"), try read.item("scan-2"))
    #expect(first?.ground != nil && second?.ground != nil && first?.ground != second?.ground)
    let again = try read.fixture.archive.importCatalogue(
      at: read.fixture.folder.path("maps.json"), options: ImportOptions(collection: "test"))
    #expect(again.unchanged == 2)
  }

  @Test("the page with two maps on one sheet", TestData.isPresent)
  func mapsFound() throws {
    let read = try Imported(found: "georef-two-maps-on-one-sheet.json")
    #expect((read.report.added, read.report.faults) == (2, []))
  }

  // MARK: Odd rows and files

  @Test("a total under a list is left out, and words for nothing and stray commas are read")
  func oddRows() throws {
    let read = try Imported(
      """
      id,title,latitude,longitude,heading
      a,A,"39.5,",2,
      b,B,N/A,n/a,
      c,C,1,2,unknown
      Total: 3,,,,
      total,A word,1,2,
      """)
    #expect((read.report.added, read.report.refused, read.report.unplaced) == (4, 1, 1))
    #expect(try read.item("a")?.pose.coordinate.latitude == 39.5)
    #expect(read.report.faults.map(\.identifier) == ["Total: 3"])
    #expect(read.report.warnings.map(\.identifier) == ["a", "b", "b", "c"])
    #expect(
      try Imported("id,latitude,longitude\na,N/A,2\n").report.faults.map(\.column) == ["latitude"])
  }

  @Test(
    "sequences of RFC 8142 and scripts with data are read",
    arguments: [
      ("a.geojsons", "\u{1E}FEATURE1\n\u{1E}FEATURE2\n"),
      ("b.geojsons", "\u{1E}FEATURE1\n\n\u{1E}\nFEATURE2"),
      ("c.js", #"var places = {"type": "FeatureCollection", "features": [FEATURE1, FEATURE2]};"#),
      ("d.js", "export const places = [\nFEATURE1,\nFEATURE2\n]\n"),
      ("e.js", "window.places=[FEATURE1,FEATURE2];\n"),
      ("f.js", "\u{FEFF}var places = [FEATURE1, FEATURE2];"),
    ])
  func sequences(name: String, text: String) throws {
    func feature(_ id: String) -> String {
      """
      {"type": "Feature", "id": "\(id)", "properties": {"title": "T \(id)"},
       "geometry": {"type": "Point", "coordinates": [2, 1]}}
      """
    }
    let read = try Imported(
      text.replacing("FEATURE1", with: feature("f1")).replacing("FEATURE2", with: feature("f2")),
      as: name)
    #expect((read.report.added, read.report.unplaced) == (2, 0), "\(read.report.findings)")
    #expect(try read.item("f2")?.title == "T f2")
  }

  @Test("the file of RFC 8142", TestData.isPresent)
  func sequenceFound() throws {
    let read = try Imported(found: "geojson-text-sequence-rfc8142.geojsons")
    #expect((read.report.added, read.report.unplaced) == (3, 0))
  }
}
