import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("A IIIF document, by the rules of its schema")
struct PresentationTests {
  private func document(_ fixture: ArchiveFixture, base: String? = "https://example.org/x/") throws
    -> JSON
  {
    let path = fixture.folder.path("manifest.json")
    _ = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(format: .iiif, baseAddress: base))
    return try JSON(bytes(path))
  }

  private static let odd = """
    id,title,date,latitude,longitude,source,media,license,credit,Weird
    "a b",Ä <b>,0905-01-02,40,-74,https://example.org/Straße?q=ü#a#b,https://example.org/pic 1.jpg,http://rightsstatements.org/vocab/InC/1.0/,Me,x
    é,,189X,,,http://[bad,HTTP://EXAMPLE.org/a.PNG,MIT,,<i>y</i>
    c,C,Y-10000,1,2,https://example.org/{id}|x,https://example.org/%zz.tif,CC-BY-4.0,<b>,
    d,D,1911?,1,2,http://[2001:db8::1]/a[1],https://bücher.example/a"b.jpg,HTTPS://creativecommons.org/licenses/by/4.0/,,

    """

  @Test("follows them, for any catalogue", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) throws {
    let fixture = try ArchiveFixture()
    var catalogue = RandomCatalogue(seed: seed)
    try fixture.importCSV(catalogue.csv(rows: 60))
    for base in ["https://example.org/x/", "HTTP://exämple.org/a", nil] {
      #expect(try PresentationRules.faults(in: document(fixture, base: base)) == [])
    }
  }

  @Test(
    "follows them with invalid addresses, and keeps the originals elsewhere")
  func addresses() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(Self.odd)
    let manifest = try document(fixture)
    #expect(PresentationRules.faults(in: manifest) == [])
    let canvases = manifest["items"]?.elements ?? []
    #expect(canvases.count == 4)
    let pages = canvases.map { $0["homepage"]?.elements.first?["id"]?.text }
    #expect(
      pages == [
        "https://example.org/Stra%C3%9Fe?q=%C3%BC#a%23b", "https://example.org/%7Bid%7D%7Cx",
        "http://[2001:db8::1]/a%5B1%5D", nil,
      ])
    let painted = canvases.map {
      $0["items"]?.elements.first?["items"]?.elements.first?["body"]?["id"]?.text
    }
    #expect(
      painted == [
        "https://example.org/pic%201.jpg", "https://example.org/%25zz.tif",
        "https://b%C3%BCcher.example/a%22b.jpg", "http://EXAMPLE.org/a.PNG",
      ])
    // The catalogue's own words are exported.
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(
      at: fixture.folder.path("manifest.json"), options: ImportOptions(collection: "test"))
    #expect(try other.contents() == fixture.contents())
  }

  @Test("keeps them for a collection without items")
  func empty() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n")
    try fixture.archive.remove([ItemID(collection: "test", identifier: "a")])
    let collection = try document(fixture)
    #expect(collection["type"] == .string("Collection"))
    #expect(PresentationRules.faults(in: collection) == [])
  }

  @Test("would not keep them by anything else")
  func broken() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("x", to: "c/b.jpg")
    try fixture.write(
      """
      id,title,date,latitude,longitude,license,credit,source,media
      a,A,1911,40,-74,CC0-1.0,Us,https://example.org/a,b.jpg

      """, to: "c/items.csv")
    try fixture.archive.importCatalogue(at: fixture.folder.path("c"))
    _ = try document(fixture)
    let text = String(decoding: try bytes(fixture.folder.path("manifest.json")), as: UTF8.self)
    #expect(PresentationRules.faults(in: try JSON(text.utf8)) == [])
    for (from, to) in [
      ("\"Canvas\"", "\"Leaf\""), ("\"width\":1600", "\"width\":0"), ("\"width\":1600,", ""),
      ("\"AnnotationPage\"", "\"Page\""), ("\"painting\"", "\"a\""), ("image/jpeg", "JPEG"),
      ("https://example.org/a\"", "https://example.org/a b\""), ("T00:00:00Z", "T25:00:00Z"),
      ("http://creativecommons", "https://creativecommons"), ("\"none\"", "\"in 2\""),
      ("/canvas/1/page/1/picture", "/canvas/1"), ("\"FeatureCollection\"", "\"Features\""),
      ("\"target\":", "\"aim\":"), ("\"navDate\"", "\"day\""), ("presentation/3", "presentation/2"),
    ] {
      let changed = text.replacing(from, with: to)
      #expect(changed != text, "\(from)")
      #expect(try !PresentationRules.faults(in: JSON(changed.utf8)).isEmpty, "\(from)")
    }
  }
}
