import Foundation

/// The sample photo's corner as one imagines it in other years; nothing of it is a record of what
/// was there.
package enum ImaginedYear: Int, CaseIterable, Sendable {
  case y1609 = 1609, y1776 = 1776, y1905 = 1905, y1939 = 1939

  /// What its title says that it shows.
  package var title: String {
    switch self {
    case .y1609: "An imagined view: woods and a path, in 1609"
    case .y1776: "An imagined view: a post road between farms, in 1776"
    case .y1905: "An imagined view: the avenue with carriages, in 1905"
    case .y1939: "An imagined view: the avenue with motor cars, in 1939"
    }
  }

  /// What is written on the picture itself.
  package var mark: [String] {
    ["IMAGINED, \(rawValue)", "drawn by TimeWalk; no record of what was there"]
  }
}

extension SampleStreet {
  /// Draws the corner in another year, as ``draw()`` does: from the same place, in the same
  /// direction.
  ///
  /// - Parameter year: the year, which also says what it is drawn in: colours, or the brown of an
  ///   old print.
  /// - Returns: Y, Cb and Cr on their side, colour for each two by two pixels.
  package static func draw(_ year: ImaginedYear) -> [[UInt8]] {
    var camera = SampleCamera()
    var chance = SampleChance(seed: UInt64(year.rawValue))
    // No two skies are alike: the same clouds would fit pictures of which nothing else does.
    var weather = SampleChance(seed: UInt64(year.rawValue) + 1)
    let clouds = [0.0, 1, 2].map { row in
      let x = weather.number(900...2300)
      let y = 500 + 420 * row + weather.number(0...250)
      return Cloud(x: x, y: y, size: (240 - 70 * row) * weather.number(0.7...1))
    }
    sky(into: &camera, clouds: clouds)
    switch year {
    case .y1609: woods(into: &camera, by: &chance)
    case .y1776: farms(into: &camera, by: &chance)
    case .y1905, .y1939:
      var houses = row(side: -1, by: &chance) + row(side: 1, by: &chance)
      for index in houses.indices {
        if year == .y1905 || houses[index].height > 60 {
          houses[index].height = SampleBuilding.shop + 3.9 * chance.number(2.6...4.4).rounded()
        }
        if year == .y1905 {
          houses[index].wall = chance.one(of: [
            Tone(150, 104, 82), Tone(128, 92, 76), Tone(176, 132, 104), Tone(196, 176, 148),
          ])
        }
      }
      paint(houses, isPaved: year == .y1939, into: &camera, by: &chance)
      if year == .y1905 {
        carriages(into: &camera, by: &chance)
      } else {
        motors(into: &camera, by: &chance)
      }
    }
    return printed(camera.planes.map(\.samples), isBrown: year.rawValue > 1800)
  }

  /// A print in brown, or a washed drawing.
  private static func printed(_ planes: [[UInt8]], isBrown: Bool) -> [[UInt8]] {
    planes.enumerated().map { index, samples in
      samples.map { sample in
        let value = Double(sample)
        switch (index, isBrown) {
        case (0, true): return UInt8(min(255, 26 + value * 0.84))
        case (0, false): return UInt8(min(255, 48 + value * 0.78))
        case (1, true): return 114
        case (_, true): return 138
        case (1, false): return UInt8(124 + (value - 128) * 0.6)
        default: return UInt8(131 + (value - 128) * 0.6)
        }
      }
    }
  }

  private static func meadow(
    _ left: Double, _ right: Double, _ from: Double, _ to: Double, _ tone: Tone,
    into camera: inout SampleCamera
  ) {
    var start = from
    while start < to {
      let end = min(to, start < 60 ? start + 8 : start + 40)
      camera.fill(
        [
          Point(left, 0, start), Point(right, 0, start), Point(right, 0, end + 0.3),
          Point(left, 0, end + 0.3),
        ], tone)
      start = end
    }
  }

  private static func hills(_ tone: Tone, into camera: inout SampleCamera) {
    for (x, wide, high) in [(-260.0, 420.0, 58.0), (310.0, 460.0, 70.0), (20.0, 520.0, 40.0)] {
      camera.fill(SampleShapes.disc(Point(x, 0, 900), across: wide, up: high), tone)
    }
  }

