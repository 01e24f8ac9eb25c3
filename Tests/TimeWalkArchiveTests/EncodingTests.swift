import Testing
import TimeWalkArchive
import TimeWalkBase
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkCatalogue

@Suite("The encoding of a file")
struct EncodingTests {
  typealias Imported = CuratorFileTests.Imported

  /// The bytes of a text in an encoding.
  private func bytes(_ text: String, _ encoding: SingleByteEncoding) throws -> [UInt8] {
    try text.unicodeScalars.map { scalar in
      if scalar.isASCII { return UInt8(scalar.value) }
      return UInt8(0x80 + (try #require(encoding.characters.firstIndex(of: scalar), "\(scalar)")))
    }
  }

  private func imported(
    _ bytes: [UInt8], encoding: TextEncoding? = nil
  ) throws -> (report: ImportReport, titles: [String]) {
    let fixture = try ArchiveFixture()
    var options = ImportOptions(collection: "test")
    options.encoding = encoding
    let report = try fixture.archive.importCatalogue(
      at: fixture.write(bytes, to: "t.csv"), options: options)
    let items = try fixture.contents().values.sorted { $0.id.identifier < $1.id.identifier }
    return (report, items.map(\.title))
  }

  private func catalogue(_ titles: [String]) -> String {
    let rows = titles.enumerated().map { "i\($0),\"\($1)\",1,2\n" }
    return "id,title,latitude,longitude\n" + rows.joined()
  }

  @Test("A table has a character for each byte", arguments: SingleByteEncoding.allCases)
  func tables(encoding: SingleByteEncoding) {
    #expect(encoding.characters.count == 128)
    let known = encoding.characters.filter { $0 != "\u{FFFD}" }
    #expect(Set(known).count == known.count)
    #expect(encoding.decode([0x61, 0x7F]) == "a\u{7F}")
  }

  @Test(
    "Names are those of IANA and usual ones",
    arguments: [
      ("macintosh", .macRoman), ("Mac Roman", .macRoman), ("windows-1252", .windows1252),
      ("CP1252", .windows1252), ("iso-8859-1", .windows1252), ("ISO_8859-2", .latin2),
      ("IBM850", .dos850), ("KOI8-R", .koi8r), ("latin1", .windows1252), ("klingon", nil),
    ] as [(String, SingleByteEncoding?)])
  func names(name: String, encoding: SingleByteEncoding?) {
    #expect(TextEncoding(named: name) == encoding.map(TextEncoding.singleByte))
    #expect(TextEncoding.names.allSatisfy { TextEncoding(named: $0)?.name == $0 })
  }

  @Test(
    "The whole file has one encoding, found by its bytes and told",
    arguments: [SingleByteEncoding.windows1252, .macRoman],
    [
      ["“The Old Café” — Münster façade", "Straßenbahn in Köln"], ["Größe", "À la carte", "CAFÉ"],
      ["École de médecine", "Sœurs d’Orléans"], ["São João", "Estação"], ["Malmö", "på ön, 40°"],
      // Its bytes are UTF-8 in Mac Roman.
      ["Vue de l’École", "“École”", "Musée, côté jardin"],
    ])
  func found(encoding: SingleByteEncoding, titles: [String]) throws {
    let read = try imported(bytes(catalogue(titles), encoding))
    #expect(read.titles == titles)
    #expect(
      read.report.warnings.map(\.reason) == [
        "the file isn't UTF-8; read as \(encoding.title)"
      ])
    #expect(read.report.warnings.first?.hint?.contains("--encoding") == true)
  }

  @Test("UTF-8 is no finding, and a row of another encoding in it is one")
  func utf8() throws {
    let titles = ["Café “x”", "Größe", "東京"]
    let text = Array(catalogue(titles).utf8)
    #expect(try imported(text).titles == titles)
    #expect(try imported(text).report.warnings == [])
    let read = try imported(text + bytes("j,Köln,1,2\n", .windows1252))
    #expect(read.titles == titles + ["Köln"])
    #expect(read.report.warnings.map(\.line) == [5])
  }

  @Test("A given encoding counts without a finding")
  func given() throws {
    let titles = ["Łódź", "Škoda"]
    for encoding in [SingleByteEncoding.windows1250, .latin2, .dos852] {
      let read = try imported(bytes(catalogue(titles), encoding), encoding: .singleByte(encoding))
      #expect(read.titles == titles && read.report.warnings == [])
    }
    let units = catalogue(titles).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try imported(units, encoding: .utf16(isBigEndian: true)).titles == titles)
    let wrong = try imported(bytes(catalogue(titles), .latin2), encoding: .utf8)
    #expect((wrong.report.added, wrong.report.refused) == (0, 2))
    #expect(throws: ArchiveError.self) {
      let fixture = try ArchiveFixture()
      var options = ImportOptions(collection: "test")
      options.encoding = .singleByte(.macRoman)
      try fixture.archive.importCatalogue(at: fixture.write("[]", to: "t.json"), options: options)
    }
  }

  @Test("A file longer than a piece has the encoding of its end")
  func long() throws {
    let title = String(repeating: "Plain title ", count: 50)
    let rows = (0..<2_000).map { "i\($0),1,2,\(title)\n" }.joined()
    let text = "id,latitude,longitude,title\n\(rows)z,1,2,Café\n"
    let read = try imported(bytes(text, .macRoman))
    #expect(read.titles.last == "Café")
    #expect(read.report.warnings.count { $0.reason.contains("Mac Roman") } == 1)
  }

  @Test("the file in Mac Roman", TestData.isPresent)
  func macRomanFound() throws {
    let read = try Imported(found: "encoding-mac-roman-row-by-row.csv")
    #expect(try read.item("a1")?.title == "“The Old Café” — Münster façade")
    #expect(try read.item("a2")?.title == "Straßenbahn in Köln")
    #expect(read.report.warnings.count { $0.reason.contains("Mac Roman") } == 1)
  }
}
