import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// The changes inside carried Exif, XMP and Photoshop blocks.
@Suite struct CarriedBlocksTests {
  @Test(
    "Orientation becomes 1 in every type",
    arguments: [
      .shorts([8]), .longs([8]), .bytes([8]), .undefined([8]), .rationals([(8, 1)]),
      .signedRationals([(8, 1)]), .doubles([8]), .shorts([8, 8]), .text("8"),
      .raw(type: 99, count: 1, bytes: [8]), .raw(type: 3, count: 0, bytes: [0, 8]),
    ] as [ExifValue], [true, false])
  func orientation(value: ExifValue, bigEndian: Bool) throws {
    let exif = SamplePhone.exif(bigEndian: bigEndian).setting(0x0112, value, in: .primary)
    let result = try MetadataCarrierTests.carry(photo(exif))
    let (metadata, warnings) = CaptureMetadata.read(jpeg: result)
    #expect(metadata.orientation == 1)
    // The rest of the block is in order.
    #expect(warnings.isEmpty)
    #expect(metadata.heading == 205.5 && metadata.make == "Example")
  }

  @Test func theSensorStaysTrueWhereTheSizeIsWrittenInEachType() throws {
    let sizes: [(ExifValue, ExifValue, Double?)] = [
      (.shorts([4032]), .shorts([3024]), 1536), (.longs([4032]), .longs([3024]), 1536),
      // 1536 does not fit into a byte: such an entry goes.
      (.bytes([40]), .bytes([30]), nil),
    ]
    for (width, height, expected) in sizes {
      let exif = SamplePhone.exif().setting(0xA002, width, in: .exif)
        .setting(0xA003, height, in: .exif).setting(0xA20E, .rationals([(1, 1)]), in: .exif)
        .setting(0xA210, .shorts([4]), in: .exif)
      let metadata = CaptureMetadata.read(
        jpeg: try MetadataCarrierTests.carry(
          photo(exif), into: JPEGBuilder(width: 99, height: 99).bytes)
      ).metadata
      // The builder's picture is 99 pixels wide; without an entry the frame's width is taken.
      #expect(metadata.sensorWidth == expected ?? 99)
    }
  }

  @Test func noThumbnailIsLeft() throws {
    let result = try MetadataCarrierTests.carry(SamplePhone.photo())
    let exif = try #require(try MetadataCarrierTests.payloads(.exif, in: result).first)
    #expect(!exif.indices.contains { exif[$0...].starts(with: [0xFF, 0xD8, 0xFF]) })
  }

  @Test func aThumbnailInTheMiddleIsZeroedAndNothingMoves() throws {
    var exif = SamplePhone.exif()
    exif.thumbnail = nil
    exif.remove(.thumbnail)
    let plain = exif.segment
    // A thumbnail whose picture is said to be the last 20 bytes of the GPS directory's values,
    // which live on.
    exif.set(0x0201, .longs([UInt32(plain.count - 6 - 20)]), in: .thumbnail)
    exif.set(0x0202, .longs([20]), in: .thumbnail)
    let result = try MetadataCarrierTests.carry(photo(exif))
    let carried = CaptureMetadata.read(jpeg: result).metadata
    let expected = CaptureMetadata.read(jpeg: photo(exif)).metadata
    #expect(carried.horizontalAccuracy == expected.horizontalAccuracy)
    #expect(carried.timestamp == expected.timestamp && carried.heading == expected.heading)
  }

  static func xmp(_ jpeg: [UInt8]) throws -> String {
    let payload = try #require(try MetadataCarrierTests.payloads(.xmp, in: jpeg).first)
    return String(decoding: payload.dropFirst(29), as: UTF8.self)
  }

  @Test func xmpIsMadeTrueInPlace() throws {
    let result = try MetadataCarrierTests.carry(SamplePhone.photo())
    let expected = SamplePhone.xmp
      .replacing("Orientation=\"6\"", with: "Orientation=\"1\"")
      .replacing("\"4032\"", with: "\"1536\"").replacing("\"3024\"", with: "\"2048\"")
    #expect(try Self.xmp(result) == JPEGBuilder.packet(expected))
  }