  /// A tree of the woods: a trunk, and a crown of heaps of leaves.
  private static func oak(
    _ x: Double, _ z: Double, _ height: Double, _ leaves: Tone, into camera: inout SampleCamera,
    by chance: inout SampleChance
  ) {
    camera.fill(
      SampleShapes.puddle(Point(x - 2, 0, z + 1), across: height * 0.3, along: height * 0.14),
      Tone(34, 44, 40), opacity: 0.4)
    camera.fill(
      SampleShapes.plate(
        x: x, y: 0, z: z, wide: height * 0.07, high: height * 0.6, top: height * 0.03),
      Tone(84, 66, 52))
    for _ in 0..<9 {
      let up = chance.number(0.42...0.92)
      let reach = (1.15 - up) * height * 0.3
      camera.fill(
        SampleShapes.disc(
          Point(x + chance.number(-reach...reach), height * up, z + chance.number(-0.4...0.4)),
          across: height * chance.number(0.11...0.2), up: height * chance.number(0.08...0.13)),
        leaves.mixed(
          chance.happens(0.5) ? leaves.shaded : Tone(238, 226, 150), chance.number(0.05...0.35)))
    }
  }

  /// A tuft of grass: blades that come out of one root and lean apart.
  private static func grass(
    _ x: Double, _ z: Double, into camera: inout SampleCamera, by chance: inout SampleChance
  ) {
    let tone = chance.one(of: [Tone(134, 142, 74), Tone(112, 124, 66), Tone(168, 156, 88)])
    let height = chance.number(0.18...0.46)
    for _ in 0..<9 {
      let root = x + chance.number(-0.07...0.07)
      let lean = chance.number(-0.55...0.55) * height
      let high = height * chance.number(0.6...1)
      camera.fill(
        [
          Point(root - 0.018, 0, z), Point(root + lean * 0.4 - 0.012, high * 0.6, z),
          Point(root + lean, high, z), Point(root + lean * 0.4 + 0.012, high * 0.6, z),
          Point(root + 0.018, 0, z),
        ],
        tone.mixed(chance.happens(0.5) ? tone.shaded : Tone(226, 216, 140), chance.number(0...0.3)))
    }
  }

  private static func woods(into camera: inout SampleCamera, by chance: inout SampleChance) {
    hills(Tone(112, 132, 108), into: &camera)
    meadow(-400, 400, 0.6, 900, Tone(140, 142, 84), into: &camera)
    // A path that winds a little on its way north.
    func middle(_ z: Double) -> Double { -1.6 + 1.3 * cos(z * .pi / 30) }
    for start in stride(from: 240.0, to: 1.0, by: -1.5) {
      let end = start + 1.6
      camera.fill(
        [
          Point(middle(start) - 0.8, 0, start), Point(middle(start) + 0.8, 0, start),
          Point(middle(end) + 0.8, 0, end), Point(middle(end) - 0.8, 0, end),
        ], Tone(186, 160, 116))
    }
    let tufts = (0..<420).map { _ in (x: chance.number(-16...16), z: chance.number(2.6...70)) }
    for tuft in tufts.sorted(by: { $0.z > $1.z }) where abs(tuft.x - middle(tuft.z)) > 1.3 {
      grass(tuft.x, tuft.z, into: &camera, by: &chance)
    }
    let leaves = [
      Tone(106, 124, 62), Tone(134, 138, 64), Tone(188, 132, 58), Tone(172, 98, 50),
      Tone(92, 112, 66),
    ]
    let trees =
      (0..<210).map { _ in
        (x: (chance.happens(0.5) ? 1 : -1) * chance.number(7...150), z: chance.number(16...330))
      } + [(x: -8.5, z: 13.0), (x: 7.2, z: 15.0)]
    for tree in trees.sorted(by: { $0.z > $1.z }) {
      oak(
        tree.x, tree.z, chance.number(12...23), chance.one(of: leaves), into: &camera, by: &chance)
    }
  }

