import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Parts of pictures that are read without the rest, against the same part of the whole.
@Suite struct PicturePartTests {
  static func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRegion {
    PixelRegion(x: x, y: y, width: width, height: height)
  }

  /// The corners, the middle, single pixels, all of it, and more than there is.
  static func regions(of size: PixelSize) -> [PixelRegion] {
    let (width, height) = (max(1, size.width / 3), max(1, size.height / 3))
    let (right, bottom) = (size.width - width, size.height - height)
    return [
      region(0, 0, width, height), region(right, 0, width, height),
      region(0, bottom, width, height), region(right, bottom, width, height),
      region(width / 2, height / 2, width, height), region(size.width - 1, size.height - 1, 1, 1),
      region(0, size.height / 2, size.width, 1), region(0, 0, size.width, size.height),
      region(-5, -7, width + 5, height + 7), region(right, bottom, .max, .max),
    ]
  }

  /// A sample of a plane at a pixel of the picture.
  static func sample(_ image: PlanarImage, _ plane: Int, _ x: Int, _ y: Int) -> Int {
    let shares = plane == 0 ? ChromaSampling.full : image.sampling
    return Int(image.planes[plane][x / shares.horizontal, y / shares.vertical])
  }

  /// The greatest difference between a part that isn't made smaller and the whole upright picture.
  static func difference(_ part: PicturePart, _ whole: PlanarImage) -> Int {
    guard part.place.whole == whole.size, part.place.step == .one else { return 255 }
    var worst = 0
    for plane in part.image.planes.indices {
      for y in 0..<part.image.size.height {
        for x in 0..<part.image.size.width {
          let known = sample(whole, plane, x + Int(part.place.x), y + Int(part.place.y))
          worst = max(worst, abs(sample(part.image, plane, x, y) - known))
        }
      }
    }
    return worst
  }

  /// Returns true if a part has all existing pixels of a region.
  static func covers(_ part: PicturePart, _ region: PixelRegion) -> Bool {
    let whole = PixelRegion(
      x: 0, y: 0, width: part.place.whole.width, height: part.place.whole.height)
    guard let wanted = region.intersection(whole) else { return false }
    let right = part.place.x + Double(part.image.size.width) * part.place.step.x
    let bottom = part.place.y + Double(part.image.size.height) * part.place.step.y
    return part.place.x <= Double(wanted.x) && part.place.y <= Double(wanted.y)
      && right >= Double(wanted.x + wanted.width) && bottom >= Double(wanted.y + wanted.height)
  }

  @Test(arguments: FitTests.samplings, [false, true])
  func `a part of a JPEG is that part of the whole, sample for sample`(
    sampling: ChromaSampling, restarts: Bool
  ) throws {
    for (width, height) in [(1, 1), (7, 300), (333, 18), (201, 403)] {
      for isGray in [false, true] {
        let bytes = try Pictures.scene(width, height, sampling: sampling, isGray: isGray)
          .encode(restartsEachRow: restarts)
        let whole = try JPEGPicture.decode(bytes).image
        for region in Self.regions(of: whole.size) {
          let part = try PicturePart.read(
            bytes, PartQuestion(region: region), orientation: .upright)
          #expect(Self.covers(part, region))
          #expect(Self.difference(part, whole) == 0, "\(region)")
        }
      }
    }
  }

