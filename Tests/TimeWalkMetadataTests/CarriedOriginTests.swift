import Foundation
import FoundationXML
import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

/// The outputs' origin, and the given values in them.
@Suite struct CarriedOriginTests {
  static let hash = String(repeating: "ab", count: 32)

  static func carry(
    _ original: [UInt8], in container: PhotoContainer = .jpeg, _ options: MetadataCarrier.Options
  ) throws -> [UInt8] {
    try MetadataCarrier(original: original, container: container, options: options)
      .carry(into: MetadataCarrierTests.target, width: 1536, height: 2048)
  }

  static func packet(_ jpeg: [UInt8]) throws -> String {
    String(decoding: try #require(EmbeddedMetadata(jpeg, in: .jpeg).xmp), as: UTF8.self)
  }

  @Test("The original is named, with and without a packet of its own", arguments: [true, false])
  func link(hasPacket: Bool) throws {
    var photo = JPEGBuilder()
    if hasPacket { photo.add(xmp: "xmp:Rating=\"4\"") }
    let options = MetadataCarrier.Options(
      link: OriginalLink(sha256: Self.hash, path: "/photos/a & \"b\" <c>.jpg"))
    let packet = try Self.packet(Self.carry(photo.bytes, options))
    #expect(packet.contains("urn:sha256:\(Self.hash)"))
    #expect(packet.contains("/photos/a &amp; &quot;b&quot; &lt;c&gt;.jpg"))
    #expect(packet.contains("xmp:Rating") == hasPacket)
    // It is XML that any parser reads.
    let parser = XMLParser(data: Data(packet.utf8))
    #expect(parser.parse())
  }

  @Test func aStrippedOutputNamesTheOriginalByItsHashAlone() throws {
    let options = MetadataCarrier.Options(
      stripLocation: true, link: OriginalLink(sha256: Self.hash, path: "/photos/berlin.jpg"))
    let packet = try Self.packet(Self.carry(SamplePhone.photo(), options))
    #expect(packet.contains(Self.hash) && !packet.contains("berlin"))
  }

  @Test func withoutMetadataOnlyTheProfileIsLeft() throws {
    let profile = [UInt8](repeating: 7, count: 300)
    let options = MetadataCarrier.Options(
      stripMetadata: true, profile: profile, link: OriginalLink(sha256: Self.hash, path: "/a"))
    let result = try Self.carry(SamplePhone.photo(), options)
    let kinds = try JPEGSegments(result).segments.map(\.kind)
    #expect(kinds.filter { ![.coding, .frame, .jfif].contains($0) } == [.icc])
  }

  @Test("A packet longer than a segment becomes a main and an extended one")
  func extended() throws {
    let long = String(repeating: "A long text. ", count: 12_000)
    let body = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:my="http://example.org/my/" my:data="\(long)" dc:format="image/png">
      <dc:subject><rdf:Bag><rdf:li>one</rdf:li></rdf:Bag></dc:subject>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let png = PhotoFiles.png([
      ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(body.utf8))
    ])
    let result = try Self.carry(
      png, in: .png,
      MetadataCarrier.Options(link: OriginalLink(sha256: Self.hash, path: "/a.png")))
    let main = try Self.packet(result)
    #expect(XMLParser(data: Data(main.utf8)).parse())
    #expect(main.contains("dc:subject") && main.contains(Self.hash) && !main.contains("A long"))
    let mark = try #require(main.firstRange(of: "HasExtendedXMP=\""))
    let name = String(main[mark.upperBound...].prefix(32))
    var whole: [UInt8] = []
    for piece in try MetadataCarrierTests.payloads(.extendedXMP, in: result) {
      let head = piece.dropFirst("http://ns.adobe.com/xmp/extension/\0".utf8.count)
      #expect(String(decoding: head.prefix(32), as: UTF8.self) == name)
      let offset = head.dropFirst(36).prefix(4).reduce(0) { $0 << 8 | Int($1) }
      #expect(offset == whole.count)
      whole += head.dropFirst(40)
    }
    let text = String(decoding: whole, as: UTF8.self)
    #expect(XMLParser(data: Data(whole)).parse())
    #expect(text.contains("<my:data>\(long)</my:data>"))
  }

