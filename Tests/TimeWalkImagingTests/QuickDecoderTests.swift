import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// The decoder of our own for usual files, against libjpeg: the samples are the same, and so is what is refused.
@Suite struct QuickDecoderTests {
  /// What came of a file.
  private struct Outcome: Equatable {
    var planes: [[UInt8]] = []
    var warnings = 0
    var isDamaged = false
    var fault = ""
  }

  private static func outcome(
    _ bytes: [UInt8], plainly: Bool, acceptingDamage: Bool = false, side: Int = 4000
  ) -> Outcome {
    do throws(ImagingError) {
      let picture = try JPEGFile.open(bytes, name: "x.jpg", limits: ImagingLimits()) {
        file throws(ImagingError) in
        try file.fitted(
          within: side, orientation: .upright, acceptingDamage: acceptingDamage, isShared: false,
          plainly: plainly)
      }
      return Outcome(
        planes: picture.image.planes.map(\.samples), warnings: picture.warningCount,
        isDamaged: picture.isDamaged)
    } catch {
      return Outcome(fault: error.message)
    }
  }

  /// Numbers without an order, the same in every run.
  private struct Chance: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static func noise(
    _ width: Int, _ height: Int, depth: Int, sampling: ChromaSampling
  ) throws -> PlanarImage {
    var chance = Chance(state: UInt64(width * 31 + depth))
    return try Pictures.make(width, height, sampling: sampling) { _, x, _ in
      128 + Int.random(in: -depth...depth, using: &chance) + (x / 40 % 2 == 0 ? 0 : 60)
    }
  }

  @Test(arguments: FitTests.samplings, [1, 25, 75, 95, 100])
  func `the samples are those of libjpeg, whatever the sampling and quality`(
    sampling: ChromaSampling, quality: Int
  ) throws {
    for (width, height) in [(1, 1), (17, 33), (127, 64), (320, 200)] {
      for depth in [0, 3, 127] {
        let picture = try Self.noise(width, height, depth: depth, sampling: sampling)
        for restarts in [false, true] {
          let bytes = try picture.encoded(quality: quality, restartsEachRow: restarts)
          let quick = Self.outcome(bytes, plainly: false)
          #expect(quick.fault.isEmpty)
          #expect(quick == Self.outcome(bytes, plainly: true))
        }
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a broken file comes to the same, with and without damage accepted`(seed: Int) throws {
    var chance = Chance(state: UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15)
    let whole = try Self.noise(
      200, 150, depth: 40, sampling: [.full, .quarter][seed % 2]
    ).encoded(quality: 60 + seed, restartsEachRow: seed % 3 == 0)
    for _ in 0..<10 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &chance) where bytes.count > 101 {
        let place = Int.random(in: 100..<bytes.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: bytes[place] = 0xFF
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        case 2: bytes.removeSubrange(place...)
        default: bytes.remove(at: place)
        }
      }
      for acceptingDamage in [false, true] {
        let outcomes = [false, true].map {
          Self.outcome(bytes, plainly: $0, acceptingDamage: acceptingDamage)
        }
        #expect(outcomes[0] == outcomes[1])
      }
    }
  }

  @Test(TestData.isPresent)
  func `real photos come to the same`() throws {
    let photos = TestData.files(in: "photos").filter { $0.lowercased().hasSuffix(".jpg") }
    #expect(!photos.isEmpty)
    for photo in photos {
      let bytes = try TestData.bytes("photos/" + photo)
      guard bytes.count < 3_000_000 else { continue }
      let quick = Self.outcome(bytes, plainly: false, side: 400)
      #expect(quick == Self.outcome(bytes, plainly: true, side: 400), "\(photo)")
    }
  }
}
