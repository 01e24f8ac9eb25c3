import Foundation
import Testing

@testable import TimeWalkImaging

/// Crops of maps against a formula for each pixel.
@Suite struct MapCropTests {
  /// The source of a drawn map's colours: each encodes its place in the whole picture.
  static func value(_ plane: Int, _ place: SIMD2<Double>) -> Double {
    switch plane {
    case 0: 128 + 60 * sin(place.x / 70) + 50 * cos(place.y / 55)
    case 1: 128 + 40 * sin((place.x + place.y) / 90)
    default: 128 + 40 * cos((place.x - place.y) / 80)
    }
  }

  /// A part that begins somewhere in a picture of 4000 x 3000 pixels.
  static func part(
    x: Int = 0, y: Int = 0, _ width: Int, _ height: Int, step: Double = 1,
    sampling: ChromaSampling = .full, isGray: Bool = false
  ) throws -> PicturePart {
    let image = try Pictures.make(width, height, sampling: sampling, isGray: isGray) {
      plane, column, row in
      let shares = plane == 0 ? ChromaSampling.full : sampling
      let place = SIMD2(
        Double(x) + (Double(column) + 0.5) * Double(shares.horizontal) * step,
        Double(y) + (Double(row) + 0.5) * Double(shares.vertical) * step)
      return Int(value(plane, place).rounded())
    }
    return PicturePart(
      image: image,
      place: PartPlace(
        x: Double(x), y: Double(y), step: SIMD2(step, step),
        whole: PixelSize(width: 4000, height: 3000)))
  }

  /// From metres east and north to a map's pixels: a similarity, which may be mirrored.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Pixels for a metre; how far the map is turned; where the middle lies.
    var scale = 1.0, degrees = 0.0, middle = SIMD2(700.0, 600.0), isMirrored = false

