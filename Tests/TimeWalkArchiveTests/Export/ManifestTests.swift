import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// The rules of the IIIF Presentation API 3.0 and its extension navPlace for a manifest.
@Suite("A IIIF manifest")
struct ManifestTests {
  private func manifest(_ fixture: ArchiveFixture, base: String? = "https://example.org/x/") throws
    -> JSON
  {
    let path = fixture.folder.path("manifest.json")
    let report = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(format: .iiif, baseAddress: base))
    #expect(report.warnings.isEmpty == (base != nil))
    return try JSON(bytes(path))
  }

  private func isLanguageMap(_ json: JSON?) -> Bool {
    guard case .object(let languages) = json, !languages.isEmpty else { return false }
    return languages.values.allSatisfy { values in
      !values.elements.isEmpty && values.elements.allSatisfy { $0.text != nil }
    }
  }

  @Test(
    "follows every rule of the standard, for any catalogue",
    arguments: [1, 2] as [UInt64])
  func rules(seed: UInt64) throws {
    let fixture = try ArchiveFixture()
    var catalogue = RandomCatalogue(seed: seed)
    let count = try fixture.importCSV(catalogue.csv(rows: 80)).added
    for base in ["https://example.org/x/", nil] {
      let manifest = try manifest(fixture, base: base)
      #expect(
        manifest["@context"]
          == .array([
            .string("http://iiif.io/api/extension/navplace/context.json"),
            .string("http://iiif.io/api/presentation/3/context.json"),
          ]))
      #expect(manifest["type"] == .string("Manifest") && isLanguageMap(manifest["label"]))
      let canvases = manifest["items"]?.elements ?? []
      #expect(canvases.count == count)
      var ids = Set([manifest["id"]?.text ?? ""])
      for canvas in canvases {
        let id = try #require(canvas["id"]?.text)
        #expect(ids.insert(id).inserted && id.hasPrefix("https://") && !id.contains("#"))
        #expect(canvas["type"] == .string("Canvas") && isLanguageMap(canvas["label"]))
        #expect((canvas["width"]?.number ?? 0) > 0 && (canvas["height"]?.number ?? 0) > 0)
        let pairs =
          (canvas["metadata"]?.elements ?? []) + [canvas["requiredStatement"]].compactMap { $0 }
        for pair in pairs {
          #expect(pair.names == ["label", "value"])
          #expect(isLanguageMap(pair["label"]) && isLanguageMap(pair["value"]))
          // A text that begins and ends like HTML must be HTML.
          let value = pair["value"]?["none"]?.elements.first?.text ?? ""
          if value.hasPrefix("<"), value.hasSuffix(">") {
            #expect(value.hasPrefix("<span>") && value.hasSuffix("</span>"))
          }
        }
        if let date = canvas["navDate"]?.text {
          #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT00:00:00Z/) != nil)
        }
        if let rights = canvas["rights"]?.text {
          #expect(
            rights.hasPrefix("http://creativecommons.org/")
              || rights.hasPrefix("http://rightsstatements.org/"))
        }
        let place = try #require(canvas["navPlace"])
        #expect(place["type"] == .string("FeatureCollection"))
        #expect(place["features"]?.elements.first?["geometry"]?["type"] == .string("Point"))
        let pages = try #require(canvas["items"]).elements
        #expect(pages.count == 1)
        for page in pages {
          #expect(page["type"] == .string("AnnotationPage"))
          guard let annotation = try #require(page["items"]).elements.first else { continue }
          #expect(annotation["motivation"] == .string("painting"))
          #expect(annotation["target"] == .string(id))
          #expect(annotation["body"]?["type"] == .string("Image"))
        }
      }
    }
  }

  @Test(
    "names rights as the standard does",
    arguments: [
      ("CC0-1.0", "http://creativecommons.org/publicdomain/zero/1.0/"),
      ("CC-BY-4.0", "http://creativecommons.org/licenses/by/4.0/"),
      ("CC-BY-NC-SA-3.0-DE", "http://creativecommons.org/licenses/by-nc-sa/3.0/de/"),
      (
        "https://creativecommons.org/licenses/by/4.0/",
        "http://creativecommons.org/licenses/by/4.0/"
      ),
      ("http://rightsstatements.org/vocab/InC/1.0/", "http://rightsstatements.org/vocab/InC/1.0/"),
      (
        "https://rightsstatements.org/page/NKC/1.0/?language=en",
        "http://rightsstatements.org/vocab/NKC/1.0/"
      ),
      (
        "https://www.rightsstatements.org/vocab/noc-us/1.0",
        "http://rightsstatements.org/vocab/NoC-US/1.0/"
      ),
      (
        "https://creativecommons.org/licenses/by-sa/3.0/de/deed.fr",
        "http://creativecommons.org/licenses/by-sa/3.0/de/"
      ),
      (
        "http://creativecommons.org/licenses/by/4.0/legalcode",
        "http://creativecommons.org/licenses/by/4.0/"
      ),
      (
        "https://creativecommons.org/publicdomain/mark/1.0",
        "http://creativecommons.org/publicdomain/mark/1.0/"
      ),
      ("CC-PDM-1.0", "http://creativecommons.org/publicdomain/mark/1.0/"),
      ("http://rightsstatements.org/vocab/InC-XX/1.0/", nil),
      (
        "http://rightsstatements.org/vocab/InC/1.0/ | https://creativecommons.org/licenses/by/4.0/",
        nil
      ),
      (
        "http://rightsstatements.org/vocab/InC/1.0/;https://creativecommons.org/licenses/by/4.0/",
        nil
      ),
      ("https://creativecommons.org/licenses/by/9.0/", nil),
      ("https://creativecommons.org/publicdomain/zero/1.0|note", nil),
      ("MIT", nil), ("CC-BY", nil), ("CC-BY-4.0 OR MIT", nil),
      ("https://creativecommons.org/", nil), ("https://example.org/licenses/by/4.0/", nil),
    ] as [(String, String?)])
  func rights(license: String, address: String?) {
    #expect(RightsAddress.address(of: license) == address)
  }

  @Test("names no rights that the import counts as none", TestData.isPresent)
  func curatorsRights() throws {
    let fixture = try ArchiveFixture()
    let name = "rights-counting-as-none-exported-as-iiif-rights.csv"
    try fixture.write(TestData.bytes("found/catalogues/\(name)"), to: name)
    _ = try fixture.archive.importCatalogue(at: fixture.folder.path(name))
    let rights = try manifest(fixture)["items"]?.elements.map { $0["rights"]?.text }
    #expect(rights == [nil, nil, "http://rightsstatements.org/vocab/NKC/1.0/"])
  }

  @Test("paints a picture that is an address, and has the item's inherited values")
  func picture() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("x", to: "c/b.jpg")
    try fixture.write(
      """
      id,title,date,latitude,longitude,license,credit,source,media
      a,A,1911/1912,40,-74,,,https://example.org/a,https://example.org/a.png?x
      b,,,41,-75,CC-BY-4.0,<me>,,b.jpg

      """, to: "c/items.csv")
    try fixture.write(
      #"{"name":"c","license":"CC0-1.0","credit":"Us","homepage":"https://example.org"}"#,
      to: "c/collection.json")
    try fixture.archive.importCatalogue(at: fixture.folder.path("c"))
    let manifest = try manifest(fixture)
    #expect(manifest["id"] == .string("https://example.org/x/manifest.json"))
    #expect(manifest["rights"] == .string("http://creativecommons.org/publicdomain/zero/1.0/"))
    #expect(manifest["homepage"]?.elements.first?["id"] == .string("https://example.org"))
    let (a, b) = (manifest["items"]?.elements.first, manifest["items"]?.elements.last)
    let body = a?["items"]?.elements.first?["items"]?.elements.first?["body"]
    #expect(body?["id"] == .string("https://example.org/a.png?x"))
    #expect(body?["format"] == .string("image/png"))
    #expect(a?["navDate"] == .string("1911-01-01T00:00:00Z"))
    #expect(a?["requiredStatement"]?["value"]?["none"] == .array([.string("Us")]))
    #expect(a?["rights"] == .string("http://creativecommons.org/publicdomain/zero/1.0/"))
    let page = b?["items"]?.elements.first
    let painted = page?["items"]?.elements.first?["body"]
    #expect(painted?["id"] == .string("https://example.org/x/c/b.jpg"))
    #expect(painted?["format"] == .string("image/jpeg"))
    #expect(b?["thumbnail"]?.elements.first?["id"] == .string("https://example.org/x/c/b.jpg"))
    #expect(b?["label"]?["none"] == .array([.string("b")]))
    #expect(
      b?["requiredStatement"]?["value"]?["none"] == .array([.string("<span>&lt;me&gt;</span>")]))
  }
}
