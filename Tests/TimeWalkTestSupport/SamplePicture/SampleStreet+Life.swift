extension SampleStreet {
  /// Something that stands in the street, to be drawn from far to near.
  private enum Thing {
    case car(x: Double, z: Double, Tone, taxi: Bool)
    case bus(x: Double, z: Double)
    case person(x: Double, z: Double, coat: Tone, legs: Tone, hair: Tone, height: Double)
    case lamp(x: Double, z: Double)
    case tree(x: Double, z: Double, Tone)

    var distance: Double {
      switch self {
      case .car(_, let z, _, _), .bus(_, let z), .person(_, let z, _, _, _, _), .lamp(_, let z),
        .tree(_, let z, _):
        z
      }
    }
  }

  /// Draws cars, people, lamps and trees.
  static func furnish(_ camera: inout SampleCamera, by chance: inout SampleChance) {
    var things: [Thing] = [
      .car(x: 1.3, z: 19, Tone(246, 186, 44), taxi: true),
      .car(x: -1.5, z: 33, Tone(64, 96, 132), taxi: false),
      .car(x: 4.3, z: 37, Tone(196, 66, 54), taxi: false),
      .car(x: 1.4, z: 49, Tone(226, 226, 222), taxi: false),
      .car(x: -4.3, z: 52, Tone(246, 186, 44), taxi: true),
      .bus(x: 6.4, z: 44),
      .person(
        x: -5.9, z: 7.2, coat: Tone(168, 62, 56), legs: Tone(48, 52, 66), hair: Tone(96, 62, 42),
        height: 1.68),
      .person(
        x: -1.15, z: 8, coat: Tone(50, 92, 108), legs: Tone(44, 46, 58), hair: Tone(52, 44, 42),
        height: 1.8),
    ]
    let hairs = [Tone(58, 46, 42), Tone(110, 76, 50), Tone(176, 148, 104), Tone(150, 148, 146)]
    for block in 0..<5 {
      for lane in [-4.2, -1.4, 1.4, 4.2] where block > 0 && chance.happens(0.75) {
        let taxi = chance.happens(0.4)
        let paint = chance.one(of: [
          Tone(70, 74, 84), Tone(218, 218, 214), Tone(150, 60, 56), Tone(84, 116, 146),
        ])
        things.append(
          .car(
            x: lane, z: Double(block) * 79.5 + chance.number(-4...48),
            taxi ? Tone(246, 186, 44) : paint, taxi: taxi))
      }
      for side in [-1.0, 1.0] {
        for step in 0..<3 {
          let z = Double(block) * 79.5 + 17 + Double(step) * 25
          things.append(.lamp(x: side * 9.1, z: z))
          if chance.happens(0.45) {
            let leaves = chance.one(of: [
              Tone(206, 142, 58), Tone(190, 108, 52), Tone(146, 146, 72), Tone(218, 168, 74),
            ])
            things.append(.tree(x: side * 9.6, z: z + 12, leaves))
          }
        }
        for _ in 0..<9 {
          let coat = chance.one(of: [
            Tone(60, 70, 96), Tone(150, 66, 60), Tone(208, 178, 132), Tone(70, 104, 96),
            Tone(120, 92, 120), Tone(46, 48, 58),
          ])
          things.append(
            .person(
              x: side * chance.number(9.8...14.2), z: Double(block) * 79.5 + chance.number(15...71),
              coat: coat, legs: Tone(50, 52, 64), hair: chance.one(of: hairs),
              height: chance.number(1.56...1.84)))
        }
      }
    }
    for thing in things.sorted(by: { $0.distance > $1.distance }) {
      switch thing {
      case .car(let x, let z, let tone, let taxi): car(x, z, tone, taxi, into: &camera)
      case .bus(let x, let z): bus(x, z, into: &camera)
      case .person(let x, let z, let coat, let legs, let hair, let height):
        person(x, z, coat, legs, hair, height, into: &camera)
      case .lamp(let x, let z): lamp(x, z, into: &camera)
      case .tree(let x, let z, let leaves): tree(x, z, leaves, into: &camera)
      }
    }
  }

  private static func shadow(
    _ x: Double, _ z: Double, _ wide: Double, into camera: inout SampleCamera
  ) {
    camera.fill(
      SampleShapes.puddle(Point(x, 0, z), across: wide, along: wide * 0.7), Tone(40, 46, 66),
      opacity: 0.4)
  }

  /// A flat side of a thing that reaches away from us.
  private static func flank(
    _ x: Double, _ bottom: Double, _ top: Double, _ from: Double, _ to: Double, _ tone: Tone,
    into camera: inout SampleCamera
  ) {
    camera.fill(
      [Point(x, bottom, from), Point(x, top, from), Point(x, top, to), Point(x, bottom, to)], tone)
  }

  static func car(
    _ x: Double, _ z: Double, _ paint: Tone, _ isTaxi: Bool, into camera: inout SampleCamera
  ) {
    typealias S = SampleShapes
    let dark = Tone(38, 42, 52), glass = Tone(92, 116, 138)
    camera.fill(
      [
        Point(x - 1.05, 0, z - 0.15), Point(x + 1, 0, z - 0.15), Point(x + 0.9, 0, z + 4.6),
        Point(x - 1.7, 0, z + 4.6),
      ], Tone(34, 38, 54), opacity: 0.5)
    let near = x > SampleCamera.side ? -1.0 : 1.0
    let flankX = x + near * 0.9
    flank(flankX, 0.28, 0.92, z, z + 4.5, paint.mixed(paint.shaded, 0.5), into: &camera)
    camera.fill(
      [
        Point(flankX, 0.92, z + 1.1), Point(x + near * 0.68, 1.45, z + 1.9),
        Point(x + near * 0.68, 1.45, z + 3.6), Point(flankX, 0.92, z + 4.2),
      ], glass.shaded)
    for wheel in [z + 0.8, z + 3.6] {
      camera.fill(
        [
          Point(flankX, 0, wheel - 0.22), Point(flankX, 0.5, wheel - 0.28),
          Point(flankX, 0.5, wheel + 0.28), Point(flankX, 0, wheel + 0.22),
        ], dark)
    }
    // Bonnet, pillars, windscreen and roof behind the front.
    camera.fill(
      [
        Point(x - 0.9, 0.9, z + 1.1), Point(x + 0.9, 0.9, z + 1.1), Point(x + 0.7, 1.48, z + 1.9),
        Point(x - 0.7, 1.48, z + 1.9),
      ], paint.mixed(paint.shaded, 0.3))
    camera.fill(
      [
        Point(x - 0.86, 0.84, z), Point(x + 0.86, 0.84, z), Point(x + 0.9, 1, z + 1.1),
        Point(x - 0.9, 1, z + 1.1),
      ], paint.mixed(Tone(255, 255, 255), 0.22))
    camera.fill(
      [
        Point(x - 0.82, 0.98, z + 1.1), Point(x + 0.82, 0.98, z + 1.1),
        Point(x + 0.66, 1.46, z + 1.9), Point(x - 0.66, 1.46, z + 1.9),
      ], glass)
    camera.fill(
      [
        Point(x - 0.1, 0.98, z + 1.1), Point(x + 0.5, 0.98, z + 1.1),
        Point(x + 0.66, 1.46, z + 1.9),
        Point(x + 0.3, 1.46, z + 1.9),
      ], Tone(196, 212, 222), opacity: 0.45)
    camera.fill(
      [
        Point(x - 0.7, 1.44, z + 1.85), Point(x + 0.7, 1.44, z + 1.85),
        Point(x + 0.66, 1.53, z + 2.2), Point(x - 0.66, 1.53, z + 2.2),
      ], paint.mixed(Tone(255, 255, 255), 0.1))
    for wheel in [-0.7, 0.7] {
      camera.fill(S.plate(x: x + wheel, y: 0, z: z, wide: 0.24, high: 0.4), dark)
    }
    camera.fill(S.plate(x: x, y: 0.26, z: z, wide: 1.78, high: 0.3, top: 1.82), paint.shaded)
    camera.fill(S.plate(x: x, y: 0.5, z: z, wide: 1.82, high: 0.38, top: 1.68), paint)
    camera.fill(S.plate(x: x, y: 0.36, z: z, wide: 1, high: 0.26, top: 1.06), dark)
    camera.fill(S.plate(x: x, y: 0.32, z: z, wide: 0.4, high: 0.12), Tone(236, 232, 220))
    for lamp in [-0.68, 0.68] {
      camera.fill(S.disc(Point(x + lamp, 0.68, z), across: 0.16, up: 0.09), Tone(255, 246, 214))
    }
    if isTaxi {
      camera.fill(S.plate(x: x, y: 1.52, z: z + 2.2, wide: 0.5, high: 0.16), Tone(252, 244, 220))
    }
  }

  private static func bus(_ x: Double, _ z: Double, into camera: inout SampleCamera) {
    typealias S = SampleShapes
    let blue = Tone(64, 104, 158), white = Tone(236, 236, 230), glass = Tone(78, 98, 118)
    shadow(x, z + 1, 1.7, into: &camera)
    let flankX = x - 1.27
    flank(flankX, 0.35, 3.05, z, z + 12, white.shaded, into: &camera)
    flank(flankX, 0.35, 1.2, z, z + 12, blue.shaded, into: &camera)
    for index in 0..<6 {
      let start = z + 0.6 + Double(index) * 1.9
      flank(flankX, 1.5, 2.6, start, start + 1.6, glass.shaded, into: &camera)
    }
    camera.fill(S.plate(x: x, y: 0, z: z, wide: 2.3, high: 0.5), Tone(38, 42, 52))
    camera.fill(S.plate(x: x, y: 0.32, z: z, wide: 2.55, high: 2.75, top: 2.46), white.shaded)
    camera.fill(S.plate(x: x, y: 0.32, z: z, wide: 2.55, high: 0.85), blue.mixed(blue.shaded, 0.6))
    camera.fill(S.plate(x: x, y: 1.25, z: z, wide: 2.3, high: 1.25, top: 2.26), glass)
    camera.fill(S.plate(x: x, y: 2.6, z: z, wide: 1.9, high: 0.32), Tone(30, 32, 40))
    camera.fill(S.plate(x: x, y: 2.68, z: z, wide: 1.3, high: 0.16), Tone(250, 178, 66))
    for lamp in [-0.95, 0.95] {
      camera.fill(S.disc(Point(x + lamp, 0.72, z), across: 0.15, up: 0.12), Tone(255, 246, 214))
    }
  }

  static func person(
    _ x: Double, _ z: Double, _ coat: Tone, _ legs: Tone, _ hair: Tone, _ height: Double,
    into camera: inout SampleCamera
  ) {
    typealias S = SampleShapes
    let dim = coat.mixed(Tone(20, 24, 40), 0.22), skin = Tone(206, 158, 128)
    camera.fill(
      [
        Point(x - 0.2, 0, z - 0.06), Point(x + 0.2, 0, z), Point(x - 1.9, 0, z + 0.9),
        Point(x - 2.2, 0, z + 0.85),
      ], Tone(40, 46, 66), opacity: 0.4)
    // A step: one leg before the other, the arms against them.
    for (foot, knee, tone) in [
      (0.2, 0.1, legs.mixed(Tone(90, 90, 100), 0.2)), (-0.19, -0.08, legs),
    ] {
      camera.fill(
        [
          Point(x + foot - 0.06, 0.05, z), Point(x + knee - 0.11, height * 0.47, z),
          Point(x + knee + 0.09, height * 0.47, z), Point(x + foot + 0.05, 0.05, z),
        ], tone)
      camera.fill(
        [
          Point(x + foot - 0.07, 0, z), Point(x + foot - 0.06, 0.08, z),
          Point(x + foot + 0.06, 0.08, z), Point(x + foot + 0.16, 0, z),
        ], Tone(44, 38, 38))
    }
    func arm(_ hand: Double, _ tone: Tone) {
      camera.fill(S.disc(Point(x + hand, height * 0.455, z), across: 0.05, up: 0.06), skin)
      camera.fill(
        [
          Point(x + hand - 0.06, height * 0.47, z), Point(x + hand * 0.45 - 0.08, height * 0.8, z),
          Point(x + hand * 0.45 + 0.08, height * 0.8, z), Point(x + hand + 0.06, height * 0.47, z),
        ], tone)
    }
    arm(0.31, dim)
    camera.fill(
      S.plate(x: x, y: height * 0.37, z: z, wide: 0.48, high: height * 0.42, top: 0.36), coat)
    camera.fill(S.disc(Point(x, height * 0.785, z), across: 0.18, up: height * 0.04), coat)
    arm(-0.29, coat.mixed(dim, 0.5))
    camera.fill(S.plate(x: x, y: height * 0.8, z: z, wide: 0.1, high: height * 0.07), skin)
    camera.fill(S.disc(Point(x, height * 0.92, z), across: 0.1, up: height * 0.068), skin)
    // Hair, seen from behind and aside.
    camera.fill(
      S.disc(Point(x - 0.025, height * 0.94, z), across: 0.105, up: height * 0.062), hair)
  }

  private static func lamp(_ x: Double, _ z: Double, into camera: inout SampleCamera) {
    typealias S = SampleShapes
    let iron = Tone(58, 64, 66), arm = x < 0 ? 1.0 : -1.0
    camera.fill(S.plate(x: x, y: 0, z: z, wide: 0.36, high: 1, top: 0.24), iron)
    camera.fill(S.plate(x: x, y: 0, z: z, wide: 0.18, high: 8.4, top: 0.11), iron)
    camera.fill(
      [
        Point(x, 8.3, z), Point(x, 8.42, z), Point(x + arm * 2.2, 8.9, z),
        Point(x + arm * 2.2, 8.8, z),
      ], iron)
    camera.fill(
      S.disc(Point(x + arm * 2.3, 8.78, z), across: 0.42, up: 0.12), Tone(236, 226, 200))
  }

  private static func tree(
    _ x: Double, _ z: Double, _ leaves: Tone, into camera: inout SampleCamera
  ) {
    typealias S = SampleShapes
    shadow(x, z, 0.9, into: &camera)
    camera.fill(S.plate(x: x, y: 0, z: z, wide: 0.3, high: 3.4, top: 0.2), Tone(86, 70, 60))
    let tone = x > 0 ? leaves.mixed(leaves.shaded, 0.6) : leaves
    for (dx, y, size) in [(-0.7, 4, 1.1), (0.7, 3.9, 1.0), (0.0, 4.9, 1.4), (-0.3, 5.7, 0.95)] {
      camera.fill(
        S.disc(Point(x + dx, y, z), across: size, up: size * 0.85), tone.mixed(tone.shaded, 0.25))
    }
    for (dx, y, size) in [(0.25, 5.3, 0.9), (0.8, 4.3, 0.6), (-0.45, 4.5, 0.55)] {
      camera.fill(
        S.disc(Point(x + dx, y, z), across: size, up: size * 0.8),
        tone.mixed(Tone(255, 236, 190), 0.22))
    }
  }
}
