import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("A page of items as a document of others") struct PageTests {
  private static let formats: [ExportFormat] = [.geojson, .iiif, .stac]

  private static let addresses = PageAddresses(
    own: "https://example.org/items?text=a", next: "https://example.org/items?text=a&after=b"
  ) {
    "https://example.org/items/\(escaped($0))"
  } picture: {
    "https://example.org/items/\(escaped($0))/picture"
  }

  private static func escaped(_ id: ItemID) -> String {
    id.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private static func faults(_ document: JSON, _ format: ExportFormat) -> [String] {
    switch format {
    case .iiif: return PresentationRules.faults(in: document)
    case .stac: return STACRules.faults(in: document)
    default:
      let features =
        document["type"]?.text == "Feature" ? [document] : document["features"]?.elements
      return (features ?? []).filter {
        $0["type"]?.text != "Feature" || $0["id"]?.text == nil || $0["geometry"] == nil
          || $0["properties"] == nil
      }.map { "\($0)" }
    }
  }

  @Test("follows the rules of its format, for any catalogue", arguments: formats)
  func rules(format: ExportFormat) throws {
    let fixture = try ArchiveFixture()
    for seed in 1...3 as ClosedRange<UInt64> {
      var catalogue = RandomCatalogue(seed: seed)
      try fixture.importCSV(catalogue.csv(rows: 40), collection: "c\(seed)")
    }
    let items = try fixture.archive.search(ArchiveQuery()).hits.map(\.item)
    #expect(items.count > 60)
    let page = try JSON(
      fixture.archive.page(of: items, as: format, at: Self.addresses, total: 500))
    #expect(Self.faults(page, format) == [])
    let list = page[format == .iiif ? "items" : "features"]?.elements
    #expect(list?.count == items.count)
    if format != .iiif {
      #expect(list?.map { $0["id"]?.text } == items.map(\.id.description))
      #expect(page["numberMatched"]?.number == 500)
      #expect(page["numberReturned"]?.number == Double(items.count))
      let links = page["links"]?.elements.map { [$0["rel"]?.text, $0["href"]?.text] }
      #expect(
        links == [["self", Self.addresses.own], ["next", Self.addresses.next]])
    } else {
      #expect(page["id"]?.text == Self.addresses.own)
      #expect(page["seeAlso"]?.elements.first?["id"]?.text == Self.addresses.next)
    }
    for item in items.prefix(20) {
      let one = try JSON(
        fixture.archive.page(of: [item], as: format, at: Self.addresses, isItem: true))
      #expect(Self.faults(one, format) == [])
      #expect(one["type"]?.text == (format == .iiif ? "Manifest" : "Feature"))
    }
    let none = try JSON(fixture.archive.page(of: [], as: format, at: Self.addresses, total: 0))
    #expect(Self.faults(none, format) == [])
  }

  @Test("has no path of this machine, and the picture's address", arguments: formats)
  func pictures(format: ExportFormat) throws {
    let fixture = try ArchiveFixture()
    try fixture.write([UInt8](repeating: 1, count: 9), to: "c/b.jpg")
    try fixture.write(
      """
      id,title,date,latitude,longitude,heading,license,media,kind,outline
      a,A,1911,40,-74,30,CC0-1.0,b.jpg,,
      m,M,,,,,https://example.org/terms,https://example.org/m.png,map,"POLYGON ((179 1, 181 1, 181 2, 179 1))"

      """, to: "c/items.csv")
    try fixture.archive.importCatalogue(at: fixture.folder.path("c"))
    let items = try fixture.archive.search(ArchiveQuery()).hits.map(\.item)
    #expect(items.count == 2)
    let bytes = try fixture.archive.page(of: items, as: format, at: Self.addresses)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(fixture.folder.url.path))
    #expect(text.contains("https://example.org/items/c%3Aa/picture"))
    #expect(text.contains("https://example.org/m.png"))
    let page = try JSON(bytes)
    #expect(Self.faults(page, format) == [])
    #expect(page["numberMatched"] == nil)
    guard format == .stac else { return }
    let features = page["features"]?.elements ?? []
    let names = ["start_datetime", "end_datetime", "timewalk:date"]
    let texts = names.map { features[0]["properties"]?[$0]?.text }
    #expect(texts == ["1911-01-01T00:00:00Z", "1911-12-31T23:59:59Z", "1911"])
    #expect(features[0]["properties"]?["view:azimuth"]?.number == 30)
    #expect(features[1]["properties"]?["timewalk:date"] == nil)
    #expect(features[1]["bbox"]?.elements.compactMap(\.number) == [179, 1, -179, 2])
    #expect(features[1]["properties"]?["license"]?.text == "other")
    #expect(
      features[1]["links"]?.elements.last?["href"]?.text == "https://example.org/terms")
  }

  @Test("is refused in a format that has no pages")
  func refused() throws {
    let fixture = try ArchiveFixture()
    for format in ExportFormat.allCases where !Self.formats.contains(format) {
      #expect {
        try fixture.archive.page(of: [], as: format, at: Self.addresses)
      } throws: {
        ($0 as? ArchiveError)?.code == .invalidExport
      }
    }
  }

  @Test("as STAC is a whole archive, too, and can be imported")
  func whole() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,title,date,latitude,longitude,heading,license,source,media
      a,A,1911,40,-74,30,CC0-1.0,https://example.org/a,https://example.org/a.jpg
      b,B,1890/1930,41,-75,,,,

      """)
    let path = fixture.folder.path("stac.json")
    let report = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(format: .stac))
    #expect(report.items == 2 && report.warnings.isEmpty)
    #expect(STACRules.faults(in: try JSON(bytes(path))) == [])
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "back"))
    let back = try other.archive.search(ArchiveQuery()).hits.map(\.item)
    #expect(back.map(\.title) == ["A", "B"])
    #expect(back.map(\.pose.coordinate.latitude) == [40, 41])
    #expect(back.first?.pose.heading?.degrees == 30)
    #expect(back.first?.media == .url("https://example.org/a.jpg"))
    #expect(back.map { $0.date?.edtf } == ["1911", "1890/1930"])
  }
}