  @Test func pointersToDroppedGainMapsAndFilmsGo() throws {
    let attributes = """
      xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"
      GCamera:SpecialTypeID="7" xmlns:Container="http://ns.google.com/photos/1.0/container/"
      """
    var photo = JPEGBuilder()
    let body = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" \(attributes)><Container:Directory><rdf:Seq><rdf:li \
      rdf:parseType="Resource"><Container:Item/></rdf:li></rdf:Seq></Container:Directory>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    photo.add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(body.utf8))
    let packet = try Self.packet(Self.carry(photo.bytes, MetadataCarrier.Options()))
    #expect(packet.contains("GCamera:SpecialTypeID=\"7\""))
    for gone in ["hdrgm:Version", "MotionPhoto", "Container:"] {
      #expect(!packet.replacing("xmlns:Container", with: "").contains(gone), "\(gone)")
    }
    #expect(XMLParser(data: Data(packet.utf8)).parse())
  }

  static func given() -> CaptureMetadata {
    var given = CaptureMetadata()
    given.latitude = -33.856_784
    given.longitude = 151.215_297
    given.horizontalAccuracy = 12
    given.altitude = -3.5
    given.altitudeReference = .seaLevel
    given.heading = 350.25
    given.headingReference = .magnetic
    given.pitch = -7.5
    given.timestamp = CaptureTime(iso8601: "2020-02-29T23:59:58+10:00")
    return given
  }

  @Test("The given values are in the output", arguments: [true, false])
  func givenValues(hasExif: Bool) throws {
    let photo = hasExif ? SamplePhone.photo() : JPEGBuilder().bytes
    let result = try Self.carry(photo, MetadataCarrier.Options(given: Self.given()))
    let (read, warnings) = CaptureMetadata.read(jpeg: result)
    #expect(warnings.isEmpty, "\(warnings)")
    #expect(abs((read.latitude ?? 0) + 33.856_784) < 1e-7)
    #expect(abs((read.longitude ?? 0) - 151.215_297) < 1e-7)
    #expect(read.horizontalAccuracy == 12)
    #expect(read.altitude == -3.5 && read.altitudeReference == .seaLevel)
    #expect(read.heading == 350.25 && read.headingReference == .magnetic)
    #expect(read.pitch == -7.5)
    #expect(read.timestamp?.description == "2020-02-29T23:59:58+10:00")
    #expect(try Self.packet(result).contains("given by hand: latitude, longitude"))
    #expect(result.firstRange(of: Array("MANUAL".utf8)) != nil)
    if hasExif {
      let old = CaptureMetadata.read(jpeg: photo).metadata
      #expect(read.make == old.make && read.exposure == old.exposure)
    }
  }

  @Test("Given values move no maker note", arguments: [true, false])
  func makerNoteStays(bigEndian: Bool) throws {
    let note = Array("Canon-like, with offsets from the block's start".utf8)
    let exif = SamplePhone.exif(bigEndian: bigEndian).setting(0x927C, .undefined(note), in: .exif)
    let result = try Self.carry(
      SamplePhone.photo(exif), MetadataCarrier.Options(given: Self.given()))
    let block = try #require(EmbeddedMetadata(result, in: .jpeg).exif)
    #expect(block.firstRange(of: note)?.lowerBound == exif.block.firstRange(of: note)?.lowerBound)
  }

  @Test(
    "A replaced value may overlap the block's header or a directory",
    arguments: [0, 4, 8, 20])
  func replacedValueInTheWay(offset: UInt8) throws {
    var block = SamplePhone.exif().block
    // The latitude: three fractions, which lie somewhere else.
    let entry = try #require(block.firstRange(of: [0, 2, 0, 5, 0, 0, 0, 3]))
    block.replaceSubrange(entry.upperBound..<(entry.upperBound + 4), with: [0, 0, 0, offset])
    var photo = JPEGBuilder()
    photo.add(0xE1, Array("Exif\0\0".utf8) + block)
    let result = try Self.carry(photo.bytes, MetadataCarrier.Options(given: Self.given()))
    let read = CaptureMetadata.read(jpeg: result).metadata
    #expect(abs((read.latitude ?? 0) + 33.856_784) < 1e-7)
    #expect(read.make == CaptureMetadata.read(jpeg: photo.bytes).metadata.make)
    #expect(read.make != nil)
  }

