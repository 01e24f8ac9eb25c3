import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

@Suite("Aligning pictures")
struct AlignerTests {
  static let nowView = PictureView(
    of: PixelSize(width: 480, height: 360), heading: 40, pitch: 2, angle: 60)
  static let thenView = PictureView(
    of: PixelSize(width: 400, height: 300), heading: 42, pitch: 1, roll: 1, angle: 66)

  /// The greatest difference between two transforms over a grid of the frame, as a share of the
  /// width.
  static func error(_ found: PictureTransform, _ truth: PictureTransform, _ size: PixelSize)
    -> Double
  {
    var worst = 0.0
    for x in stride(from: 0.2, through: 0.8, by: 0.2) {
      for y in stride(from: 0.2, through: 0.8, by: 0.2) {
        let pixel = SIMD2(x * Double(size.width), y * Double(size.height))
        let move = found.place(of: pixel) - truth.place(of: pixel)
        worst = max(worst, (move * move).sum().squareRoot())
      }
    }
    return worst / Double(nowView.size.width)
  }

  @Test(
    "A view far off its reported pose is found to half a per cent", arguments: [1, 2] as [UInt64])
  func findsRotation(seed: UInt64) throws {
    let scene = DrawnScene(seed: seed)
    let now = try scene.picture(Self.nowView)
    // Faded and reversed, as plates and shadows may be.
    let then = try scene.picture(Self.thenView, contrast: -0.6)
    let reported = Self.thenView.changed(
      by: PoseChange(heading: -9, pitch: 4, roll: -2.5, scale: 0.1))
    let found = try Aligner().align(then: then, reported, now: now, Self.nowView)
    #expect(found.grade == .fits && found.method == .pictures)
    #expect(found.uncertainty < 0.02)
    let margin = try #require(found.drawn.margin)
    #expect(margin > 0)
    let truth = PictureTransform.views(then: Self.thenView, now: Self.nowView)
    #expect(Self.error(found.transform, truth, Self.thenView.size) < 0.005)
    let rough = PictureTransform.views(then: reported, now: Self.nowView)
    #expect(Self.error(rough, truth, Self.thenView.size) > 0.1)
  }