  private static func farms(into camera: inout SampleCamera, by chance: inout SampleChance) {
    hills(Tone(128, 146, 116), into: &camera)
    meadow(-400, 400, 0.6, 900, Tone(156, 158, 96), into: &camera)
    let fields = [
      Tone(206, 184, 106), Tone(138, 152, 84), Tone(178, 150, 104), Tone(196, 190, 126),
    ]
    for (index, start) in stride(from: 14.0, to: 420, by: 58).enumerated() {
      meadow(-120, -7, start, start + 52, fields[index % 4], into: &camera)
      meadow(7, 120, start + 9, start + 58, fields[(index + 2) % 4], into: &camera)
    }
    meadow(-3.6, 3.6, 0.6, 700, Tone(204, 182, 146), into: &camera)
    for rut in [-1.5, 0.9] {
      meadow(rut - 0.2, rut + 0.2, 2, 300, Tone(166, 142, 110), into: &camera)
    }
    let leaves = [Tone(116, 132, 66), Tone(180, 128, 60), Tone(140, 144, 72)]
    for z in stride(from: 300.0, to: 20, by: -18) {
      let side = chance.happens(0.5) ? 1.0 : -1
      oak(
        side * chance.number(9...60), z, chance.number(8...15), chance.one(of: leaves),
        into: &camera,
        by: &chance)
    }
    for (x, z, wall) in [
      (26.0, 150.0, Tone(232, 226, 208)), (-30, 96, Tone(168, 84, 66)),
      (19, 58, Tone(214, 200, 170)),
    ] {
      farmhouse(x, z, wall, into: &camera)
    }
    for side in [-6.4, 6.4] {
      for z in stride(from: 120.0, to: 7, by: -3) {
        camera.fill(
          SampleShapes.plate(x: side, y: 0, z: z, wide: 0.14, high: 1.2), Tone(120, 98, 74))
        for rail in [0.45, 0.85] {
          camera.fill(
            [
              Point(side, rail, z), Point(side, rail + 0.11, z), Point(side, rail + 0.11, z + 3),
              Point(side, rail, z + 3),
            ], Tone(146, 122, 92))
        }
      }
    }
    oak(-9.6, 15, 14, Tone(184, 126, 56), into: &camera, by: &chance)
  }

  private static func farmhouse(
    _ x: Double, _ z: Double, _ wall: Tone, into camera: inout SampleCamera
  ) {
    let half = 5.0, eaves = 4.2, ridge = 8.0, deep = 8.0
    let near = x > 0 ? -half : half
    camera.fill(
      [
        Point(x + near, 0, z), Point(x + near, eaves, z), Point(x + near, eaves, z + deep),
        Point(x + near, 0, z + deep),
      ], wall.shaded)
    camera.fill(
      [
        Point(x - half, 0, z), Point(x - half, eaves, z), Point(x, ridge, z),
        Point(x + half, eaves, z),
        Point(x + half, 0, z),
      ], wall)
    camera.fill(
      [
        Point(x + near * 1.08, eaves - 0.3, z), Point(x, ridge + 0.2, z),
        Point(x, ridge + 0.2, z + deep),
        Point(x + near * 1.08, eaves - 0.3, z + deep),
      ], Tone(112, 92, 82))
    camera.fill(
      SampleShapes.plate(x: x, y: ridge - 0.6, z: z + 0.1, wide: 1, high: 2.4), Tone(150, 96, 80))
    for (left, bottom) in [(-2.8, 1.2), (1.9, 1.2), (-0.6, 4.7)] {
      camera.fill(
        SampleShapes.plate(x: x + left + 0.45, y: bottom, z: z, wide: 0.9, high: 1.3),
        Tone(78, 88, 98))
    }
    camera.fill(SampleShapes.plate(x: x + 0.1, y: 0, z: z, wide: 1.2, high: 2.2), Tone(96, 72, 58))
  }

