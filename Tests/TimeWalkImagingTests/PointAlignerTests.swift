import Testing

@testable import TimeWalkImaging

@Suite("Aligning by points")
struct PointAlignerTests {
  static let size = PixelSize(width: 800, height: 600)
  static let then = PictureView(
    of: size, heading: 10, pitch: -3, roll: 2, angle: 55)
  static let now = PictureView(
    of: size, heading: 16, pitch: 1, angle: 62)
  static let spots = [
    SIMD2(150.0, 120), SIMD2(640, 160), SIMD2(400, 300), SIMD2(180, 480), SIMD2(620, 500),
    SIMD2(330, 90),
  ]

  static func pairs(_ count: Int, _ way: (SIMD2<Double>) -> SIMD2<Double>) -> [PointPair] {
    spots.prefix(count).map { PointPair(then: $0, now: way($0)) }
  }

  static func align(
    _ points: [PointPair], views: (then: PictureView, now: PictureView)? = nil
  ) throws(PointAligner.Fault) -> Alignment {
    try PointAligner.align(points, thenSize: size, nowSize: size, views: views)
  }

  static func error(_ found: Alignment, _ way: (SIMD2<Double>) -> SIMD2<Double>) -> Double {
    spots.map { spot in
      let move = found.transform.place(of: spot) - way(spot)
      return (move * move).sum().squareRoot()
    }.max() ?? .infinity
  }

  @Test("With poses, points give heading, pitch, roll and field of view", arguments: [2, 3, 4, 6])
  func pose(count: Int) throws {
    let truth = PictureTransform.views(then: Self.then, now: Self.now)
    let reported = Self.then.changed(by: PoseChange(heading: 8, pitch: -4, roll: 3, scale: 0.2))
    let found = try Self.align(
      Self.pairs(count, truth.place), views: (reported, Self.now))
    #expect(found.method == .pointsPose && found.grade == .fits)
    #expect(Self.error(found, truth.place) < 0.01)
  }

  @Test("Without poses, few points give a similarity", arguments: [2, 3, 4])
  func similarity(count: Int) throws {
    func way(_ p: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(1.2 * p.x - 0.1 * p.y + 30, 0.1 * p.x + 1.2 * p.y - 12)
    }
    let found = try Self.align(Self.pairs(count, way))
    #expect(found.method == .pointsSimilarity && found.grade == .fits)
    #expect(Self.error(found, way) < 1e-6)
    let rows = try #require(found.transform.homography).rows
    #expect(abs(rows[0][0] - 1.2) < 1e-9 && rows[2] == [0, 0, 1])
  }

  @Test("Five points and more determine a homography if a similarity doesn't fit")
  func homography() throws {
    let way = Homography([[1.1, 0.05, 20], [-0.04, 0.95, 8], [0.0004, 0.0002, 1]])
    let found = try Self.align(Self.pairs(6, way.place))
    #expect(found.method == .pointsHomography)
    #expect(Self.error(found, way.place) < 1e-3)
    // Points on a line give no homography, and aren't a fault either.
    let line = (0..<6).map { SIMD2(100 + 90 * Double($0), 80 + 60 * Double($0)) }
    let onLine = try Self.align(line.map { PointPair(then: $0, now: $0 * 1.5) })
    #expect(onLine.method == .pointsSimilarity)
  }

  @Test("A wrong point among many doesn't win")
  func stray() throws {
    func way(_ p: SIMD2<Double>) -> SIMD2<Double> { p * 0.9 + 12 }
    var points = Self.pairs(6, way)
    points[2] = PointPair(then: points[2].then, now: points[2].now + SIMD2(25, -20))
    let found = try Self.align(points)
    #expect(found.uncertainty > 0.002)
    #expect(Self.error(found, way) < 30)
  }

  @Test("Unusable points are a fault with the reason")
  func faults() {
    func message(_ points: [PointPair]) -> String {
      do throws(PointAligner.Fault) { return try "\(Self.align(points).method)" } catch {
        return error.message
      }
    }
    #expect(message([]).contains("needed, not 0"))
    #expect(message(Self.pairs(1) { $0 }).contains("needed, not 1"))
    let same = [
      PointPair(then: SIMD2(5, 5), now: SIMD2(9, 9)),
      PointPair(then: SIMD2(5.5, 5), now: SIMD2(80, 9)),
    ]
    #expect(message(same).contains("points 1 and 2 are the same in the old picture"))
    #expect(message(Self.pairs(3) { _ in SIMD2(4, 4) }).contains("the new picture"))
    // Mirrored: no camera sees it so.
    let mirrored = Self.pairs(4) { SIMD2(800 - $0.x, $0.y) }
    #expect(message(mirrored).contains("contradict each other"))
  }
}
