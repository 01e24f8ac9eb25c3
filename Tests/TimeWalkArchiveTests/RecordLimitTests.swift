import Foundation
import Testing
import TimeWalkArchive
import TimeWalkBase
import TimeWalkCore
import TimeWalkFormats

@testable import TimeWalkCatalogue

/// Records of catalogues that are as long as they may be.
@Suite("Records at their limits") struct RecordLimitTests {
  /// The maximum length of a record, bytes.
  private static let most = 16 << 20

  @Test("A record of CSV of 16 MiB is read, and the one after it")
  func csv() throws {
    let long = String(repeating: "x", count: Self.most - 3)
    var reader = try CSVReader(ByteSource(bytes: Array("a,\(long)\nb,c\n".utf8)))
    #expect(try reader.next() && reader.problem == nil && reader.count == 2)
    #expect(reader.text(1)?.utf8.count == Self.most - 3)
    #expect(try reader.next() && reader.problem == nil && reader.text(1) == "c")
  }

  @Test("A line of JSON of 16 MiB is read; a longer one is refused, and the next is read")
  func lines() throws {
    func line(_ count: Int) -> String {
      let frame = #"{"title":""}"#
      return #"{"title":"\#(String(repeating: "x", count: count - frame.utf8.count))"}"#
    }
    let text = [line(Self.most), line(Self.most + 1), line(20)].joined(separator: "\n")
    var records = try NDJSONRecords(ByteSource(bytes: Array(text.utf8)), geometry: "geometry")
    for isRead in [true, false, true] {
      #expect(try records.next())
      #expect((records.problem == nil) == isRead)
    }
    #expect(try !records.next())
  }

  @Test("A document of very many lists, and one with a label very many times, are read at once")
  func many() throws {
    let lists = (0..<100_000).map { #""k\#($0)": {"b": []}"# }.joined(separator: ",")
    let outline = try JSONOutline(Array(#"{"items": [{"a": 1}], \#(lists)}"#.utf8))
    #expect(try outline.records("k99999.b").count == 0)
    let pair: JSONValue = ["label": "a", "value": "b"]
    let metadata: JSONValue = .object(["metadata": .array(Array(repeating: pair, count: 200_000))])
    let named = CanvasFields.namingMetadata(of: metadata).members?["metadata"]?.members?["a"]
    #expect(named?.string?.utf8.count == 3 * 200_000 - 2)
  }

  @Test("A manifest of very many values is refused, and of its canvases only those that have them")
  func manifests() throws {
    let head = #""@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest""#
    let values = String(repeating: "0,", count: JSONDocument.mostValues) + "0"
    let point = #"{"geometry": {"type": "Point", "coordinates": [9.9, 51.5]}}"#
    func canvas(_ id: String, _ note: String) -> String {
      #"{"id": "\#(id)", "note": [\#(note)], "navPlace": {"features": [\#(point)]}}"#
    }
    let whole = try CuratorFileTests.Imported(
      #"{\#(head), "id": "m", "items": [\#(values)]}"#, as: "m.json")
    #expect((whole.report.added, whole.report.refused) == (0, 1))
    #expect(whole.report.faults.first?.reason.contains("too many values") == true)
    let canvases = try CuratorFileTests.Imported(
      #"{\#(head), "items": [\#(canvas("a", "0")), \#(canvas("b", values))]}"#, as: "m.json")
    #expect((canvases.report.added, canvases.report.refused) == (1, 1))
    #expect(try canvases.item("a") != nil)
  }

  @Test("A text beyond the limit of a field isn't read as a place, a date or a caption")
  func longTexts() throws {
    let long = String(repeating: "|x", count: 9_000)
    let place = "{{Location|40.75|-73.98\(long)}}"
    let read = try CuratorFileTests.Imported(
      "id,title,coordinates\na,A,\(place)\nb,B,{{Location|40.75|-73.98}}\n")
    #expect(try read.item("a") == nil && read.item("b") != nil)
    let finding = read.report.findings.first { $0.identifier == "a" }
    #expect(finding?.reason.contains("longer than 16384 bytes") == true)
    #expect(TextTransform.headingOfPlace.text(place) == place)
    #expect(PlaceText(String(place.prefix(900)) + "}}") != nil)
    #expect(PlaceText(String(place.prefix(1000)) + "}}") == nil)
    let several = Array(repeating: "1,2", count: 400).joined(separator: "|")
    #expect(PlaceText.first(in: several)?.place.longitude == 2)
    let words = long.replacing("|", with: " ")
    let caption = "Hay Street, looking north,\(words), March 1982"
    #expect(TextTransform.trailingDate.text(caption) == caption)
    let captioned = try CuratorFileTests.Imported(
      "id,title,description,latitude,longitude\na,A,\"\(caption)\",1,2\n")
    #expect(try #require(try captioned.item("a")).pose.heading == nil)
    #expect(captioned.report.warnings.map(\.column) == ["heading"])
    let markup = String(repeating: "<b>&amp;</b>", count: 6_000)
    #expect(IIIFMarkup.plain(markup) == markup)
    #expect(IIIFMarkup.plain("<b>&amp;lt;&nbsp;&x;</b> &quot;&") == "&lt; &x; \"&")
  }

  @Test("A JSON document or a workbook of more than 512 MiB is refused before it is read")
  func documents() throws {
    let fixture = try ArchiveFixture()
    for (name, start) in [
      ("a.json", #"[{"id":"a","#), ("a.geojson", #"{"type":"FeatureCollection","features":["#),
      ("a.xlsx", "PK\u{3}\u{4}"),
    ] {
      // The format is found by the first megabyte; the hole behind it takes no space on the disk.
      let path = try fixture.write(
        start + String(repeating: " ", count: SourceFormat.neededBytes), to: name)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.truncate(atOffset: UInt64(512 << 20) + 1)
      try file.close()
      let error = #expect(throws: ArchiveError.self) {
        try fixture.archive.importCatalogue(at: path)
      }
      #expect(error?.message.contains("larger than 512 MB") == true, "\(error?.message ?? "")")
    }
    // A source of unknown size is read up to the limit.
    let bytes = [UInt8](repeating: 1, count: 3 << 20)
    for (limit, isRead) in [(3 << 20, true), ((3 << 20) - 1, false)] {
      var source = ByteSource(bytes: bytes)
      #expect((try? source.readAll(limit: limit, advice: "")) == (isRead ? bytes : nil))
    }
  }

  @Test("A geometry of a megabyte is read, and a longer one isn't")
  func geometry() throws {
    // A header without a box, then a line (OGC 06-103r4) of so many positions.
    func line(_ positions: Int, more: Int = 0) -> Data {
      var data = Data("GP".utf8) + Data([0, 1, 0xE6, 0x10, 0, 0, 1, 2, 0, 0, 0])
      data += withUnsafeBytes(of: UInt32(positions).littleEndian) { Data($0) }
      return data + Data(count: 16 * positions + more)
    }
    let positions = (GeoPackageShape.longest - 17) / 16
    let rest = GeoPackageShape.longest - line(positions).count
    let json = try #require(try GeoPackageShape.json(of: line(positions, more: rest)))
    #expect(json.members?["coordinates"]?.elements?.count == positions)
    #expect(throws: GeoPackageShape.Fault.self) {
      try GeoPackageShape.json(of: line(positions, more: rest + 1))
    }
  }
}
