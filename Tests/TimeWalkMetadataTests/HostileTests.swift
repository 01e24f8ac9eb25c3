import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// For any bytes, reading and carrying end, in an answer or an error.
@Suite struct HostileTests {
  static func exercise(_ bytes: [UInt8], target: [UInt8]) throws {
    let (metadata, _) = CaptureMetadata.read(jpeg: bytes)
    _ = try? metadata.resolved(declination: declination(3))
    for strip in [false, true] {
      let carrier = MetadataCarrier(
        original: bytes, options: MetadataCarrier.Options(stripLocation: strip))
      let result = try carrier.carry(into: target, width: 16, height: 8)
      let segments = try JPEGSegments(result)
      #expect(segments.hasScan && !segments.isTruncated && !segments.hasGarbage)
      let carried = CaptureMetadata.read(jpeg: result).metadata
      #expect(carried.orientation == 1)
      if strip { #expect(carried.latitude == nil && carried.longitude == nil) }
    }
  }

  @Test(TestData.isPresent, arguments: ["hostile/images-fuzzed", "hostile/exif", "hostile/images"])
  func hostileFiles(folder: String) throws {
    let target = JPEGBuilder().bytes
    let files = TestData.files(in: folder)
    #expect(files.count > 10)
    for file in files {
      guard let bytes = try? TestData.bytes(folder + "/" + file) else { continue }
      try Self.exercise(bytes, target: target)
      // Also as the content of an Exif segment, which reaches deeper.
      var jpeg = JPEGBuilder()
      jpeg.add(0xE1, Array("Exif\0\0".utf8) + bytes.prefix(60_000))
      try Self.exercise(jpeg.bytes, target: target)
    }
  }

  @Test(TestData.isPresent) func everyRealPhotoIsCarried() throws {
    let target = JPEGBuilder().bytes
    let files = TestData.files(in: "photos")
    #expect(files.count > 100)
    for file in files {
      try Self.exercise(try TestData.bytes("photos/" + file), target: target)
    }
  }

  @Test("Mutations of a phone's metadata", arguments: 0..<20)
  func mutations(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9 &+ 1)
    let target = JPEGBuilder().bytes
    for round in 0..<50 {
      let exif = SamplePhone.exif(bigEndian: round % 2 == 0)
        .setting(0x927C, ReadCameraTests.makerNote(10, -990, 30), in: .exif)
      var segment = exif.segment
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let at = Int.random(in: 6..<min(segment.count, 900), using: &random)
        segment[at] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if round % 5 == 0 {
        segment.removeLast(Int.random(in: 0..<segment.count - 8, using: &random))
      }
      var jpeg = JPEGBuilder()
      jpeg.add(0xE1, segment)
      var packet = Array(JPEGBuilder.packet(SamplePhone.xmp).utf8)
      for _ in 0..<4 {
        packet[Int.random(in: packet.indices, using: &random)] =
          Array("<>\"'=/:!? ".utf8).randomElement(using: &random) ?? 0
      }
      jpeg.add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
      try Self.exercise(jpeg.bytes, target: target)
    }
  }

  @Test func everyTruncationOfAnExifBlock() throws {
    let target = JPEGBuilder().bytes
    let segment = SamplePhone.exif().segment
    for end in 6..<segment.count {
      var jpeg = JPEGBuilder()
      jpeg.add(0xE1, Array(segment[..<end]))
      try Self.exercise(jpeg.bytes, target: target)
    }
  }
}

/// The same for files of other kinds, whole, cut off and with bytes turned.
@Suite struct HostileContainerTests {
  static func exercise(_ bytes: [UInt8], target: [UInt8]) throws {
    for container in PhotoContainer.allCases {
      let embedded = EmbeddedMetadata(bytes, in: container)
      let (metadata, _) = CaptureMetadata.read(embedded)
      _ = try? metadata.resolved(declination: declination(3))
      _ = PictureWords.read(bytes, in: container)
      guard embedded.exif != nil || embedded.xmp != nil else { continue }
      for strip in [false, true] {
        let options = MetadataCarrier.Options(
          stripLocation: strip, link: OriginalLink(sha256: "00", path: "/a"),
          given: strip ? nil : CarriedOriginTests.given())
        let carrier = MetadataCarrier(embedded, options: options)
        let result = try carrier.carry(into: target, width: 16, height: 8)
        let segments = try JPEGSegments(result)
        #expect(segments.hasScan && !segments.isTruncated && !segments.hasGarbage)
        let carried = CaptureMetadata.read(jpeg: result).metadata
        #expect(carried.orientation == 1)
        if strip { #expect(carried.latitude == nil && carried.longitude == nil) }
      }
    }
  }

  static let files: [(name: String, bytes: [UInt8])] = {
    let real = TestData.files(in: "photos").compactMap { name in
      (try? TestData.bytes("photos/" + name)).map { (name, $0) }
    }.filter { PhotoContainer(content: $0.1).map { $0 != .jpeg } ?? false }
    let own = (EmbeddedMetadataTests.withExif + EmbeddedMetadataTests.withXMP)
      .map { ($0.testDescription, $0.bytes) }
    return real + own
  }()

  @Test(TestData.isPresent, arguments: ["hostile/images-fuzzed", "hostile/exif", "hostile/images"])
  func hostileFiles(folder: String) throws {
    let target = JPEGBuilder().bytes
    for file in TestData.files(in: folder) {
      guard let bytes = try? TestData.bytes(folder + "/" + file) else { continue }
      try Self.exercise(bytes, target: target)
    }
  }

  @Test("Files cut off anywhere", arguments: 0..<4) func cutOff(part: Int) throws {
    let target = JPEGBuilder().bytes
    for (index, file) in Self.files.enumerated() where index % 4 == part {
      // Headers lie in front, items behind.
      let ends =
        Array(stride(from: 0, to: min(file.bytes.count, 4096), by: 61))
        + (1..<12).map { file.bytes.count * $0 / 12 }
      for end in ends { try Self.exercise(Array(file.bytes[..<end]), target: target) }
    }
  }

  @Test("Files with bytes turned", arguments: 0..<4) func mutated(part: Int) throws {
    let target = JPEGBuilder().bytes
    var random = SeededGenerator(seed: UInt64(part) &* 0x9E37_79B9 &+ 5)
    for (index, file) in Self.files.enumerated() where index % 4 == part {
      for _ in 0..<40 {
        var bytes = file.bytes
        for _ in 0..<Int.random(in: 1...10, using: &random) {
          let at = Int.random(in: 0..<min(bytes.count, 3000), using: &random)
          bytes[at] =
            [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        try Self.exercise(bytes, target: target)
      }
    }
  }
}