  private static func carriages(into camera: inout SampleCamera, by chance: inout SampleChance) {
    var places = [(x: 2.6, z: 21.0), (x: -2.4, z: 30), (x: 3.4, z: 44), (x: -3.2, z: 56)]
    for block in 1..<4 {
      for lane in [-3.4, 3.2] {
        places.append((lane, Double(block) * 79.5 + chance.number(0...50)))
      }
    }
    var people: [(x: Double, z: Double, coat: Tone)] = []
    for _ in 0..<44 {
      people.append(
        (
          (chance.happens(0.5) ? 1 : -1) * chance.number(9.8...14.2), chance.number(15...200),
          chance.one(of: [
            Tone(52, 50, 54), Tone(96, 78, 66), Tone(198, 186, 164), Tone(70, 64, 74),
          ])
        ))
    }
    let all =
      places.map { (z: $0.z, x: $0.x, coat: Tone?.none) }
      + people.map { (z: $0.z, x: $0.x, coat: Tone?.some($0.coat)) }
    for thing in all.sorted(by: { $0.z > $1.z }) {
      if let coat = thing.coat {
        person(
          thing.x, thing.z, coat, coat.shaded, Tone(40, 36, 34), chance.number(1.56...1.8),
          into: &camera)
      } else {
        carriage(thing.x, thing.z, into: &camera)
      }
    }
  }

  private static func carriage(_ x: Double, _ z: Double, into camera: inout SampleCamera) {
    let coach = Tone(58, 48, 46), horse = Tone(104, 76, 56)
    camera.fill(
      SampleShapes.puddle(Point(x - 0.5, 0, z + 1.5), across: 1.9, along: 3), Tone(34, 34, 44),
      opacity: 0.4)
    for leg in [-0.22, 0.22] {
      camera.fill(
        SampleShapes.plate(x: x + leg, y: 0, z: z + 3.4, wide: 0.14, high: 0.9), horse.shaded)
    }
    camera.fill(SampleShapes.disc(Point(x, 1.25, z + 3.2), across: 0.42, up: 0.55), horse)
    camera.fill(SampleShapes.disc(Point(x, 1.95, z + 4), across: 0.2, up: 0.42), horse)
    camera.fill(
      SampleShapes.plate(x: x, y: 0.6, z: z + 1, wide: 1.5, high: 1.5, top: 1.7), coach.shaded)
    camera.fill(SampleShapes.plate(x: x, y: 0.6, z: z, wide: 1.5, high: 1.5, top: 1.7), coach)
    camera.fill(SampleShapes.plate(x: x, y: 1.3, z: z, wide: 0.8, high: 0.55), Tone(150, 150, 146))
    camera.fill(
      SampleShapes.plate(x: x, y: 2.1, z: z, wide: 1.9, high: 0.14),
      coach.mixed(Tone(255, 255, 255), 0.2))
    camera.fill(SampleShapes.disc(Point(x, 2.75, z + 1.2), across: 0.24, up: 0.5), Tone(44, 42, 46))
    for wheel in [-0.86, 0.86] {
      camera.fill(
        SampleShapes.disc(Point(x + wheel, 0.52, z), across: 0.12, up: 0.52), Tone(36, 30, 30))
    }
  }

  private static func motors(into camera: inout SampleCamera, by chance: inout SampleChance) {
    var cars = [
      (x: 1.4, z: 20.0), (x: -1.6, z: 34), (x: 4.4, z: 37), (x: 1.2, z: 52), (x: -4.3, z: 48),
    ]
    for block in 1..<5 {
      for lane in [-4.2, -1.4, 1.4, 4.2] where chance.happens(0.8) {
        cars.append((lane, Double(block) * 79.5 + chance.number(-4...48)))
      }
    }
    let paints = [Tone(44, 44, 50), Tone(86, 44, 44), Tone(52, 64, 58), Tone(120, 112, 98)]
    for thing in cars.sorted(by: { $0.z > $1.z }) {
      car(thing.x, thing.z, chance.one(of: paints), false, into: &camera)
    }
    for z in stride(from: 180.0, to: 15, by: -7) {
      person(
        (chance.happens(0.5) ? 1 : -1) * chance.number(9.8...14.2), z,
        chance.one(of: [Tone(60, 58, 64), Tone(140, 120, 96), Tone(88, 92, 104)]), Tone(50, 48, 54),
        Tone(60, 50, 44), chance.number(1.56...1.82), into: &camera)
    }
  }
}
