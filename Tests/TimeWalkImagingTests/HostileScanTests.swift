import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Strange JPEGs come to the same in the batch's way (rows made small at once) as where they are
/// decoded whole.
@Suite struct HostileScanTests {
  private static func fitted(_ bytes: [UInt8], isShared: Bool) throws -> PlanarImage {
    try JPEGFile.open(bytes, name: "x.jpg", limits: ImagingLimits()) { file throws(ImagingError) in
      try file.fitted(
        within: 4000, orientation: .upright, acceptingDamage: false, isShared: isShared)
    }.image
  }

  /// ITU-T T.81, B.2.3, allows ten blocks in a unit.
  @Test(arguments: [false, true])
  func `a unit of 48 blocks is refused`(isShared: Bool) throws {
    var builder = JPEGBuilder(width: 64, height: 64)
    builder.factors = 0x44
    let bytes = builder.bytes
    let reason = try message(of: .malformed) { _ = try JPEGPicture.decode(bytes, name: "x.jpg") }
    #expect(
      try message(of: .malformed) { _ = try Self.fitted(bytes, isShared: isShared) } == reason)
  }

  @Test func `one component with the same factors is taken`() throws {
    var builder = JPEGBuilder(width: 64, height: 64, components: 1)
    builder.factors = 0x44
    #expect(try Self.fitted(builder.bytes, isShared: false).size.width == 64)
  }

  @Test(arguments: FitTests.samplings, [(1, 1), (8, 8), (1, 8), (8, 1)])
  func `coefficients beyond all range give the same samples`(
    sampling: ChromaSampling, grain: (Int, Int)
  ) throws {
    // Patches of one tone: as large as a block they leave it one coefficient, or one row or column
    // of them.
    var chance = SeededGenerator(seed: 15)
    let tones = (0..<20_000).map { _ in Int.random(in: 0...255, using: &chance) }
    let noise = try Pictures.make(96, 64, sampling: sampling) { plane, x, y in
      tones[plane * 6144 + y / grain.1 * 96 + x / grain.0]
    }
    // Coefficients of up to 1,023 steps; a step of 255 makes eight times of them what 16 bits hold.
    var bytes = try noise.encode(quality: 100)
    for table in bytes.indices.dropLast(68) where bytes[table] == 0xFF && bytes[table + 1] == 0xDB {
      for step in table + 5..<table + 69 { bytes[step] = 255 }
    }
    let whole = try JPEGPicture.decode(bytes).image
    let streamed = try Self.fitted(bytes, isShared: false)
    #expect(streamed.planes.map(\.samples) == whole.planes.map(\.samples))
  }
}