  @Test(arguments: FormatTests.pictures, Orientation.allCases)
  func `a part of a picture in any format is that part of the upright one`(
    name: String, orientation: Orientation
  ) throws {
    let bytes = try FormatFixtures.bytes(name)
    guard try #require(ImageFormat.recognise(bytes)).isReadable else { return }
    let decoded = try DecodedPicture.decode(bytes)
    let turning = decoded.orientation ?? orientation
    let whole = try decoded.image.resampled(to: decoded.image.size, turning: turning)
    for region in Self.regions(of: whole.size) {
      let part = try PicturePart.read(
        bytes, PartQuestion(region: region), orientation: orientation)
      #expect(part.image.isGray == whole.isGray)
      #expect(Self.covers(part, region), "\(region) \(part.place)")
      #expect(Self.difference(part, whole) == 0, "\(region)")
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a scaled part lies where its place says, in all planes`(orientation: Orientation) throws {
    // Luma slopes across, one colour down, as shown.
    let (width, height) = (601, 403)
    let size = PixelSize(width: width, height: height)
    let shown = orientation.swapsSides ? size.turned : size
    let stored = try Pictures.make(width, height, sampling: .full) { _, _, _ in 0 }
    for y in 0..<shown.height {
      for x in 0..<shown.width {
        let (column, row) = OrientationTests.stored(orientation, x, y, width: width, height: height)
        let values = [20 + 200 * x / shown.width, 20 + 200 * y / shown.height, 128]
        for (plane, value) in zip(stored.planes, values) {
          plane.withRow(row) { $0[column] = UInt8(value) }
        }
      }
    }
    let jpeg = try stored.encode(quality: 100)
    var worst = 0.0
    for step in [1, 1.7, 2, 3.3, 5, 8, 20] {
      for region in [
        Self.region(0, 0, 200, 150), Self.region(90, 131, 160, 97),
        Self.region(shown.width - 150, shown.height - 120, 150, 120),
      ] {
        let part = try PicturePart.read(
          jpeg, PartQuestion(region: region, step: step), orientation: orientation)
        #expect(Self.covers(part, region))
        #expect(part.place.step.max() <= step, "libjpeg goes by whole divisors")
        // Not the outermost samples, which libjpeg pads.
        for y in 1..<part.image.size.height - 1 {
          for x in 1..<part.image.size.width - 1 {
            let place =
              SIMD2(part.place.x, part.place.y) + (SIMD2(Double(x), Double(y)) + 0.5)
              * part.place.step
            let luma = 20 + 200 * (place.x - 0.5) / Double(shown.width)
            let colour = 20 + 200 * (place.y - 0.5) / Double(shown.height)
            worst = max(worst, abs(luma - Double(part.image.planes[0][x, y])))
            worst = max(worst, abs(colour - Double(part.image.planes[1][x, y])))
          }
        }
      }
    }
    #expect(worst <= 3)
  }

  @Test(arguments: [1.0, 2, 2.6, 4, 9])
  func `other formats become as small as is wanted, row by row`(step: Double) throws {
    let bytes = try PlainPicture.focusPeaking(Pictures.scene(401, 303)).png()
    let whole = try DecodedPicture.decode(bytes).image
    for region in Self.regions(of: whole.size) where region.width > 40 && region.height > 40 {
      let part = try PicturePart.read(
        bytes, PartQuestion(region: region, step: step), orientation: .upright)
      #expect(Self.covers(part, region))
      // No coarser, but for the rounding of the shorter side.
      #expect(max(1, part.place.step.x) <= step * (1 + 0.6 / Double(part.image.size.width)))
      #expect(max(1, part.place.step.y) <= step * (1 + 0.6 / Double(part.image.size.height)))
      // The same filter's result for that part of the whole.
      let cut = PlanarImage(
        size: part.cutSize, sampling: .full,
        planes: whole.planes.map { $0.part(part.cut) })
      let expected = try cut.resampled(to: part.image.size, turning: .upright)
      let pairs = zip(part.image.planes, expected.planes)
      #expect(pairs.allSatisfy { $0.samples == $1.samples })
    }
  }

  @Test func `rows above restart markers are not looked at`() throws {
    let scene = try Pictures.scene(160, 700)
    let sound = try scene.encode(restartsEachRow: true)
    let region = Self.region(20, 600, 100, 100)
    let expected = try PicturePart.read(
      sound, PartQuestion(region: region), orientation: .upright)
    // Zeros where the first rows' codes were, but for the markers; the part begins in row 37 of 44,
    // which 32 restarts are above.
    var broken = sound
    let scan = try #require(broken.indices.first { broken[$0...].starts(with: [0xFF, 0xDA]) })
    let start = scan + 14
    var markers = 0
    for index in start..<broken.count - 1 where markers < 31 {
      if broken[index] == 0xFF, (0xD0...0xD7).contains(broken[index + 1]) {
        markers += 1
      } else if broken[index - 1] != 0xFF {
        broken[index] = 0
      }
    }
    try message(of: .damaged) { _ = try JPEGPicture.decode(broken) }
    let part = try PicturePart.read(broken, PartQuestion(region: region), orientation: .upright)
    #expect(part.warnings.isEmpty)
    #expect(part.image.planes.map(\.samples) == expected.image.planes.map(\.samples))
    // Without the markers' order they can't be used.
    let plain = try scene.encode(restartsEachRow: false)
    let read = try PicturePart.read(plain, PartQuestion(region: region), orientation: .upright)
    #expect(read.image.planes.map(\.samples) == expected.image.planes.map(\.samples))
  }

  @Test func `a JPEG of several scans is read within the limit of its coefficients`() throws {
    let whole = try JPEGPicture.decode(Pictures.progressive).image
    for region in Self.regions(of: whole.size) {
      let part = try PicturePart.read(
        Pictures.progressive, PartQuestion(region: region), orientation: .upright)
      #expect(Self.difference(part, whole) == 0)
    }
    let large = LargePhotos.jpeg(2000, 1500, refinements: 3)
    var limits = ImagingLimits()
    // Two bytes for each of 4.5 million samples.
    limits.decoderBytes = 9_200_000
    let question = PartQuestion(region: Self.region(0, 0, 8, 8), step: 8)
    _ = try PicturePart.read(large, question, orientation: .upright, limits: limits)
    limits.decoderBytes = 8_000_000
    let text = try message(of: .overLimit) {
      _ = try PicturePart.read(large, question, orientation: .upright, limits: limits)
    }
    #expect(text.contains("more memory than is allowed"))
  }

  @Test func `inks and stored RGB come as the whole has them`() throws {
    for bytes in [Pictures.adobeCMYK, Pictures.rgb, LargePhotos.jpeg(64, 48, colours: .inks)] {
      let whole = try JPEGPicture.decode(bytes).image
      for region in Self.regions(of: whole.size) {
        let part = try PicturePart.read(
          bytes, PartQuestion(region: region), orientation: .upright)
        #expect(Self.difference(part, whole) == 0)
      }
    }
  }

  @Test func `a rectangle that makes no sense is refused by name`() throws {
    let bytes = try Pictures.scene(120, 80).encode()
    func ask(_ region: PixelRegion, step: Double = 1) throws {
      _ = try PicturePart.read(
        bytes, PartQuestion(region: region, step: step), orientation: .turnClockwise, name: "a.jpg")
    }
    // It is 80 x 120 as shown.
    try ask(Self.region(79, 119, 1, 1))
    for region in [
      Self.region(80, 0, 1, 1), Self.region(0, 120, 5, 5), Self.region(-3, -3, 3, 3),
      Self.region(.max, .max, .max, .max), Self.region(.min, .min, 10, 10),
    ] {
      let text = try message(of: .overLimit) { try ask(region) }
      #expect(text.contains("outside a.jpg, which has 80 x 120 pixels"))
    }
    for region in [Self.region(0, 0, 0, 9), Self.region(0, 0, 9, -1)] {
      try message(of: .invalidArgument) { try ask(region) }
    }
    for step in [0.5, .nan, .infinity, -1] {
      try message(of: .invalidArgument) { try ask(Self.region(0, 0, 9, 9), step: step) }
    }
    try ask(Self.region(-9, -9, .max, .max), step: 1e300)
  }

  @Test func `a part may be of a larger picture than a whole one`() throws {
    let jpeg = try Pictures.scene(300, 200).encode()
    let question = PartQuestion(region: Self.region(100, 100, 50, 40))
    var limits = ImagingLimits()
    limits.pixels = 300 * 200 - 1
    try message(of: .overLimit) { _ = try DecodedPicture.decode(jpeg, limits: limits) }
    _ = try PicturePart.read(jpeg, question, orientation: .upright, limits: limits)
    limits.partPixels = 50 * 40
    _ = try PicturePart.read(jpeg, question, orientation: .upright, limits: limits)
    limits.partPixels -= 1
    let text = try message(of: .overLimit) {
      _ = try PicturePart.read(jpeg, question, orientation: .upright, limits: limits)
    }
    #expect(text.contains("50 x 40 pixels, more than the limit of 1999"))
    limits.partPixels = 1 << 24
    limits.partedPixels = 300 * 200
    _ = try PicturePart.read(jpeg, question, orientation: .upright, limits: limits)
    limits.partedPixels -= 1
    try message(of: .overLimit) {
      _ = try PicturePart.read(jpeg, question, orientation: .upright, limits: limits)
    }
    // A picture that must be decoded whole, by its decoder or because of its passes, is a whole
    // one.
    limits = ImagingLimits()
    limits.pixels = 32 * 24 - 1
    limits.partPixels = 200
    for name in ["png-rgb", "tiff-rgb", "tiff-tiles", "png-interlaced", "webp-lossy", "avif"] {
      let bytes = try FormatFixtures.bytes(name)
      guard try #require(ImageFormat.recognise(bytes)).isReadable else { continue }
      let ask = {
        _ = try PicturePart.read(
          bytes, PartQuestion(region: Self.region(4, 4, 9, 9)), orientation: .upright,
          limits: limits)
      }
      // A strip or tile of these small files is nearly all of them, too.
      if name == "png-rgb" { try ask() } else { try message(of: .overLimit, ask) }
    }
  }

  @Test func `damage below a part has no effect, above it it has`() throws {
    var files = [("jpeg", try Pictures.scene(320, 400).encode(restartsEachRow: false))]
    // libpng reads some kilobytes ahead; the picture must not be small.
    var state: UInt32 = 7
    let noise = try Pictures.make(320, 400, isGray: true) { _, _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 24)
    }
    files.append(("png", try PlainPicture.focusPeaking(noise).png()))
    if ImageFormat.tiff.isReadable { files.append(("tiff", Self.strips(320, 400))) }
    for (name, bytes) in files {
      let whole = try DecodedPicture.decode(bytes).image
      // A TIFF's directory is at its end here, which is kept.
      let cut =
        name == "tiff"
        ? Self.strips(320, 400, missing: 200) : Array(bytes.prefix(bytes.count * 6 / 10))
      let above = try PicturePart.read(
        cut, PartQuestion(region: Self.region(30, 0, 80, 120)), orientation: .upright)
      #expect(Self.difference(above, whole) == 0, "\(name)")
      var question = PartQuestion(region: Self.region(0, 340, 300, 60))
      try message(of: .damaged) {
        _ = try PicturePart.read(cut, question, orientation: .upright)
      }
      question.acceptsDamage = true
      let left = try PicturePart.read(cut, question, orientation: .upright)
      #expect(left.image.size.width >= 300)
    }
  }

  @Test(TestData.isPresent) func `parts of real photos are those of the whole, or both refused`()
    throws
  {
    var compared = 0
    for name in TestData.files(in: "photos") where !name.hasSuffix(".csv") {
      let bytes = try TestData.bytes("photos/\(name)")
      // The largest take seconds each.
      guard bytes.count < 200_000, let whole = try? DecodedPicture.decode(bytes) else { continue }
      let size = whole.image.size
      guard size.width * size.height < 1_000_000 else { continue }
      let orientation = whole.orientation ?? .upright
      let shown = try whole.image.resampled(to: size, turning: orientation)
      for region in Self.regions(of: shown.size).prefix(4) {
        let part = try PicturePart.read(
          bytes, PartQuestion(region: region), orientation: orientation)
        #expect(Self.covers(part, region), "\(name)")
        var luma = part
        luma.image = PlanarImage(
          size: part.image.size, sampling: .full, planes: [part.image.planes[0]])
        // A raw file's own JPEG may be the whole one's picture; parts are the sensor's.
        #expect(whole.format == .dng || Self.difference(luma, shown) <= 1, "\(name) \(region)")
      }
      compared += 1
    }
    #expect(compared > 20)
  }

  /// A gray TIFF in strips of 16 rows; those from a row on lie outside the file.
  private static func strips(_ width: Int, _ height: Int, missing: Int = .max) -> [UInt8] {
    let rows = 16
    let blocks = stride(from: 0, to: height, by: rows).map { top in
      (0..<rows * width).map { UInt8(truncatingIfNeeded: ($0 % width) / 2 + top / 4) }
    }
    let length = rows * width
    return TIFFBuilder(
      directories: [
        [
          (256, .longs([width])), (257, .longs([height])), (258, .shorts([8])),
          (259, .shorts([1])), (262, .shorts([1])), (277, .shorts([1])), (278, .longs([rows])),
          (
            273,
            .longs(
              blocks.indices.map { $0 * rows < missing ? 8 + $0 * length : 100_000_000 })
          ), (279, .longs(blocks.map(\.count))),
        ]
      ], blocks: blocks
    ).bytes()
  }
}

extension PicturePart {
  /// The part of the whole that it was made of.
  fileprivate var cut: PixelRegion {
    PixelRegion(x: Int(place.x), y: Int(place.y), width: cutSize.width, height: cutSize.height)
  }
  fileprivate var cutSize: PixelSize {
    PixelSize(
      width: Int((Double(image.size.width) * place.step.x).rounded()),
      height: Int((Double(image.size.height) * place.step.y).rounded()))
  }
}
