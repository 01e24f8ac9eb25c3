import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

@Suite("The descriptive metadata of pictures") struct PictureWordsTests {
  /// A Photoshop segment with an IPTC block of datasets.
  static func photoshop(_ datasets: [(UInt8, UInt8, [UInt8])]) -> [UInt8] {
    func size(_ count: Int) -> [UInt8] { [UInt8(count >> 8), UInt8(count & 255)] }
    var block: [UInt8] = []
    for (record, number, bytes) in datasets {
      block += [0x1C, record, number]
      block += size(bytes.count)
      block += bytes
    }
    var segment = Array("Photoshop 3.0\0".utf8)
    segment += Array("8BIM".utf8)
    segment += [0x04, 0x04, 0, 0, 0, 0]
    segment += size(block.count)
    segment += block
    return block.count % 2 == 0 ? segment : segment + [0]
  }

  static let namespaces =
    "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:ps=\"http://ns.adobe.com/photoshop/1.0/\" "
    + "xmlns:xmpRights=\"http://ns.adobe.com/xap/1.0/rights/\""

  static func packet(_ elements: String) -> JPEGBuilder {
    var builder = JPEGBuilder()
    builder.add(xmp: namespaces, elements: elements)
    return builder
  }

  @Test("XMP's lists, languages and entities are read") func xmp() {
    let words = PictureWords.read(
      jpeg: Self.packet(
        """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default"> Fish &amp; Chips &#x263A; </rdf:li>
         <rdf:li xml:lang="de">Fisch</rdf:li></rdf:Alt></dc:title>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Looking &lt;north&gt;</rdf:li></rdf:Alt></dc:description>
        <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bea</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li>Mine</rdf:li></rdf:Alt></dc:rights>
        <xmpRights:WebStatement>https://example.org/rights</xmpRights:WebStatement>
        <ps:DateCreated>1905-04-03T10:00:00</ps:DateCreated><ps:Credit>The Library</ps:Credit>
        """
      ).bytes)
    #expect(words.title == "Fish & Chips ☺")
    #expect(words.caption == "Looking <north>")
    #expect(words.creator == "Ann; Bea")
    #expect(words.rights == "https://example.org/rights")
    #expect(words.date == "1905-04-03")
    #expect(words.credit == "The Library")
  }

  @Test(
    "IPTC texts are read in either encoding",
    arguments: [
      (Array("Zürich".utf8), "Zürich"), ([0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68], "Zürich"),
      (Array(" x \0".utf8), "x"),
    ])
  func iptc(bytes: [UInt8], text: String) {
    var builder = JPEGBuilder()
    builder.add(
      0xED,
      Self.photoshop([
        (2, 5, bytes), (2, 80, Array("A".utf8)), (2, 80, Array("B".utf8)),
        (2, 55, Array("19050400".utf8)), (2, 116, Array("©".utf8)), (2, 120, Array("C".utf8)),
      ]))
    let words = PictureWords.read(jpeg: builder.bytes)
    #expect(words.title == text)
    #expect(words.creator == "A; B")
    #expect(words.date == "1905-04")
    #expect((words.rights, words.caption) == ("©", "C"))
  }

  @Test("A truncated block gives its readable values, and never traps")
  func cut() {
    let whole = Self.photoshop([
      (1, 90, [0x1B, 0x25, 0x47]), (2, 5, Array("Title".utf8)), (2, 120, Array("Words".utf8)),
    ])
    for count in 0...whole.count {
      let record = IPTCRecord(photoshop: whole.prefix(count).dropFirst(14))
      #expect([nil, "Title"].contains(record.text(.objectName)))
    }
    let packet = Array(JPEGBuilder.packet(Self.namespaces).utf8)
    let long = packet + Array("<dc:title><rdf:Alt><rdf:li>Hi &am".utf8)
    for count in 0...long.count {
      #expect(XMPPacket(Array(long.prefix(count))).words("title", in: .dublinCore).count <= 1)
    }
  }

  @Test(
    "Dates become days, months and years",
    arguments: [
      ("1905-04-03T10:00:00Z", "1905-04-03"), ("1905-04", "1905-04"), ("1905", "1905"),
      ("19050403", "1905-04-03"), ("19050000", "1905"), ("1905:04:03 10:00:00", "1905-04-03"),
      ("00000000", nil), ("April 1905", nil), ("", nil), ("190", nil), ("٠٠٠٠", nil),
    ] as [(String, String?)])
  func days(text: String, day: String?) {
    #expect(PictureWords.day(text) == day)
  }

  @Test("An agency's real photo has its author", TestData.isPresent) func real() throws {
    let words = PictureWords.read(
      jpeg: try TestData.bytes("photos/exifr__test__fixtures__iptc-agency-photographer-example.jpg")
    )
    #expect(words.creator == "Julie Doe")
    #expect(words.title == "drp2091169d")
    #expect(words.credit == "Mugwum Press")
    #expect(words.date == "2009-06-24")
  }
}
