import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// Metadata that would multiply: each file ends quickly, with its readable values.
@Suite(.timeLimit(.minutes(Sanitizer.isThere ? 20 : 2))) struct MetadataCostTests {
  /// A zlib stream of this many megabytes of one letter: 32 kB unchanged, then copies of the bytes
  /// before.
  static func bomb(megabytes: Int) -> [UInt8] {
    // A block of fixed codes: the letter, then matches of 258 bytes from one byte back (RFC 1951,
    // 3.2.6).
    var bytes: [UInt8] = [0x78, 0x9C]
    var waiting = 0, count = 0
    func put(_ value: Int, _ length: Int, isCode: Bool = true) {
      for bit in 0..<length {
        waiting |= (value >> (isCode ? length - 1 - bit : bit) & 1) << count
        count += 1
        if count == 8 {
          bytes.append(UInt8(waiting))
          (waiting, count) = (0, 0)
        }
      }
    }
    put(1, 1, isCode: false)
    put(1, 2, isCode: false)
    put(0x30 + 0x61, 8)
    for _ in 0..<(megabytes * 1_000_000 / 258) {
      put(0xC0 + 285 - 280, 8)
      put(0, 5)
    }
    put(0, 7)
    while count > 0 { put(0, 1) }
    // The checksum is wrong, which shows only at the end.
    return bytes + [0, 0, 0, 0]
  }

  @Test("All unpacked bytes count, even discarded ones")
  func inflating() {
    var remaining = 1_500_000
    let stream = Self.bomb(megabytes: 1)[...]
    #expect(ZlibStream.bytes(of: stream, remaining: &remaining) == nil)
    #expect(remaining < 510_000)
    #expect(ZlibStream.bytes(of: stream, remaining: &remaining) == nil)
    #expect(remaining == 0)
  }

  @Test("60 texts of 63 MB take the memory of one, and the rest is read")
  func texts() {
    let bomb = [0x6B, 0, 0] + Self.bomb(megabytes: 63)
    let chunks = [(String, [UInt8])](repeating: ("zTXt", bomb), count: 60)
    let bytes = PhotoFiles.png(chunks + [("eXIf", SamplePhone.exif().block)])
    let embedded = EmbeddedMetadata(bytes, in: .png)
    #expect(embedded.exif != nil)
    #expect(
      embedded.warnings.map(\.message) == ["Left out 60 texts of the photo that can't be read."]
    )
  }

  @Test("5,400 directories that point to each other are visited once")
  func directories() throws {
    // Each is a table of one entry, a link to the next as Exif's directory, and the next one's
    // place.
    var block: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8]
    let count = 3_600
    for index in 0..<count {
      let next = HEIFBuilder.number(8 + 18 * ((index + 1) % count), 4)
      block += [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1] + next + next
    }
    var jpeg = JPEGBuilder()
    jpeg.add(0xE1, Array("Exif\0\0".utf8) + block)
    let read = CaptureMetadata.read(jpeg: jpeg.bytes)
    #expect(read.metadata.latitude == nil)
    let parsed = try #require(TIFFBlock(block, limits: MetadataLimits()))
    let exif = try #require(ExifReader(parsed))
    #expect(exif.field(0x0112, in: .primary) == nil)
  }

  @Test("Entries that share a value of megabytes are erased once")
  func sharedValues() throws {
    let entries = 1_000
    var block: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8] + HEIFBuilder.number(entries, 2)
    for index in 0..<entries {
      block += HEIFBuilder.number(0xE000 + index, 2) + [0, 7] + HEIFBuilder.number(8_000_000, 4)
      block += HEIFBuilder.number(20_000, 4)
    }
    block += [0, 0, 0, 0]
    block += [UInt8](repeating: 7, count: 8_100_000)
    let png = PhotoFiles.png([("eXIf", block)])
    let carrier = MetadataCarrier(
      original: png, container: .png, options: MetadataCarrier.Options(stripLocation: true))
    let result = try carrier.carry(into: JPEGBuilder().bytes, width: 16, height: 8)
    #expect(result.count < 100_000)
  }

  static let packets: [(String, String)] = [
    ("deep", String(repeating: "<a>", count: 19_000) + String(repeating: "</b>", count: 19_000)),
    (
      "prefixes",
      "<x "
        + (0..<15_000).map { "xmlns:p\($0)=\"http://purl.org/dc/elements/1.1/\"" }
        .joined(separator: " ") + "/>" + String(repeating: " ", count: 1_000_000)
    ),
    (
      "open tags",
      "<x xmlns:dc=\"http://purl.org/dc/elements/1.1/\"/>"
        + String(repeating: "<dc:title ", count: 300_000)
    ),
    ("attributes", "<x " + String(repeating: "a=\"\" ", count: 1_000_000) + "/>"),
    (
      "members",
      "<x xmlns:dc=\"http://purl.org/dc/elements/1.1/\"/><dc:title>"
        + String(repeating: "<rdf:li>a</rdf:li>", count: 300_000) + "</dc:title>"
    ),
  ]

  @Test("A tag with a too long name and without an end ends with the packet")
  func endlessName() {
    for count in 254...258 {
      let packet = Array("<a ".utf8) + [UInt8](repeating: 0x62, count: count)
      #expect(XMPPacket(packet).words("title", in: .dublinCore).isEmpty)
    }
  }

  @Test("XMP that nests, repeats or never closes", arguments: packets.indices)
  func xmp(index: Int) throws {
    let packet = Array(Self.packets[index].1.utf8)
    let read = XMPPacket(packet)
    #expect(read.words("title", in: .dublinCore).count <= 1_000)
    #expect(XMPPacket(packet).elements.count <= MetadataLimits().maximumProperties)
    let png = PhotoFiles.png([("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)])
    _ = PictureWords.read(png, in: .png)
    let carrier = MetadataCarrier(original: png, container: .png)
    #expect(try carrier.carry(into: JPEGBuilder().bytes, width: 16, height: 8).count > 100)
  }

  @Test("A packet is read up to its limit, and one of 10 MB is")
  func longPacket() {
    func read(_ count: Int) -> EmbeddedMetadata {
      let packet =
        Array(JPEGBuilder.packet("xmp:Rating=\"4\"").utf8) + [UInt8](repeating: 0x20, count: count)
      return EmbeddedMetadata(
        PhotoFiles.png([("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)]), in: .png)
    }
    #expect(read(10_000_000).xmp != nil)
    #expect(read(17_000_000).xmp == nil)
    #expect(read(17_000_000).warnings.map(\.code) == [.limitReached])
  }

  @Test("Texts of a record are counted, and parts of an item that lie in each other are not taken")
  func lists() throws {
    let record = (0..<100_000).flatMap { _ -> [UInt8] in [0x1C, 2, 80, 0, 1, 0x61] }
    let resources = PhotoshopResources.wrapping(iptc: record[...])
    let limits = MetadataLimits()
    let texts = IPTCRecord(photoshop: resources[...], limits: limits).texts(.byline)
    #expect(texts.count == limits.maximumProperties)

    // One item of 60,000 parts, each the whole file.
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] { HEIFBuilder.box(type, content) }
    let parts = (0..<60_000).flatMap { _ -> [UInt8] in [0, 0, 0, 0, 0, 0, 0, 0] }
    let location: [UInt8] =
      [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0] + HEIFBuilder.number(60_000, 2) + parts
    let meta = box("pitm", [0, 0, 0, 0, 0, 1]) + box("iloc", location)
    let file = box("ftyp", Array("heic".utf8)) + box("meta", [0, 0, 0, 0] + meta)
    let items = try #require(HEIFItems(file, limits: limits))
    #expect(items.content(of: 1, limit: limits.maximumMetadataBytes) == nil)
  }
}
