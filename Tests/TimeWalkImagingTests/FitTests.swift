import Testing

@testable import TimeWalkImaging

@Suite struct FitTests {
  static let sizes = [
    (1, 1), (1, 3000), (3000, 1), (3, 4000), (17, 33), (2, 2049), (2049, 3), (401, 303),
    (1031, 823), (60_000, 2),
  ]
  static let samplings = [
    ChromaSampling.full, .quarter, ChromaSampling(horizontal: 2, vertical: 1),
    ChromaSampling(horizontal: 1, vertical: 2),
    ChromaSampling(horizontal: 4, vertical: 1),
  ]

  @Test(arguments: sizes, samplings)
  func `an even tone stays even at any size`(size: (Int, Int), sampling: ChromaSampling) throws {
    let picture = try Pictures.make(size.0, size.1, sampling: sampling) { plane, _, _ in
      [200, 90, 160][plane]
    }
    for side in [2048, 320, 7] {
      let fitted = try picture.fitted(within: side, orientation: .turnClockwise)
      #expect(fitted.size == picture.size.fitted(within: side).turned)
      for (plane, value) in zip(fitted.planes, [200, 90, 160]) {
        #expect(plane.samples.allSatisfy { abs(Int($0) - value) <= 1 })
      }
    }
  }

  @Test func `an odd 12 megapixel picture is fitted`() throws {
    let picture = try PlanarImage.blank(
      size: PixelSize(width: 4031, height: 3023), sampling: .quarter, isGray: false)
    for plane in picture.planes {
      for y in 0..<plane.height { plane.withRow(y) { $0.update(repeating: 77) } }
    }
    let fitted = try picture.fitted(within: 2048, orientation: .turnClockwise)
    #expect(fitted.size == PixelSize(width: 1536, height: 2048))
    #expect(
      fitted.planes.allSatisfy {
        [$0[0, 0], $0[$0.width - 1, $0.height - 1], $0[50, 60]] == [77, 77, 77]
      })
  }

  @Test func `a picture that fits is left alone`() throws {
    let picture = try Pictures.scene(101, 77)
    let fitted = try picture.fitted(within: 101)
    #expect(fitted.size == picture.size)
    #expect(zip(fitted.planes, picture.planes).allSatisfy { $0.samples == $1.samples })
  }

  @Test(arguments: Orientation.allCases)
  func `slopes keep their places in all planes when shrunk and turned`(orientation: Orientation)
    throws
  {
    let width = 801, height = 403
    let picture = try Pictures.make(width, height) { plane, x, y in
      plane == 0
        ? x * 255 / width : (plane == 1 ? x * 2 : y * 2) * 255 / (plane == 1 ? width : height)
    }
    let fitted = try picture.fitted(within: 201, orientation: orientation)
    let turned = try picture.resampled(to: picture.size, turning: orientation)
    for (index, (small, large)) in zip(fitted.planes, turned.planes).enumerated() {
      let shared = index == 0 ? 1 : 2
      let scale = Double(turned.size.width) / Double(fitted.size.width)
      for y in stride(from: 10, to: small.height - 10, by: 7) {
        for x in stride(from: 10, to: small.width - 10, by: 5) {
          let column = (Double(x * shared) + Double(shared) / 2) * scale / Double(shared) - 0.5
          let row = (Double(y * shared) + Double(shared) / 2) * scale / Double(shared) - 0.5
          let there = Int(
            large[
              min(large.width - 1, Int(column.rounded())), min(large.height - 1, Int(row.rounded()))
            ])
          #expect(abs(Int(small[x, y]) - there) <= 2)
        }
      }
    }
  }

  @Test(arguments: samplings)
  func `a smaller picture has the colour that the documentation promises`(sampling: ChromaSampling)
    throws
  {
    let fitted = try Pictures.scene(500, 400, sampling: sampling).fitted(within: 200)
    #expect(fitted.sampling == (sampling == .full ? .full : .quarter))
    #expect(try Pictures.scene(500, 400, isGray: true).fitted(within: 200).isGray)
  }

  @Test func `no side is an error`() throws {
    try message(of: .invalidArgument) { _ = try Pictures.tone(0, 4, 4).fitted(within: 0) }
  }

  @Test func `many threads get the same as one`()
    async throws
  {
    let picture = try Pictures.scene(640, 480)
    let sides = Array(20..<60)
    let alone = try sides.map { try picture.fitted(within: $0).planes.map(\.samples) }
    try await withThrowingTaskGroup(of: (Int, [[UInt8]]).self) { group in
      for (index, side) in sides.enumerated() {
        for _ in 0..<3 {
          group.addTask { (index, try picture.fitted(within: side).planes.map(\.samples)) }
        }
      }
      for try await (index, planes) in group { #expect(planes == alone[index]) }
    }
  }
}