  @Test("A panorama is found as a cylinder")
  func findsPanorama() throws {
    let scene = DrawnScene(seed: 3)
    let panorama = try #require(
      PictureView(
        size: PixelSize(width: 700, height: 280), heading: 35, fieldOfView: 110,
        projection: .cylinder(horizon: 150)))
    let reported = panorama.changed(by: PoseChange(heading: 7, pitch: -2, roll: 1, scale: -0.08))
    let found = try Aligner().align(
      then: try scene.picture(panorama), reported, now: try scene.picture(Self.nowView),
      Self.nowView)
    #expect(found.grade == .fits)
    #expect(found.transform.homography == nil)
    let truth = PictureTransform.views(then: panorama, now: Self.nowView)
    let middle = SIMD2(390.0, 140.0)
    let move = found.transform.place(of: middle) - truth.place(of: middle)
    #expect((move * move).sum().squareRoot() < 0.005 * 480)
  }

  @Test("Another place is rejected, and keeps the poses' alignment")
  func declinesAnotherPlace() throws {
    let then = try DrawnScene(seed: 4).picture(Self.thenView)
    let now = try DrawnScene(seed: 5).picture(Self.nowView)
    let found = try Aligner().align(then: then, Self.thenView, now: now, Self.nowView)
    #expect(found.grade == .none && found.method == .poses && found.drawn.margin == nil)
    #expect(found.offered == nil)
    let poses = PictureTransform.views(then: Self.thenView, now: Self.nowView)
    #expect(Self.error(found.transform, poses, Self.thenView.size) < 1e-9)
    #expect(found.uncertainty > 0.05)
  }

  @Test("Pictures without content, and tiny ones, aren't a fault", arguments: [3, 20, 300])
  func declinesNothing(side: Int) throws {
    let size = PixelSize(width: side, height: side)
    let view = try #require(PictureView(size: size, fieldOfView: 60))
    let gray = try PlanarImage(
      size: size, planes: [[UInt8](repeating: 128, count: side * side)])
    #expect(try Aligner().align(then: gray, view, now: gray, view).grade == .none)
  }

  @Test(
    "Pixels go to directions and back",
    arguments: [PictureProjection.rectilinear, .cylinder(horizon: 90)])
  func roundTrip(projection: PictureProjection) throws {
    let view = try #require(
      PictureView(
        size: PixelSize(width: 640, height: 200), heading: 350, pitch: 12, roll: -7,
        fieldOfView: 100,
        projection: projection))
    let rays = ViewRays(view)
    for pixel in [SIMD2(0, 0), SIMD2(639, 199), SIMD2(319.5, 99.5), SIMD2(10, 180)] {
      let back = rays.pixel(in: rays.direction(of: pixel))
      #expect(abs(back.x - pixel.x) < 1e-9 && abs(back.y - pixel.y) < 1e-9)
    }
    // The signs of clockwise, up, and right.
    let right = rays.pixel(
      in: ViewRays(view.changed(by: PoseChange(heading: 1))).direction(of: SIMD2(319.5, 99.5)))
    #expect(right.x > 319.5)
    let above = rays.pixel(
      in: ViewRays(view.changed(by: PoseChange(pitch: 1))).direction(of: SIMD2(319.5, 99.5)))
    #expect(above.y < 99.5)
  }

  @Test("The homography follows the poses")
  func homography() throws {
    let transform = PictureTransform.views(then: Self.thenView, now: Self.nowView)
    let way = try #require(transform.homography)
    #expect(way.rows[2][2] == 1)
    for pixel in [SIMD2(0.0, 0), SIMD2(399, 299), SIMD2(120, 250)] {
      let (a, b) = (way.place(of: pixel), transform.place(of: pixel))
      #expect(abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6)
    }
    let back = try #require(way.inverse).place(of: way.place(of: SIMD2(12, 34)))
    #expect(abs(back.x - 12) < 1e-9 && abs(back.y - 34) < 1e-9)
  }

  @Test("Stored pixels become upright ones", arguments: Orientation.allCases)
  func orientations(orientation: Orientation) throws {
    let size = PixelSize(width: 4, height: 3)
    let luma = (0..<12).map { UInt8($0 * 20) }
    let upright = try PlanarImage(size: size, planes: [luma]).resampled(
      to: size, turning: orientation)
    let way = orientation.uprightPlace(stored: size)
    for y in 0..<3 {
      for x in 0..<4 {
        let place = way.place(of: SIMD2(Double(x), Double(y)))
        #expect(upright.planes[0][Int(place.x), Int(place.y)] == luma[y * 4 + x])
      }
    }
  }

  @Test(
    "A mesh maps the stored pictures' pixels, also if both are turned and larger")
  func mesh() throws {
    let panorama = try #require(
      PictureView(
        size: PixelSize(width: 700, height: 280), heading: 35, fieldOfView: 100,
        projection: .cylinder(horizon: nil)))
    let transform = PictureTransform.views(then: panorama, now: Self.nowView)
    let stored = StoredTransform(
      transform,
      then: StoredTransform.Picture(
        stored: PixelSize(width: 1400, height: 560), orientation: .upright, aligned: panorama.size),
      now: StoredTransform.Picture(
        stored: PixelSize(width: 360, height: 480), orientation: .turnClockwise,
        aligned: Self.nowView.size))
    #expect(stored.homography == nil)
    let mesh = stored.mesh
    #expect(mesh.xs == mesh.xs.sorted() && mesh.xs.count > 10 && mesh.ys.count == mesh.to.count)
    let (row, column) = (mesh.ys.count / 2, mesh.xs.count / 2)
    let upright = transform.place(
      of: SIMD2((mesh.xs[column] + 0.5) / 2 - 0.5, (mesh.ys[row] + 0.5) / 2 - 0.5))
    // Turned clockwise, the stored row is the upright column, and the stored column counts from the
    // bottom.
    #expect(
      abs(mesh.to[row][column][1] - (479 - upright.x)) < 1e-6
        || abs(mesh.to[row][column][0] - upright.y) < 1e-6)
  }

  @Test("A frame of paper with a caption is left out, a plain sky isn't")
  func paper() throws {
    let size = PixelSize(width: 640, height: 400)
    func picture(_ tone: (Int, Int) -> UInt8) throws -> PlanarImage {
      let luma = (0..<(640 * 400)).map { tone($0 % 640, $0 / 640) }
      return try PlanarImage(size: size, planes: [luma])
    }
    let framed = try picture { x, y in
      if (60..<580).contains(x), (40..<330).contains(y) { return UInt8((x * 7 + y * 13) % 160) }
      return (350..<358).contains(y) && (200..<260).contains(x) && x % 3 == 0 ? 90 : 235
    }
    let part = framed.partInsidePaper
    #expect(abs(part.x - 67) <= 7 && abs(part.y - 44) <= 5)
    #expect(abs(part.x + part.width - 573) <= 7 && abs(part.y + part.height - 325) <= 5)
    let sky = try picture { x, y in y < 150 ? 235 : UInt8((x * 7 + y * 13) % 200) }
    #expect(sky.partInsidePaper == PixelRegion(x: 0, y: 0, width: 640, height: 400))
    let narrow = try picture { x, y in
      (8..<632).contains(x) && (5..<395).contains(y) ? UInt8((x * 7 + y * 13) % 160) : 240
    }
    let inner = narrow.partInsidePaper
    #expect((8...20).contains(inner.x) && (5...12).contains(inner.y))
    #expect((618...632).contains(inner.x + inner.width))
    #expect((388...395).contains(inner.y + inner.height))
  }

  @Test("A pixel that the edge of a placed picture cuts has its share of picture and paper")
  func softEdge() throws {
    let size = PixelSize(width: 64, height: 64)
    let black = try PlanarImage(size: size, planes: [[UInt8](repeating: 0, count: 64 * 64)])
    let shifted = PictureTransform.homography(
      Homography([[1, 0.1, 10.25], [0, 1, 0], [0, 0, 1]]))
    let placed = try black.placed(
      by: shifted, into: size, showing: PixelRegion(x: 0, y: 0, width: 64, height: 64))
    // The edge goes through x = 9.75 + 0.1 y.
    var shares: Set<UInt8> = []
    for y in 0..<60 {
      for x in 0..<64 {
        let share = min(1, max(0, Double(x) + 0.5 - (9.75 + 0.1 * Double(y))))
        let wanted = 240 * (1 - share)
        #expect(abs(Double(placed.image.planes[0][x, y]) - wanted) <= 3, "\(x), \(y)")
        shares.insert(placed.image.planes[0][x, y])
      }
    }
    #expect(shares.count > 5)
  }

  @Test(
    "Placed in a frame, the old picture covers the same view as the new one, and the rest is paper"
  )
  func placed() throws {
    let scene = DrawnScene(seed: 6)
    let narrow = try #require(
      PictureView(size: PixelSize(width: 400, height: 300), heading: 40, pitch: 2, fieldOfView: 40))
    let then = try scene.picture(narrow)
    let now = try scene.picture(Self.nowView)
    let all = PixelRegion(x: 0, y: 0, width: 400, height: 300)
    let placed = try then.placed(
      by: .views(then: narrow, now: Self.nowView), into: Self.nowView.size, showing: all
    ).image
    #expect(placed.size == Self.nowView.size)
    #expect(placed.planes[0][2, 2] == 240)
    var alike = 0
    for y in stride(from: 110, to: 250, by: 7) {
      for x in stride(from: 130, to: 350, by: 7) {
        if abs(Int(placed.planes[0][x, y]) - Int(now.planes[0][x, y])) < 20 { alike += 1 }
      }
    }
    #expect(alike > 20 * 32 * 8 / 10)
  }
}
