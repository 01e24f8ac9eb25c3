import Testing
import TimeWalkCore

@testable import TimeWalkImaging

@Suite struct FingerprintTests {
  /// A gray picture of a wall of blocks, each of its own tone; another seed gives another wall.
  static func wall(seed: UInt64, _ width: Int = 300, _ height: Int = 200) throws -> PlanarImage {
    func tone(_ column: Int, _ row: Int) -> Int {
      var value = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(column * 977 + row * 131)
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return 30 + Int((value ^ (value >> 31)) % 200)
    }
    return try Pictures.make(width, height, isGray: true) { _, x, y in
      let (column, row) = (x * 9 / width, y * 7 / height)
      return (tone(column, row) * 3 + tone(column / 3, row / 3 + 50)) / 4
    }
  }

  /// A copy whose samples come from other places of the picture, with other tones.
  static func copy(
    of image: PlanarImage, crop: Double = 0, border: Int = 0, tone: (Int) -> Int = { $0 }
  ) throws -> PlanarImage {
    let (width, height) = (image.size.width, image.size.height)
    let (left, top) = (Int(Double(width) * crop), Int(Double(height) * crop))
    let inner = (width: width - left, height: height - top)
    return try Pictures.make(
      inner.width + 2 * border, inner.height + 2 * border, isGray: true
    ) { _, x, y in
      let (column, row) = (x - border, y - border)
      guard (0..<inner.width).contains(column), (0..<inner.height).contains(row) else { return 240 }
      return tone(Int(image.planes[0][column + left, row + top]))
    }
  }

  private func print(
    _ image: PlanarImage, orientation: Orientation = .upright
  ) throws -> Fingerprint {
    Fingerprint(words: try #require(image.fingerprint(orientation: orientation)))
  }

  @Test(arguments: 1...5)
  func `another scan of a picture looks the same`(seed: UInt64) throws {
    let picture = try Self.wall(seed: seed)
    let original = try print(picture)
    let copies: [(String, PlanarImage)] = [
      ("as it is", picture),
      ("small", try picture.fitted(within: 120)),
      ("poor", try JPEGPicture.decode(picture.encode(quality: 40)).image),
      ("dark", try Self.copy(of: picture) { $0 * $0 / 300 }),
      ("pale", try Self.copy(of: picture) { 120 + $0 / 3 }),
      ("cropped", try Self.copy(of: picture, crop: 0.02)),
      ("in a border", try Self.copy(of: picture, border: 12)),
      (
        "pale in a border, cropped",
        try Self.copy(of: picture, crop: 0.02, border: 8) { 90 + $0 / 2 }
      ),
    ]
    for (name, copy) in copies {
      let distance = try original.distance(to: print(copy))
      #expect(distance <= 40, "\(name)")
      #expect(try print(copy).distance(to: original) == distance)
    }
  }

  @Test func `different pictures look different`() throws {
    let prints = try (1...20).map { try print(Self.wall(seed: $0)) }
    for (index, one) in prints.enumerated() {
      for other in prints[..<index] { #expect(one.distance(to: other) > 70) }
    }
  }

  @Test func `colour doesn't count`() throws {
    let gray = try Pictures.scene(160, 120, isGray: true)
    let coloured = try Pictures.scene(160, 120)
    #expect(try print(gray) == print(coloured))
  }

  @Test(arguments: Orientation.allCases)
  func `a picture that its metadata turn is the same as one that was turned`(
    orientation: Orientation
  ) throws {
    let stored = try Self.wall(seed: 3, 211, 130)
    let turned = try print(stored, orientation: orientation)
    #expect(
      try turned.distance(to: print(stored.resampled(to: stored.size, turning: orientation))) <= 2)
    if orientation != .upright { #expect(try turned.distance(to: print(stored)) > 80) }
  }

  @Test(arguments: [(1, 1), (1, 500), (500, 1), (640, 480)])
  func `a picture of one tone looks like nothing`(size: (Int, Int)) throws {
    #expect(try Pictures.tone(90, size.0, size.1).fingerprint() == nil)
  }

  @Test(arguments: [(2, 2), (1, 300), (300, 1), (17, 129), (127, 128), (1000, 3)])
  func `any size has a fingerprint`(size: (Int, Int)) throws {
    let picture = try Pictures.make(size.0, size.1) { _, x, y in (x * 97 + y * 61) & 255 }
    let first = try print(picture)
    #expect(try print(picture) == first)
  }

  @Test func `each bit says whether a field is brighter than the one before it`() throws {
    let towardsRight = try print(Pictures.make(170, 170, isGray: true) { _, x, _ in x })
    #expect(towardsRight.words == [.max, .max, 0, 0])
    let downwards = try print(Pictures.make(170, 170, isGray: true) { _, _, y in y })
    #expect(downwards.words == [0, 0, .max, .max])
    let towardsLeft = try print(Pictures.make(170, 170, isGray: true) { _, x, _ in 200 - x })
    #expect(towardsLeft.words == [0, 0, 0, 0])
  }

  @Test func `each sample counts by the share of it that lies in a field`() throws {
    let plane = try Pictures.make(3, 1, isGray: true) { _, x, _ in x * 60 }.planes[0]
    let grid = try #require(ToneGrid(plane))
    // Halves of three samples: one and a half each; fields of 128 are rounded to 1/256 of a level.
    let halves = try #require(grid.fields(columns: 2, rows: 1).first).map {
      Double($0) / (256 * 128 * 128)
    }
    #expect(abs(halves[0] - 20) < 0.01 && abs(halves[1] - 100) < 0.01, "\(halves)")
  }
}
