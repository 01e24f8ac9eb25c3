import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

@Suite struct JPEGTests {
  static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2), (2, 4)].map {
    ChromaSampling(horizontal: $0.0, vertical: $0.1)
  }
  static let sizes = [(1, 1), (1, 70), (70, 1), (8, 8), (16, 16), (17, 33), (100, 75)]

  @Test(arguments: samplings, sizes)
  func `what is encoded is decoded again`(sampling: ChromaSampling, size: (Int, Int)) throws {
    let picture = try Pictures.make(size.0, size.1, sampling: sampling) { plane, x, y in
      100 + plane * 20 + (x + y) / 2
    }
    for restarts in [true, false] {
      let decoded = try JPEGPicture.decode(picture.encode(quality: 100, restartsEachRow: restarts))
      #expect(decoded.warningCount == 0 && !decoded.isDamaged)
      #expect(decoded.image.size == picture.size)
      #expect(decoded.image.sampling == sampling)
      for (plane, original) in zip(decoded.image.planes, picture.planes) {
        #expect(plane.size == original.size)
        #expect(zip(plane.samples, original.samples).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
      }
    }
  }

  @Test(arguments: [UInt8(0x12), 0x21, 0x13, 0x31])
  func `components that all have several blocks in a unit are taken`(factors: UInt8) throws {
    for height in [8, 24, 40] {
      var builder = JPEGBuilder(width: 24, height: height)
      builder.factors = factors
      #expect(try JPEGPicture.decode(builder.bytes).image.size.height == height)
      let fitted = try DecodedPicture.fitted(builder.bytes, within: 16, orientation: .upright)
      #expect(max(fitted.image.size.width, fitted.image.size.height) == 16)
    }
  }

  @Test func `gray stays one plane`() throws {
    let bytes = try Pictures.scene(33, 21, isGray: true).encode()
    let info = try JPEGInfo.read(bytes)
    #expect(info.components == 1 && info.colourSpace == "gray" && !info.isProgressive)
    #expect(try JPEGPicture.decode(bytes).image.isGray)
  }

  @Test func `a header is read without decoding`() throws {
    let info = try JPEGInfo.read(Pictures.progressive)
    #expect(info.size == PixelSize(width: 24, height: 16))
    #expect(
      info.isProgressive && info.components == 3 && info.colourSpace == "YCbCr"
        && info.sampling == .quarter)
  }

  @Test(arguments: [(Pictures.adobeCMYK, [76, 85, 255]), (Pictures.rgb, [84, 114, 210])])
  func `inks and RGB become the right colour`(bytes: [UInt8], expected: [Int]) throws {
    let image = try JPEGPicture.decode(bytes).image
    #expect(image.size == PixelSize(width: 16, height: 8) && image.sampling == .full)
    for (plane, value) in zip(image.planes, expected) {
      #expect(
        plane.samples.allSatisfy { abs(Int($0) - value) <= 3 },
        "\(plane.samples.prefix(3)) \(value)")
    }
  }

  @Test func `a restart marker ends each row of blocks`() throws {
    let picture = try Pictures.scene(64, 100)
    let restarts = { (bytes: [UInt8]) in
      zip(bytes, bytes.dropFirst()).count { $0 == 0xFF && (0xD0...0xD7).contains($1) }
    }
    #expect(try restarts(picture.encode()) == 6)
    #expect(try restarts(picture.encode(restartsEachRow: false)) == 0)
  }

  @Test(arguments: [0, 101, -1]) func `a quality that makes no sense is refused`(quality: Int)
    throws
  {
    try message(of: .invalidArgument) { _ = try Pictures.tone(1, 8, 8).encode(quality: quality) }
  }

  @Test
  func `limits are checked before pixels are decoded, and the default lets ordinary files pass`()
    throws
  {
    let bytes = Pictures.progressive
    #expect(try JPEGPicture.decode(bytes).image.size.width == 24)
    var limits = ImagingLimits()
    limits.pixels = 24 * 16 - 1
    try message(of: .overLimit) { _ = try JPEGInfo.read(bytes, limits: limits) }
    limits.pixels += 1
    #expect(try JPEGInfo.read(bytes, limits: limits).size.height == 16)
    limits.scans = 3
    #expect(
      try message(of: .overLimit) { _ = try JPEGPicture.decode(bytes, limits: limits) }.contains(
        "scans"))
    limits.scans = 10
    #expect(try JPEGPicture.decode(bytes, limits: limits).warningCount == 0)
    limits = ImagingLimits()
    limits.bytes = bytes.count - 1
    try message(of: .overLimit) { _ = try JPEGInfo.read(bytes, limits: limits) }
  }

  @Test func `a header that claims more than there may be is refused at once`() throws {
    var bytes = try Pictures.tone(9, 16, 16).encode()
    let frame = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0x00, 0xFF, 0x00])
    #expect(
      try message(of: .overLimit) { _ = try JPEGPicture.decode(bytes) }.contains("65280 x 65280"))
  }

  @Test func `memory that the decoder takes for scans is limited`() throws {
    var bytes = Pictures.progressive
    let frame = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x10, 0x00, 0x10, 0x00])
    var limits = ImagingLimits()
    limits.decoderBytes = 10_000_000
    #expect(
      try message(of: .overLimit) { _ = try JPEGPicture.decode(bytes, limits: limits) }.contains(
        "memory"))
    limits.decoderBytes = 100_000_000
    try message(of: .damaged) { _ = try JPEGPicture.decode(bytes, limits: limits) }
  }

  @Test(arguments: [0.2, 0.5, 0.8])
  func `a picture that breaks off is refused, or given as far as it goes`(
    share: Double
  ) throws {
    let whole = try Pictures.scene(200, 160).encode()
    let cut = Array(whole.prefix(600 + Int(Double(whole.count - 600) * share)))
    #expect(
      try message(of: .damaged) { _ = try JPEGPicture.decode(cut, name: "x.jpg") }.hasPrefix(
        "x.jpg is damaged"))
    let rest = try JPEGPicture.decode(cut, acceptingDamage: true)
    #expect(rest.isDamaged && rest.warningCount > 0 && rest.image.size.height == 160)
  }

  @Test func `a picture that lacks its last rows is taken with a warning that counts them`() throws
  {
    let whole = try Pictures.scene(200, 160).encode()
    let cut = Array(whole.dropLast(20))
    let picture = try JPEGPicture.decode(cut)
    #expect(picture.isDamaged)
    #expect(
      picture.warnings("x.jpg") == [
        "x.jpg ends early: the last 16 of its 160 stored rows are missing."
      ])
    let fitted = try DecodedPicture.fitted(cut, within: 100, orientation: .upright)
    #expect(fitted.warnings.first?.contains("ends early") == true)
    let expected = try JPEGPicture.decode(whole).image
    let rows = 144 * picture.image.planes[0].samples.count / 160
    #expect(
      picture.image.planes[0].samples.prefix(rows) == expected.planes[0].samples.prefix(rows))
    var strict = ImagingLimits()
    strict.leastRows = 1
    try message(of: .damaged) { _ = try JPEGPicture.decode(cut, limits: strict) }
  }

  @Test func `a progressive picture needs its first scan`() throws {
    let bytes = Pictures.progressive
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    let lacking = Array(bytes[..<(try #require(scans.last))])
    let picture = try JPEGPicture.decode(lacking)
    #expect(picture.isDamaged)
    #expect(
      picture.warnings("x.jpg") == [
        "x.jpg ends early: its fine details are missing, from scan \(scans.count) on."
      ])
    var strict = ImagingLimits()
    strict.leastRows = 1
    try message(of: .damaged) { _ = try JPEGPicture.decode(lacking, limits: strict) }
    // The first scan is cut.
    try message(of: .damaged) { _ = try JPEGPicture.decode(Array(bytes[..<(scans[0] + 16)])) }
  }

  @Test(arguments: [Pictures.progressive, try? Pictures.scene(90, 50).encode()])
  func `a missing end marker and bytes behind the picture are no damage`(bytes: [UInt8]?) throws {
    let bytes = try #require(bytes)
    let whole = try JPEGPicture.decode(bytes).image.planes.map(\.samples)
    #expect(try JPEGPicture.decode(bytes.dropLast(2) + []).image.planes.map(\.samples) == whole)
    let film = bytes + Array("ftypmp42 a film".utf8)
    #expect(try JPEGPicture.decode(film).image.planes.map(\.samples) == whole)
  }

  @Test func `a warning that costs no pixel is counted`() throws {
    var bytes = try Pictures.scene(64, 64).encode()
    let huffman = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
    bytes.insert(contentsOf: [0, 1, 2, 3], at: huffman)
    let picture = try JPEGPicture.decode(bytes)
    #expect(!picture.isDamaged && picture.image.size.width == 64)
  }

  @Test func `sampling that no encoder writes is decoded or refused, never worse`() throws {
    let bytes = try Pictures.scene(48, 40, sampling: .full).encode()
    let frame = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    for y in 0..<64 {
      for chroma in [0x11, 0x12, 0x21, 0x22, 0x13, 0x31, 0x41, 0x14, 0x44, 0x00, 0x51] {
        var odd = bytes
        odd[frame + 11] = UInt8((y / 8 + 1) << 4 | (y % 8 + 1))
        odd[frame + 14] = UInt8(chroma)
        do {
          let image = try JPEGPicture.decode(odd, acceptingDamage: true).image
          #expect(image.size == PixelSize(width: 48, height: 40))
          #expect(try !image.encode().isEmpty)
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }

  @Test func `every cut and many a changed byte give a picture or an error of ours`() throws {
    for bytes in [Pictures.progressive, Pictures.adobeCMYK, try Pictures.scene(40, 30).encode()] {
      var seed: UInt64 = 99
      for round in 0..<400 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var changed = bytes
        if round % 2 == 0 { changed = Array(bytes.prefix(Int(seed >> 33) % bytes.count)) }
        for shift in [3, 13, 23] where !changed.isEmpty {
          changed[Int(seed >> shift & 0xFFFF) % changed.count] = UInt8(
            truncatingIfNeeded: seed >> 45)
        }
        var limits = ImagingLimits()
        limits.pixels = 1 << 22
        do {
          let image = try JPEGPicture.decode(
            changed, limits: limits, acceptingDamage: round % 3 == 0
          ).image
          #expect(image.size.width > 0)
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }
}
