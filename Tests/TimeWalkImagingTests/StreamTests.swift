import Foundation
import Testing

@testable import TimeWalkImaging

/// Pictures that are made small row by row, against those that are whole first.
@Suite struct StreamTests {
  static let samplings = FitTests.samplings

  private static func fitted(
    _ bytes: [UInt8], within side: Int, _ orientation: Orientation, isShared: Bool,
    acceptingDamage: Bool = false
  ) throws -> PlanarImage {
    try JPEGFile.open(bytes, name: "x.jpg", limits: ImagingLimits()) { file throws(ImagingError) in
      try file.fitted(
        within: side, orientation: orientation, acceptingDamage: acceptingDamage,
        isShared: isShared)
    }.image
  }

  private static func expectEqual(_ one: PlanarImage, _ other: PlanarImage) {
    #expect(one.size == other.size)
    #expect(one.sampling == other.sampling)
    #expect(one.planes.map(\.samples) == other.planes.map(\.samples))
  }

  @Test(arguments: samplings, Orientation.allCases)
  func `a streamed picture is the whole one made small`(
    sampling: ChromaSampling, orientation: Orientation
  ) throws {
    for (width, height) in [(1, 1), (7, 300), (333, 18), (401, 303), (640, 481)] {
      let bytes = try Pictures.scene(width, height, sampling: sampling).encode()
      let whole = try JPEGPicture.decode(bytes).image
      for side in [1000, 250, 171] where max(width, height) < 3 * side {
        let expected = try whole.fitted(within: side, orientation: orientation)
        for isShared in [false, true] {
          Self.expectEqual(
            try Self.fitted(bytes, within: side, orientation, isShared: isShared), expected)
        }
      }
    }
  }

  @Test func `gray and upsampled pictures are streamed as well`() throws {
    let gray = try Pictures.scene(500, 400, isGray: true).encode()
    Self.expectEqual(
      try Self.fitted(gray, within: 200, .turnClockwise, isShared: true),
      try JPEGPicture.decode(gray).image.fitted(within: 200, orientation: .turnClockwise))
  }

  @Test(arguments: Orientation.allCases)
  func `slopes keep their places when libjpeg makes a picture smaller first`(
    orientation: Orientation
  ) throws {
    let width = 1602, height = 1206
    for sampling in [ChromaSampling.full, .quarter, ChromaSampling(horizontal: 2, vertical: 1)] {
      let bytes = try Pictures.make(width, height, sampling: sampling) { plane, x, y in
        plane == 0
          ? x * 255 / width
          : plane == 1
            ? x * sampling.horizontal * 255 / width : y * sampling.vertical * 255 / height
      }.encode(quality: 100)
      let whole = try JPEGPicture.decode(bytes).image
      for side in [400, 130] {
        let expected = try whole.fitted(within: side, orientation: orientation)
        let streamed = try Self.fitted(bytes, within: side, orientation, isShared: true)
        #expect(streamed.size == expected.size)
        for (one, other) in zip(streamed.planes, expected.planes) {
          #expect(one.size == other.size)
          let most = zip(one.samples, other.samples).map { abs(Int($0) - Int($1)) }.max()
          #expect(most ?? 255 <= 3)
        }
      }
    }
  }

  @Test func `a damaged picture is refused, or streamed as far as it goes`() throws {
    let bytes = try Pictures.scene(640, 480).encode()
    let cut = Array(bytes[..<(bytes.count / 2)])
    for isShared in [false, true] {
      try message(of: .damaged) {
        _ = try Self.fitted(cut, within: 300, .upright, isShared: isShared)
      }
      Self.expectEqual(
        try Self.fitted(cut, within: 300, .upright, isShared: isShared, acceptingDamage: true),
        try JPEGPicture.decode(cut, acceptingDamage: true).image.fitted(within: 300))
    }
  }

