import Testing

@testable import TimeWalkImaging

@Suite("The peak of agreement of two pictures")
struct AlignmentPeakTests {
  static let view = PictureView(of: PixelSize(width: 480, height: 360), angle: 60)

  /// Both pictures, of one view, at the middle and the fine size.
  private func levels(_ then: PlanarImage, _ now: PlanarImage) throws -> (
    middle: AlignmentLevel, fine: AlignmentLevel
  ) {
    let inner = PixelRegion(x: 0, y: 0, width: then.size.width, height: then.size.height)
    func level(_ measure: AlignmentLevel.Measure) throws -> AlignmentLevel {
      try #require(
        try AlignmentLevel(
          then: then, Self.view, inner: inner, now: now, Self.view, measure))
    }
    return (try level(Aligner.middle), try level(Aligner.fine))
  }

  /// The first picture, with the other one's middle.
  private func picture(_ around: PlanarImage, withMiddleOf other: PlanarImage) throws -> PlanarImage
  {
    let size = around.size
    let columns = size.width * 16 / 100..<size.width * 85 / 100
    let rows = size.height * 11 / 100..<size.height * 86 / 100
    let luma = (0..<(size.width * size.height)).map { pixel in
      let (x, y) = (pixel % size.width, pixel / size.width)
      let isMiddle = columns.contains(x) && rows.contains(y)
      return isMiddle ? other.planes[0][x, y] : around.planes[0][x, y]
    }
    return try PlanarImage(size: size, planes: [luma])
  }

  @Test("One view agrees at one position, in the middle, too")
  func ofOneView() throws {
    let picture = try DrawnScene(seed: 11).picture(Self.view)
    let (middle, fine) = try levels(picture, picture)
    #expect(try middle.peak(of: PoseChange()).lead > 5)
    let found = try fine.evidence(of: PoseChange())
    #expect(found.whole.prominence > 8 && found.middle.prominence > 8)
  }

  @Test("Windows that repeat agree as well one window off")
  func ofRepeatedWindows() throws {
    let size = Self.view.size
    // Five cells of the middle size from window to window.
    let period = 30
    let luma = (0..<(size.width * size.height)).map { pixel -> UInt8 in
      let (x, y) = (pixel % size.width % period, pixel / size.width % period)
      return x < 14 && y < 20 ? 60 : 180
    }
    let facade = try PlanarImage(size: size, planes: [luma])
    let peak = try levels(facade, facade).middle.peak(of: PoseChange())
    #expect(peak.lead < 0.5, "\(peak)")
  }

  @Test("Another building between the same sky and street doesn't fit", arguments: [21, 22, 23])
  func ofAnotherMiddle(seed: UInt64) throws {
    let now = try DrawnScene(seed: seed).picture(Self.view)
    let other = try DrawnScene(seed: seed + 100).picture(Self.view)
    let then = try picture(now, withMiddleOf: other)
    let found = try levels(then, now).fine.evidence(of: PoseChange())
    #expect(found.whole.prominence > 8 && found.middle.prominence < 3.5, "\(found)")
    let reported = Self.view.changed(by: PoseChange(heading: 3, pitch: 1))
    #expect(try Aligner().align(then: then, reported, now: now, Self.view).grade != .fits)
    #expect(try Aligner().align(then: now, reported, now: now, Self.view).grade == .fits)
  }
}