  @Test func aStrippedOutputSaysNoGivenPlaceButTheRest() throws {
    let result = try Self.carry(
      SamplePhone.photo(), MetadataCarrier.Options(stripLocation: true, given: Self.given()))
    let read = CaptureMetadata.read(jpeg: result).metadata
    #expect(read.latitude == nil && read.altitude == nil && read.heading == nil)
    #expect(read.pitch == -7.5)
    #expect(
      EmbeddedMetadata(result, in: .jpeg).exif.flatMap { $0.firstRange(of: Array("WGS".utf8)) }
        == nil)
  }

  @Test("An Exif block longer than a segment keeps the values that fit, and reports the others")
  func longBlock() throws {
    let exif = SamplePhone.exif()
      .setting(0x9286, .undefined([UInt8](repeating: 65, count: 60_000)), in: .exif)
      .setting(
        0x927C, .undefined(Array("Maker".utf8) + [UInt8](repeating: 1, count: 9000)), in: .exif)
    let png = PhotoFiles.png([("eXIf", exif.block)])
    let carrier = MetadataCarrier(original: png, container: .png)
    #expect(carrier.warnings.contains { $0.message.contains("the user comment") })
    let result = try carrier.carry(into: MetadataCarrierTests.target, width: 1536, height: 2048)
    let block = try #require(EmbeddedMetadata(result, in: .jpeg).exif)
    #expect(block.count <= 65_527)
    let read = CaptureMetadata.read(jpeg: result).metadata
    #expect(read.latitude == CaptureMetadata.read(png, in: .png).metadata.latitude)
    #expect(read.latitude != nil)
    #expect(block.firstRange(of: Array("Maker".utf8) + [UInt8](repeating: 1, count: 9000)) != nil)
  }

  @Test("From a TIFF the photo's tags are carried, with the maker note at its position")
  func tiff() throws {
    let note = Array("Maker note with offsets from the file's start".utf8)
    let packet = Array(JPEGBuilder.packet("xmp:Rating=\"4\"").utf8)
    let record: [UInt8] = [0x1C, 2, 120, 0, 4] + Array("Text".utf8)
    var exif = SamplePhone.exif(bigEndian: false)
    exif.thumbnail = nil
    exif.set(0x927C, .undefined(note), in: .exif)
    exif.set(0x0111, .longs([8]), in: .primary)
    exif.set(0x0103, .shorts([1]), in: .primary)
    exif.set(0xC612, .bytes([1, 4, 0, 0]), in: .primary)
    exif.set(0xC614, .text("Unique Model"), in: .primary)
    exif.set(0xC621, .signedRationals([(1, 1)]), in: .primary)
    exif.set(0x02BC, .bytes(packet), in: .primary)
    exif.set(0x83BB, .undefined(record), in: .primary)
    let file = exif.block
    let result = try Self.carry(file, in: .tiff, MetadataCarrier.Options())
    let embedded = EmbeddedMetadata(result, in: .jpeg)
    let block = try #require(embedded.exif)
    #expect(block.firstRange(of: note)?.lowerBound == file.firstRange(of: note)?.lowerBound)
    #expect(block.firstRange(of: Array("Unique Model".utf8)) != nil)
    #expect(embedded.xmp?.firstRange(of: Array("Rating".utf8)) != nil)
    #expect(PictureWords.read(jpeg: result).caption == "Text")
    let read = CaptureMetadata.read(jpeg: result).metadata
    #expect(read.latitude != nil && read.orientation == 1)
    // Neither compression nor strips nor matrices of colour.
    for tag: [UInt8] in [[0x11, 0x01], [0x03, 0x01], [0x12, 0xC6], [0x21, 0xC6], [0xBC, 0x02]] {
      let count = Int(block[8])
      let rows = (0..<count).map { Array(block[(10 + 12 * $0)...].prefix(2)) }
      #expect(!rows.contains(tag), "\(tag)")
    }
  }
}