  @Test func xmpElementsOtherPrefixesAndThumbnailsAreUnderstood() throws {
    let packet = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><!-- <a/><t:Orientation>5</t:Orientation> -->
      <r xmlns:t = 'http://ns.adobe.com/tiff/1.0/' xmlns:i="http://ns.adobe.com/xap/1.0/g/img/">
      <t:Orientation>8</t:Orientation><t:ImageWidth> 640 </t:ImageWidth>
      <other:Orientation>8</other:Orientation><i:image>c3RhbGU=</i:image></r></x:xmpmeta>
      """
    var jpeg = JPEGBuilder()
    jpeg.add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    let result = try Self.xmp(try MetadataCarrierTests.carry(jpeg.bytes))
    #expect(
      result
        == packet.replacing("<t:Orientation>8", with: "<t:Orientation>1")
        .replacing(" 640 ", with: "1536").replacing("c3RhbGU=", with: ""))
  }

  @Test func aPanoramasPixelsAreScaled() throws {
    var jpeg = JPEGBuilder(width: 3072, height: 4096)
    jpeg.add(
      xmp: """
        GPano:FullPanoWidthPixels="6144" GPano:CroppedAreaImageWidthPixels="3072"
         GPano:CroppedAreaLeftPixels="1000" GPano:FullPanoHeightPixels="4096"
        """)
    let result = try MetadataCarrierTests.carry(jpeg.bytes)
    let text = try Self.xmp(result)
    for expected in [
      "FullPanoWidthPixels=\"3072\"", "CroppedAreaImageWidthPixels=\"1536\"",
      "CroppedAreaLeftPixels=\"500\"", "FullPanoHeightPixels=\"2048\"",
    ] {
      #expect(text.contains(expected))
    }
    #expect(CaptureMetadata.read(jpeg: result).metadata.fieldOfView == 180)
  }

  @Test("A packet that grows gives up padding, or goes", arguments: [(64, 1), (0, 0)])
  func growth(padding: Int, count: Int) throws {
    let start = "<r xmlns:t=\"http://ns.adobe.com/tiff/1.0/\" t:ImageWidth=\"9\" a=\""
    let end = "\"/>" + String(repeating: " ", count: padding) + "<?xpacket end='w'?>"
    let length = 65_533 - 29 - start.utf8.count - end.utf8.count
    let packet = start + String(repeating: "x", count: length) + end
    var jpeg = JPEGBuilder()
    jpeg.add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    let payloads = try MetadataCarrierTests.payloads(
      .xmp, in: try MetadataCarrierTests.carry(jpeg.bytes))
    #expect(payloads.count == count)
    #expect(payloads.allSatisfy { $0.count == 65_533 })
  }

  static func resource(_ number: UInt8, _ data: [UInt8], high: UInt8 = 4) -> [UInt8] {
    let size = [
      0, UInt8(data.count >> 16), UInt8(data.count >> 8 & 0xFF), UInt8(data.count & 0xFF),
    ]
    return Array("8BIM".utf8) + [high, number, 0, 0] + size + data
      + [UInt8](repeating: 0, count: data.count % 2)
  }

  @Test("Photoshop's thumbnail goes, also where it runs over segments", arguments: [100, 70_001])
  func photoshop(size: Int) throws {
    let iptc = Self.resource(4, Array("caption".utf8))
    let thumbnail = Self.resource(12, [UInt8](repeating: 0xAB, count: size))
    let last = Self.resource(37, [1, 2])
    let all = iptc + thumbnail + last
    var jpeg = JPEGBuilder()
    let signature = Array("Photoshop 3.0\0".utf8)
    for start in stride(from: 0, to: all.count, by: 65_000) {
      jpeg.add(0xED, signature + all[start..<min(start + 65_000, all.count)])
    }
    let result = try MetadataCarrierTests.carry(jpeg.bytes)
    #expect(try MetadataCarrierTests.payloads(.photoshop, in: result) == [signature + iptc + last])
  }

  @Test(arguments: [[0x38], [0xFF], []] as [[UInt8]])
  func photoshopThatCanNotBeTakenApartIsKept(tail: [UInt8]) throws {
    let content =
      Array("Photoshop 3.0\0".utf8) + Self.resource(4, [1, 2]) + Array("8BIM".utf8)
      + [4, 12, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + tail
    var jpeg = JPEGBuilder()
    jpeg.add(0xED, content)
    let result = try MetadataCarrierTests.carry(jpeg.bytes)
    #expect(try MetadataCarrierTests.payloads(.photoshop, in: result) == [content])
  }

  @Test("Without location, no byte of it is left", arguments: [true, false])
  func stripLocation(bigEndian: Bool) throws {
    var exif = SamplePhone.exif(bigEndian: bigEndian)
    exif.set(0x927C, .undefined(Array("Maker\0secret place".utf8)), in: .exif)
    exif.set(0x83BB, .undefined(Array("secret city".utf8)), in: .primary)
    // CameraOwnerName, BodySerialNumber, LensSerialNumber and DNG's CameraSerialNumber.
    for tag: UInt16 in [0xA430, 0xA431, 0xA435] { exif.set(tag, .text("secret owner"), in: .exif) }
    exif.set(0xC62F, .text("secret number"), in: .primary)
    for tag: UInt16 in [0x013B, 0x8298] { exif.set(tag, .text("author's wish"), in: .primary) }
    exif.set(0x001B, .undefined(Array("secret method".utf8)), in: .gps)
    var jpeg = JPEGBuilder(width: 40, height: 30)
    // Behind the block are the remains of another program.
    jpeg.add(0xE1, exif.segment + Array("secret leftovers".utf8))
    jpeg.add(xmp: "exif:GPSLatitude=\"40,45.48N\" photoshop:City=\"secret\"")
    for (marker, text) in [
      (0xED, "Photoshop 3.0\0secret"), (0xFE, "secret"), (0xE4, "secret"),
      (0xE1, "http://ns.adobe.com/xmp/extension/\0secret"),
    ] as [(UInt8, String)] {
      jpeg.add(marker, Array(text.utf8))
    }
    let result = try MetadataCarrierTests.carry(jpeg.bytes, stripLocation: true)
    for word in ["secret", "GPSLatitude", "2026:11:21\0"] {
      let bytes = Array(word.utf8)
      let count = result.indices.count { result[$0...].starts(with: bytes) }
      #expect(count == 0, "\(word)")
    }
    let wish = Array("author's wish".utf8)
    #expect(result.indices.count { result[$0...].starts(with: wish) } == 2)
    let kinds = try JPEGSegments(result).segments.map(\.kind).filter { $0 != .coding }
    #expect(kinds == [.jfif, .exif, .frame])
    let (metadata, warnings) = CaptureMetadata.read(jpeg: result)
    #expect(warnings.isEmpty)
    #expect(metadata.latitude == nil && metadata.altitude == nil && metadata.heading == nil)
    #expect(metadata.positionFlaw == nil)
    #expect(metadata.make == "Example" && metadata.focalLengthIn35mm == 26)
    #expect(metadata.timestamp?.description == "2026-11-21T12:00:00")
    #expect(!result.holds(Array("-05:00".utf8)))
  }
}
