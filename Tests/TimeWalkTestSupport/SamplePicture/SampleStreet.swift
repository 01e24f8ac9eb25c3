/// The sample photo's subject: a street of the imagination that runs where Fifth Avenue does.
///
/// Flat shapes in true perspective, with the light of the photo's place, day and time: the sun
/// stands to the right and a little behind, a third of the way up. Houses, cars and people are
/// TimeWalk's own; no real view was traced.
package enum SampleStreet {
  /// The size upright, in pixels.
  package static let size = (width: SampleCamera.width, height: SampleCamera.height)
  /// The focal length that it is drawn with, in pixels.
  package static let focalLength = SampleCamera.focal
  /// Degrees that it looks above the horizon.
  package static let pitch = SampleCamera.pitch

  /// Where the sun's light goes: metres to the right and along for each metre down.
  ///
  /// The sun is 33 degrees high and 115 degrees to the right of the street's direction.
  static let light = (right: -1.41, along: 0.66)

  /// Draws the picture as it is stored, on its side: Y, Cb and Cr, colour for each two by two
  /// pixels.
  package static func draw() -> [SamplePlane] {
    var camera = SampleCamera()
    var chance = SampleChance(seed: 1905)
    sky(into: &camera)
    var houses = row(side: -1, by: &chance) + row(side: 1, by: &chance)
    for index in houses.indices where houses[index].side > 0 && houses[index].start < 90 {
      houses[index].height = min(houses[index].height, 58)
    }
    paint(houses, isPaved: true, into: &camera, by: &chance)
    furnish(&camera, by: &chance)
    return camera.planes
  }

  /// Draws the ground and the houses with their shadows.
  static func paint(
    _ houses: [SampleBuilding], isPaved: Bool, into camera: inout SampleCamera,
    by chance: inout SampleChance
  ) {
    ground(into: &camera, houses: houses, isPaved: isPaved)
    let shadows = houses.filter { $0.side > 0 }.map { house in
      let fall = SampleBuilding.line * 2 / -light.right
      return (
        start: house.start + fall * light.along, end: house.end + fall * light.along,
        height: house.height - fall
      )
    }
    for house in houses.sorted(by: { $0.start > $1.start }) {
      house.draw(
        into: &camera,
        shadows: house.isLit
          ? shadows.filter { $0.end > house.start && $0.start < house.end } : [],
        by: &chance)
    }
  }

  /// The houses of one side, with a gap for each cross street.
  static func row(side: Double, by chance: inout SampleChance) -> [SampleBuilding] {
    var houses: [SampleBuilding] = []
    // From 42nd Street, on which we stand, a block and its street are 79.5 m.
    for block in 0..<17 {
      let end = 12 + Double(block) * 79.5 + 61.2
      var place = end - 61.2
      while place < end - 1 {
        let width = block > 6 ? 30.6 : chance.number(11...23)
        let next = end - (place + width) < 9 ? end : place + width
        houses.append(SampleBuilding(side: side, start: place, end: next, by: &chance))
        place = next
      }
    }
    return houses
  }

  /// A cloud: its middle and its size, pixels.
  typealias Cloud = (x: Double, y: Double, size: Double)

  /// The clouds of the sample photo.
  static let clouds: [Cloud] = [
    (1440, 640, 250), (1830, 880, 120), (1370, 1300, 130), (1640, 1560, 80),
  ]

  static func sky(into camera: inout SampleCamera, clouds: [Cloud] = clouds) {
    let width = Double(SampleCamera.width)
    let zenith = Tone(120, 172, 212), middle = Tone(186, 212, 224), low = Tone(250, 234, 210)
    let bands = 230
    for band in 0..<bands {
      let share = Double(band) / Double(bands - 1)
      let tone =
        share < 0.5 ? zenith.mixed(middle, share * 2) : middle.mixed(low, share * 2 - 1)
      let top = Double(band) * 10
      camera.fill(
        [
          Spot(x: 0, y: top), Spot(x: width, y: top), Spot(x: width, y: top + 11),
          Spot(x: 0, y: top + 11),
        ], tone)
    }
    // Each cloud is a heap of puffs on one level, cut off below by a haze of the sky's colour.
    for cloud in clouds {
      let puffs = [
        (-1.5, 0.0, 0.5), (-0.8, -0.22, 0.72), (0.0, -0.36, 0.9), (0.85, -0.18, 0.7),
        (1.6, 0.02, 0.45),
      ]
      for (light, rise) in [(Tone(222, 228, 230), 0.0), (Tone(252, 247, 238), -0.12)] {
        for (right, down, size) in puffs {
          camera.fill(
            SampleShapes.ellipse(
              x: cloud.x + right * cloud.size, y: cloud.y + (down * 0.5 + rise) * cloud.size,
              across: size * cloud.size, up: size * cloud.size * 0.34), light)
        }
      }
    }
  }

  /// The street, paved with asphalt and marked, or with stones; and the shadows of the right side.
  private static func ground(
    into camera: inout SampleCamera, houses: [SampleBuilding], isPaved: Bool
  ) {
    func sheet(
      _ left: Double, _ right: Double, _ from: Double, _ to: Double, _ tone: Tone,
      opacity: Double = 1
    ) {
      // In lengths, so that each gets the air of its own distance.
      var start = from
      while start < to {
        let end = min(to, start < 60 ? start + 12 : start + 40)
        let overlap = end < to ? 0.4 : 0
        camera.fill(
          [
            Point(left, 0, start), Point(right, 0, start), Point(right, 0, end + overlap),
            Point(left, 0, end + overlap),
          ], tone, opacity: opacity)
        start = end
      }
    }
    let line = SampleBuilding.line, kerb = 8.4, corner = 9.6
    let asphalt = isPaved ? Tone(168, 163, 158) : Tone(156, 142, 122)
    let pavement = Tone(226, 214, 196), stone = Tone(190, 183, 173)
    sheet(-60, 60, 0.6, 1400, asphalt)
    sheet(-line, -kerb, corner, 1400, pavement)
    sheet(kerb, line, corner, 1400, pavement)
    sheet(-kerb - 0.3, -kerb, corner, 1400, stone)
    sheet(kerb, kerb + 0.3, corner, 1400, stone)
    let paint = Tone(244, 240, 228)
    // Mended asphalt and a cover, so that the foreground isn't bare; joints between stones where
    // there is none.
    if !isPaved {
      for joint in stride(from: 2.4, to: 90, by: 0.55) {
        sheet(-kerb, kerb, joint, joint + 0.07, asphalt.mixed(Tone(70, 62, 56), 0.4))
      }
    }
    sheet(-9, -3.1, 2.4, 3.1, asphalt.mixed(Tone(90, 90, 96), 0.14))
    sheet(-2.2, 6, 8.5, 9.3, asphalt.mixed(Tone(90, 90, 96), 0.14))
    let cover = Point(-2.55, 0, 3.75)
    for (size, tone) in [(0.44, Tone(124, 120, 120)), (0.38, Tone(146, 141, 138))] {
      camera.fill(SampleShapes.puddle(cover, across: size, along: size), tone)
    }
    for bar in -2...2 {
      let x = cover.x + Double(bar) * 0.13
      sheet(x - 0.03, x + 0.03, cover.z - 0.24, cover.z + 0.24, Tone(120, 116, 116))
    }
    for block in 0..<6 {
      // The cross street and the stripes on both its sides.
      let start = Double(block) * 79.5
      if block > 0 { sheet(-60, 60, start - 6.3, start + 12, asphalt) }
      for stripes in [start - 5.4, block == 0 ? 4.4 : start + 7.4]
      where isPaved && stripes > 1 && block < 4 {
        var x = -kerb + 0.5
        while x < kerb - 0.3 {
          sheet(x, x + 0.6, stripes, stripes + 3.6, paint)
          x += 1.25
        }
      }
      for lane in [-2.8, 2.8, 0] where isPaved && block < 4 {
        var dash = start + 15
        while dash < start + 70 {
          sheet(lane - 0.07, lane + 0.07, dash, dash + 3, paint)
          dash += 9
        }
      }
    }
    // The long shadows of the right side; where a cross street is, the sun comes through.
    for house in houses where house.side > 0 {
      let length = min(house.height, line * 2 / -light.right)
      let across = length * light.right, along = length * light.along
      camera.fill(
        [
          Point(line, 0, house.start), Point(line, 0, house.end),
          Point(line + across, 0, house.end + along),
          Point(line + across, 0, house.start + along),
        ], Tone(52, 62, 96), opacity: 0.45)
    }
  }
}