    func callAsFunction(_ east: Double, _ north: Double) -> SIMD2<Double> {
      let angle = degrees * .pi / 180
      let down = -north
      let x = scale * (cos(angle) * east - sin(angle) * down)
      let y = scale * (sin(angle) * east + cos(angle) * down)
      return middle + SIMD2(isMirrored ? -x : x, y)
    }
  }

  static let ways = [
    Way(testDescription: "straight"), Way(testDescription: "turned", degrees: 30),
    Way(testDescription: "on its head", degrees: 180),
    Way(testDescription: "mirrored", degrees: 20, isMirrored: true),
    Way(testDescription: "finer", scale: 1.8, degrees: 10),
    Way(testDescription: "coarser", scale: 0.5, degrees: -70),
    Way(testDescription: "a shade finer", scale: 1.07),
  ]

  @Test(arguments: ways, [ChromaSampling.full, .quarter])
  func `each pixel shows its spot of the map, with north up`(
    way: Way, sampling: ChromaSampling
  ) throws {
    let frame = try #require(MapFrame(radius: 300, resolution: 1))
    #expect(frame == MapFrame(radius: 300, resolution: 1) && frame.side == 600)
    let grid = MapGrid(frame) { way($0, $1) }
    let question = try #require(grid.question)
    #expect(abs(question.step - max(1, way.scale)) < 0.01)
    let region = try #require(
      question.region.intersection(PixelRegion(x: 0, y: 0, width: 4000, height: 3000)))
    let (x, y) = (region.x / 2 * 2, region.y / 2 * 2)
    let part = try Self.part(
      x: x, y: y, region.x + region.width - x, region.y + region.height - y, sampling: sampling)
    let placed = try MapCrop(grid).placed(part)
    var worst = 0.0
    var missing = 0
    for row in 0..<600 {
      for column in 0..<600 {
        let place = way(Double(column) - 299.5, 299.5 - Double(row))
        // Where the picture ends, a pixel may be partly paper.
        let isInside = place.x > 4 && place.y > 4 && place.x < 3996 && place.y < 2996
        guard isInside else { continue }
        missing += placed.known[600 * row + column] == 0 ? 1 : 0
        for plane in 0..<3 {
          let shown = Double(placed.image.planes[plane][column, row])
          worst = max(worst, abs(shown - Self.value(plane, place)))
        }
      }
    }
    #expect(worst < 2 && missing == 0, "\(worst)")
  }

  @Test func `a scaled part gives the same crop`() throws {
    let way = Way(testDescription: "", scale: 4.4, degrees: 12, middle: SIMD2(2000, 1500))
    let grid = MapGrid(try #require(MapFrame(radius: 300, resolution: 1))) { way($0, $1) }
    #expect(try #require(grid.question).step >= 4)
    let placed = try MapCrop(grid).placed(Self.part(1000, 750, step: 4))
    var worst = 0.0
    for row in stride(from: 0, to: 600, by: 3) {
      for column in stride(from: 0, to: 600, by: 3) {
        let place = way(Double(column) - 299.5, 299.5 - Double(row))
        guard place.x > 20, place.y > 20, place.x < 3980, place.y < 2980 else { continue }
        let shown = Double(placed.image.planes[0][column, row])
        worst = max(worst, abs(shown - Self.value(0, place)))
      }
    }
    #expect(worst < 2)
  }

  @Test func `fine lines don't shimmer where a map is made smaller`() throws {
    // Lines of one pixel, each third: a third of light after averaging.
    let image = try Pictures.make(1800, 1800, isGray: true) { _, x, _ in x % 3 == 0 ? 255 : 0 }
    let part = PicturePart(
      image: image,
      place: PartPlace(x: 0, y: 0, step: .one, whole: PixelSize(width: 1800, height: 1800)))
    let grid = MapGrid(try #require(MapFrame(radius: 300, resolution: 1))) {
      SIMD2(900 + 2.95 * $0, 900 - 2.95 * $1)
    }
    let placed = try MapCrop(grid).placed(part)
    for x in 20..<580 { #expect(abs(Int(placed.image.planes[0][x, 300]) - 85) < 12) }
    #expect(placed.image.planes[1][300, 300] == 128)
  }

  @Test func `outside a map's outline there is paper, and a hole in it is outside`() throws {
    let grid = MapGrid(try #require(MapFrame(radius: 300, resolution: 1))) {
      SIMD2(300 + $0, 300 - $1)
    }
    var crop = MapCrop(grid)
    func square(_ from: Double, _ to: Double) -> [SIMD2<Double>] {
      [SIMD2(from, from), SIMD2(to, from), SIMD2(to, to), SIMD2(from, to)]
    }
    crop.outline = [square(100, 500), square(250, 350)]
    let placed = try crop.placed(Self.part(600, 600))
    var wrong = 0
    for y in 0..<600 {
      for x in 0..<600 {
        let isInside =
          (100..<500).contains(x) && (100..<500).contains(y)
          && !((250..<350).contains(x) && (250..<350).contains(y))
        if placed.known[600 * y + x] != (isInside ? 1 : 0) { wrong += 1 }
        if !isInside, placed.image.planes[0][x, y] != 240 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    // A ring with fewer corners than an area has, or with invalid numbers, contains nothing.
    for ring in [[SIMD2(3.0, 3)], [], square(.nan, 9), square(-1e300, 1e300)] {
      crop.outline = [ring]
      let shown = try crop.placed(Self.part(600, 600)).share
      #expect(shown == (ring == square(-1e300, 1e300) ? 1 : 0))
    }
  }

  @Test func `an outline's edges are smooth`() throws {
    let grid = MapGrid(try #require(MapFrame(radius: 300, resolution: 2))) {
      SIMD2(300 + $0 / 2, 300 - $1 / 2)
    }
    var crop = MapCrop(grid)
    // A dark triangle: its coverage of a column grows evenly.
    crop.outline = [[SIMD2(150, 150), SIMD2(450, 230), SIMD2(150, 450)]]
    let part = PicturePart(
      image: try Pictures.make(600, 600, isGray: true) { _, _, _ in 40 },
      place: PartPlace(x: 0, y: 0, step: .one, whole: PixelSize(width: 600, height: 600)))
    let placed = try crop.placed(part)
    for x in stride(from: 20, to: 560, by: 7) {
      let column = (0..<600).reduce(0.0) {
        $0 + (240 - Double(placed.image.planes[0][x, $1])) / 200
      }
      let across = (Double(x) + 0.5) / 2
      let top = 2 * (80 * across / 300), bottom = 2 * (300 - 220 * across / 300)
      #expect(abs(column - (bottom - top)) < 0.4, "\(x) \(column) \(bottom - top)")
    }
  }

  @Test func `a map that ends in the frame leaves paper, and one that isn't there has no part`()
    throws
  {
    let frame = try #require(MapFrame(radius: 300, resolution: 1))
    let half = MapGrid(frame) { east, north in east > 0 ? SIMD2(300 + east, 300 - north) : nil }
    let placed = try MapCrop(half).placed(Self.part(600, 600))
    #expect(placed.known[600 * 300 + 100] == 0 && placed.known[600 * 300 + 500] == 1)
    #expect(MapGrid(frame) { _, _ in nil }.question == nil)
    #expect(MapGrid(frame) { _, _ in SIMD2(.infinity, .nan) }.question == nil)
    #expect(MapGrid(frame) { _, _ in SIMD2(1e308, -1e308) }.question == nil)
  }

  @Test(arguments: [
    // Radius, metres a pixel; side, radius that is shown.
    (300.0, 1.0, 600, 300.0), (300, 0.5, 1200, 300), (300, 0.1, 1400, 300), (300, 2, 600, 300),
    (300, 4, 600, 600), (10_000, 0.001, 1400, 10_000), (1, 50, 600, 7500), (0.5, 0.001, 1000, 0.5),
  ])
  func `a frame follows the map's resolution`(
    radius: Double, resolution: Double, side: Int, shown: Double
  ) throws {
    let frame = try #require(MapFrame(radius: radius, resolution: resolution))
    #expect(frame.side == side && abs(frame.radius - shown) < 1e-9 * shown)
    #expect(resolution / frame.metresPerPixel <= MapFrame.mostEnlargement)
  }

  @Test func `a frame of no size is none`() {
    for (radius, resolution) in [(0.0, 1.0), (300, 0), (-1, 1), (.nan, 1), (300, .infinity)] {
      #expect(MapFrame(radius: radius, resolution: resolution) == nil)
    }
  }

  @Test(arguments: [
    (150.0, 100.0), (99.9, 50), (20, 20), (5000, 5000), (0.3, 0.2), (1, 1), (999, 500),
  ])
  func `a scale bar has a round length`(most: Double, length: Double) {
    #expect(abs(MapDrawing.roundLength(below: most) - length) < 1e-9)
  }

  @Test func `lengths are said in usual units`() {
    #expect(
      [0.2, 1, 50, 500, 1000, 20_000].map(MapDrawing.words)
        == ["20 cm", "1 m", "50 m", "500 m", "1 km", "20 km"])
  }

  /// A crop of plain gray, drawn with marks.
  private static func drawn(_ marks: MapMarks, year: String = "") throws -> PlanarImage {
    var crop = MapCrop(
      MapGrid(try #require(MapFrame(radius: 300, resolution: 1))) { SIMD2(300 + $0, 300 - $1) })
    crop.marks = marks
    crop.year = year
    crop.words = ["Title", "1852"]
    let part = PicturePart(
      image: try Pictures.make(600, 600, isGray: true) { _, _, _ in 100 },
      place: PartPlace(x: 0, y: 0, step: .one, whole: PixelSize(width: 600, height: 600)))
    return try crop.draw(part, fonts: Pictures.fonts()).image
  }

  private static func isBlue(_ colour: [Int]) -> Bool { colour[2] > colour[0] + 90 }
  private static func isPlain(_ colour: [Int]) -> Bool {
    colour.allSatisfy { abs($0 - 100) <= 1 }
  }

  @Test(arguments: [0.0, 45, 90, 200, 359, -90, 725])
  func `the place, its error and the view stand where they belong`(heading: Double) throws {
    let image = try Self.drawn(MapMarks(error: 60, heading: heading, fieldOfView: 50))
    func at(_ degrees: Double, _ distance: Double) -> [Int] {
      let angle = degrees * .pi / 180
      return FormatTests.rgb(
        image, Int(300 + distance * sin(angle)), Int(300 - distance * cos(angle)))
    }
    #expect(Self.isBlue(FormatTests.rgb(image, 300, 300)))
    // A ring of 60 m, and nothing on its sides behind the view.
    for degrees in [100.0, 180, 260] {
      #expect(Self.isBlue(at(heading + degrees, 60)), "\(at(heading + degrees, 60))")
      #expect(Self.isPlain(at(heading + degrees, 40)) && Self.isPlain(at(heading + degrees, 80)))
    }
    // The cone: tinted within, blue at its edges, plain beside and beyond.
    for degrees in [-15.0, 0, 15] {
      let colour = at(heading + degrees, 120)
      #expect(colour[2] > colour[0] + 20 && !Self.isPlain(colour))
    }
    for side in [-1.0, 1] {
      #expect(Self.isBlue(at(heading + side * 25, 120)))
      #expect(Self.isPlain(at(heading + side * 35, 120)))
      #expect(Self.isPlain(at(heading + side * 20, 600 * MapDrawing.reach + 8)))
    }
  }

  @Test func `unknown values aren't drawn`() throws {
    let plain = try Self.drawn(MapMarks())
    for (x, y) in [(300, 260), (340, 300), (300, 340), (260, 300)] {
      #expect(Self.isPlain(FormatTests.rgb(plain, x, y)))
    }
    // A line without a field of view.
    let line = try Self.drawn(MapMarks(heading: 90))
    #expect(Self.isBlue(FormatTests.rgb(line, 400, 300)))
    #expect(Self.isPlain(FormatTests.rgb(line, 400, 310)))
    // All around: a disc without edges.
    let around = try Self.drawn(MapMarks(heading: 10, fieldOfView: 360))
    #expect(FormatTests.rgb(around, 300, 400) == FormatTests.rgb(around, 200, 300))
    for marks in [
      MapMarks(error: .infinity), MapMarks(error: .nan, heading: .nan),
      MapMarks(error: 1e300, heading: 1, fieldOfView: .nan),
    ] { _ = try Self.drawn(marks) }
  }

  @Test func `only corners are covered, and the words are below`() throws {
    let image = try Self.drawn(MapMarks(), year: "1852")
    #expect(image.size.width == 600 && image.size.height > 640)
    var covered = 0, elsewhere = 0
    for y in 0..<600 {
      for x in 0..<600 where abs(Int(image.planes[0][x, y]) - 100) > 1 {
        covered += 1
        let isPoint = abs(x - 300) < 14 && abs(y - 300) < 14
        let isCorner = (x < 190 || x > 540) && (y < 80 || y > 530)
        if !isPoint && !isCorner { elsewhere += 1 }
      }
    }
    #expect(covered > 2000 && elsewhere == 0)
    // The scale's bar: 100 m are 100 pixels.
    let row = (560..<600).first { y in
      (0..<600).count { FormatTests.rgb(image, $0, y)[0] < 95 } >= 100
    }
    let bar = try #require(row)
    #expect((0..<600).count { FormatTests.rgb(image, $0, bar)[0] < 95 } == 100)
  }

  @Test func `a long title wraps and ends in an ellipsis, in any script`() throws {
    var crop = MapCrop(
      MapGrid(try #require(MapFrame(radius: 300, resolution: 1))) { SIMD2(300 + $0, 300 - $1) })
    let part = try Self.part(600, 600)
    crop.words = ["A"]
    let low = try crop.draw(part, fonts: Pictures.fonts())
    crop.words = [String(repeating: "Plan of the city of New York and its environs ", count: 40)]
    let high = try crop.draw(part, fonts: Pictures.fonts())
    #expect(high.image.size.height > low.image.size.height + 20)
    #expect(high.image.size.height < low.image.size.height + 80)
    crop.words = ["", " ", "Карта Москвы", "חיפה 1911"]
    #expect(try crop.draw(part, fonts: Pictures.fonts()).gaps == TextGaps())
  }
}