  @Test(arguments: samplings)
  func `halves encoded by themselves are the whole file`(sampling: ChromaSampling) throws {
    for (width, height) in [(64, 64), (130, 71), (33, 500), (1, 32)] {
      for isGray in [false, true] {
        let picture = try Pictures.scene(width, height, sampling: sampling, isGray: isGray)
        let whole = try picture.encoded(quality: 90, restartsEachRow: true)
        let halves = try picture.encodedInHalves(quality: 90)
        #expect(halves == whole || height < 16 * picture.sampling.vertical && halves == nil)
      }
    }
  }
}

/// The resampler against the filter as its formula says it, in floating point.
@Suite struct ResamplerTests {
  private static func lanczos(_ x: Double) -> Double {
    guard abs(x) < 3 else { return 0 }
    guard x != 0 else { return 1 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }

  /// One line resampled.
  private static func line(_ samples: [Double], _ axis: Axis) -> [Double] {
    let step = axis.length / Double(axis.newCount)
    let scale = max(1, step)
    return (0..<axis.newCount).map { index in
      let centre = axis.start + (Double(index) + 0.5) * step - 0.5
      var sum = 0.0, total = 0.0
      for place in Int((centre - 3 * scale).rounded(.up))...Int((centre + 3 * scale).rounded(.down))
      {
        var inside = place < 0 ? -place - 1 : place
        if inside >= samples.count { inside = 2 * samples.count - 1 - inside }
        let weight = lanczos((Double(place) - centre) / scale)
        sum += weight * samples[min(max(inside, 0), samples.count - 1)]
        total += weight
      }
      return sum / total
    }
  }

  static let sizes = [
    (63, 48, 32, 24), (100, 80, 99, 79), (257, 129, 64, 33), (40, 40, 3, 2), (9, 70, 2, 69),
    (1, 50, 1, 7), (333, 2, 100, 1), (64, 64, 64, 64),
  ]

  @Test(arguments: sizes, [false, true])
  func `each sample is what the filter gives, to one level`(
    size: (Int, Int, Int, Int), isMirrored: Bool
  ) throws {
    let (width, height, newWidth, newHeight) = size
    var state: UInt32 = 7
    let picture = try Pictures.make(width, height, isGray: true) { _, x, y in
      state = state &* 1_664_525 &+ 1_013_904_223
      return x % 9 < 4 ? 255 : Int(state >> 24) * (y % 3) / 2
    }
    let columns = Axis(
      source: width, shared: 1, target: newWidth, newShared: 2, isMirrored: isMirrored)
    let rows = Axis(
      source: height, shared: 1, target: newHeight, newShared: 1, isMirrored: isMirrored)
    let plane = picture.planes[0]
    let made = try Resampler.resample(plane, columns: columns, rows: rows, orientation: .upright)
    let across = (0..<height).map { y in
      Self.line((0..<width).map { Double(plane[$0, y]) }, columns)
    }
    var worst = 0.0
    for x in 0..<columns.newCount {
      let down = Self.line(across.map { $0[x] }, rows)
      for y in 0..<rows.newCount {
        worst = max(worst, abs(min(255, max(0, down[y])) - Double(made[x, y])))
      }
    }
    #expect(worst <= 1)
  }

  @Test(arguments: Orientation.allCases)
  func `the processor's own loops give what the plain ones give`(orientation: Orientation) throws {
    for (width, height, newWidth, newHeight) in Self.sizes {
      var state: UInt32 = 3
      let picture = try Pictures.make(width, height, isGray: true) { _, _, _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return state >> 31 == 0 ? 0 : 255
      }
      let axes = Axis.both(
        from: picture.size, shared: .full, to: PixelSize(width: newWidth, height: newHeight),
        newShared: .full, turning: orientation)
      let made = try [false, true].map { plainly in
        try Resampler.resample(
          picture.planes[0], columns: axes.columns, rows: axes.rows, orientation: orientation,
          plainly: plainly)
      }
      #expect(made[0].samples == made[1].samples)
    }
  }
}
