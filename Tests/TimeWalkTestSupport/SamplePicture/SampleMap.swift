import Foundation

/// A map of Manhattan as one imagines it; nothing of it is a record of what was there.
///
/// It is drawn in a plane around its middle, turned so that the island's length points up.
package struct SampleMap: Sendable {
  /// A place: degrees north and east.
  package typealias Place = (latitude: Double, longitude: Double)

  /// Pixels.
  package let width: Int, height: Int
  private let middle: Place
  private let metersPerPixel: Double
  /// How far what points up lies clockwise from north, degrees.
  private let turn: Double
  private var planes: [SamplePlane]
  private var chance: SampleChance

  private init(_ size: (Int, Int), around middle: Place, scale: Double, turn: Double, seed: UInt64)
  {
    (width, height) = size
    self.middle = middle
    metersPerPixel = scale
    self.turn = turn * .pi / 180
    planes = [
      SamplePlane(width: width, height: height),
      SamplePlane(width: width / 2, height: height / 2),
      SamplePlane(width: width / 2, height: height / 2),
    ]
    chance = SampleChance(seed: seed)
  }

  /// Y, Cb and Cr, colour for each two by two pixels.
  package var samples: [[UInt8]] { planes.map(\.samples) }

  /// The pixel of a place, exactly as it is drawn.
  package func pixel(of place: Place) -> (x: Double, y: Double) {
    let spot = self.spot(place)
    return (spot.x, spot.y)
  }

  private func spot(_ place: Place) -> Spot {
    let north = (place.latitude - middle.latitude) * 111_045
    let east =
      (place.longitude - middle.longitude) * 111_320 * cos(middle.latitude * .pi / 180)
    let right = east * cos(turn) - north * sin(turn), up = east * sin(turn) + north * cos(turn)
    return Spot(
      x: Double(width) / 2 + right / metersPerPixel, y: Double(height) / 2 - up / metersPerPixel)
  }

  // MARK: Drawing

  private mutating func fill(_ shape: [Spot], _ tone: Tone, opacity: Double = 1) {
    for (index, sample) in tone.samples.enumerated() {
      let scale = index == 0 ? 1 : 0.5
      planes[index].fill(
        shape.map { Spot(x: $0.x * scale, y: $0.y * scale) }, with: sample, opacity: opacity)
    }
  }

  private mutating func area(_ shape: [Place], _ tone: Tone, opacity: Double = 1) {
    fill(shape.map(spot), tone, opacity: opacity)
  }

  private mutating func disc(_ place: Place, meters: Double, _ tone: Tone, opacity: Double = 1) {
    let centre = spot(place)
    let radius = meters / metersPerPixel
    fill(
      SampleShapes.ellipse(x: centre.x, y: centre.y, across: radius, up: radius), tone,
      opacity: opacity)
  }

  private mutating func line(_ places: [Place], meters: Double, _ tone: Tone) {
    let spots = places.map(spot)
    let half = max(0.8, meters / metersPerPixel / 2)
    for (a, b) in zip(spots, spots.dropFirst()) {
      let length = max(1e-9, hypot(b.x - a.x, b.y - a.y))
      let (x, y) = (half * (b.y - a.y) / length, -half * (b.x - a.x) / length)
      fill(
        [
          Spot(x: a.x + x, y: a.y + y), Spot(x: b.x + x, y: b.y + y),
          Spot(x: b.x - x, y: b.y - y), Spot(x: a.x - x, y: a.y - y),
        ], tone)
      fill(SampleShapes.ellipse(x: b.x, y: b.y, across: half, up: half), tone)
    }
  }

  private mutating func house(_ place: Place, meters: Double, turned: Double) {
    let centre = spot(place)
    let side = meters / metersPerPixel / 2, angle = turned * .pi / 180 - turn
    let corners = [(-1.0, -0.7), (1.0, -0.7), (1.0, 0.7), (-1.0, 0.7)].map {
      Spot(
        x: centre.x + side * ($0.0 * cos(angle) - $0.1 * sin(angle)),
        y: centre.y + side * ($0.0 * sin(angle) + $0.1 * cos(angle)))
    }
    fill(corners, Tone(150, 72, 54))
  }

  private mutating func sheet(_ tone: Tone) {
    let (right, bottom) = (Double(width), Double(height))
    fill(
      [
        Spot(x: 0, y: 0), Spot(x: right, y: 0), Spot(x: right, y: bottom), Spot(x: 0, y: bottom),
      ], tone)
  }

  private mutating func trees(_ count: Int, within box: (south: Place, north: Place)) {
    for _ in 0..<count {
      let place = (
        latitude: chance.number(box.south.latitude...box.north.latitude),
        longitude: chance.number(box.south.longitude...box.north.longitude)
      )
      guard isLand(place) else { continue }
      disc(place, meters: chance.number(14...34), Tone(142, 158, 104), opacity: 0.8)
    }
  }

  // MARK: The island

  /// The shores by latitude: the western and the eastern longitude.
  private static let shores: [(latitude: Double, west: Double, east: Double)] = [
    (40.7005, -74.0155, -74.0115), (40.7040, -74.0165, -74.0085), (40.7080, -74.0150, -74.0020),
    (40.7120, -74.0140, -73.9960), (40.7160, -74.0130, -73.9850), (40.7200, -74.0120, -73.9765),
    (40.7250, -74.0110, -73.9735), (40.7300, -74.0105, -73.9725), (40.7350, -74.0100, -73.9740),
    (40.7400, -74.0085, -73.9735), (40.7450, -74.0070, -73.9710), (40.7500, -74.0045, -73.9675),
    (40.7550, -74.0010, -73.9640), (40.7600, -73.9975, -73.9600), (40.7680, -73.9920, -73.9540),
  ]

  private func isLand(_ place: Place) -> Bool {
    for (a, b) in zip(Self.shores, Self.shores.dropFirst())
    where (a.latitude..<b.latitude).contains(place.latitude) {
      let share = (place.latitude - a.latitude) / (b.latitude - a.latitude)
      let west = a.west + share * (b.west - a.west), east = a.east + share * (b.east - a.east)
      return (west + 0.0004..<east - 0.0004).contains(place.longitude)
    }
    return false
  }

  private mutating func island(_ land: Tone) {
    for (a, b) in zip(Self.shores, Self.shores.dropFirst()) {
      area(
        [
          (a.latitude, a.west), (a.latitude, a.east), (b.latitude, b.east), (b.latitude, b.west),
        ], land)
    }
    for edge in [\(latitude: Double, west: Double, east: Double).west, \.east] {
      line(Self.shores.map { ($0.latitude, $0[keyPath: edge]) }, meters: 14, Tone(96, 112, 120))
    }
  }

  // MARK: The maps

  /// The road that leads up the island from the town's gate.
  private static let road: [Place] = [
    (40.7078, -74.0112), (40.7130, -74.0075), (40.7180, -73.9945), (40.7280, -73.9912),
    (40.7360, -73.9900), (40.7430, -73.9855), (40.7536, -73.9790), (40.7600, -73.9750),
    (40.7680, -73.9700),
  ]

  /// The town at the island's tip and the land above it, about 1660: wall, fort and canal, the
  /// road, ponds and streams, woods and some farms.
  package static func townOf1660() -> SampleMap {
    var map = SampleMap(
      (1500, 2500), around: (40.7272, -73.9915), scale: 3.1, turn: 29, seed: 1660)
    map.sheet(Tone(196, 210, 214))
    map.island(Tone(232, 222, 190))
    map.trees(1500, within: ((40.712, -74.014), (40.767, -73.956)))
    let water = Tone(150, 178, 190)
    map.disc((40.7163, -74.0040), meters: 150, water)
    map.line([(40.7163, -74.0040), (40.7190, -74.0060), (40.7205, -74.0119)], meters: 26, water)
    map.line(
      [(40.7390, -73.9920), (40.7330, -73.9985), (40.7285, -74.0050), (40.7270, -74.0109)],
      meters: 20, water)
    map.line([(40.7560, -73.9860), (40.7500, -73.9800), (40.7440, -73.9714)], meters: 16, water)
    map.line(road, meters: 22, Tone(168, 132, 92))
    for farm: Place in [
      (40.7215, -73.9900), (40.7290, -73.9880), (40.7345, -73.9860), (40.7240, -73.9990),
      (40.7420, -73.9800),
    ] {
      for row in 0..<3 {
        let north = farm.latitude + 0.0009 * Double(row)
        map.area(
          [
            (north, farm.longitude), (north, farm.longitude + 0.0034),
            (north + 0.0006, farm.longitude + 0.0034), (north + 0.0006, farm.longitude),
          ], Tone(214, 196, 132))
      }
      map.house((farm.latitude - 0.0006, farm.longitude + 0.0004), meters: 34, turned: 20)
    }
    map.line([(40.7030, -74.0104), (40.7062, -74.0112)], meters: 18, water)
    map.line(
      [(40.7084, -74.0141), (40.7075, -74.0112), (40.7052, -74.0072)], meters: 16, Tone(92, 70, 52))
    map.area(
      [(40.7034, -74.0142), (40.7034, -74.0128), (40.7045, -74.0128), (40.7045, -74.0142)],
      Tone(122, 96, 70))
    map.area(
      [(40.7037, -74.0138), (40.7037, -74.0132), (40.7042, -74.0132), (40.7042, -74.0138)],
      Tone(232, 222, 190))
    let streets: [[Place]] = [
      [(40.7046, -74.0134), (40.7075, -74.0112)], [(40.7034, -74.0124), (40.7052, -74.0075)],
      [(40.7052, -74.0118), (40.7062, -74.0086)], [(40.7064, -74.0116), (40.7070, -74.0096)],
    ]
    for street in streets {
      map.line(street, meters: 13, Tone(208, 188, 152))
      for step in 0..<14 {
        let share = (Double(step) + 0.5) / 14
        for side in [-1.0, 1.0] where map.chance.happens(0.8) {
          map.house(
            (
              street[0].latitude + share * (street[1].latitude - street[0].latitude)
                + side * 0.00017,
              street[0].longitude + share * (street[1].longitude - street[0].longitude)
                + side * 0.00012
            ), meters: 17, turned: map.chance.number(0...90))
        }
      }
    }
    return map
  }

  /// The land around the sample photo's corner, in 1776: the post road between farms, fields and a
  /// stream.
  package static func cornerOf1776() -> SampleMap {
    var map = SampleMap(
      (1400, 1400), around: (40.7537, -73.9806), scale: 0.9, turn: -8, seed: 1776)
    map.sheet(Tone(226, 218, 188))
    let tones = [
      Tone(206, 200, 140), Tone(190, 196, 136), Tone(222, 206, 158), Tone(198, 186, 130),
    ]
    for row in 0..<6 {
      for column in 0..<5 {
        let south = 40.7485 + 0.0018 * Double(row), west = -73.9878 + 0.0031 * Double(column)
        let (deep, wide) = (map.chance.number(0.0012...0.0016), map.chance.number(0.0022...0.0029))
        map.area(
          [(south, west), (south, west + wide), (south + deep, west + wide), (south + deep, west)],
          map.chance.one(of: tones))
      }
    }
    for _ in 0..<260 {
      let place = (
        latitude: map.chance.number(40.7478...40.7596),
        longitude: map.chance.number(-73.989 ... -73.972)
      )
      map.disc(place, meters: map.chance.number(5...11), Tone(128, 148, 96), opacity: 0.85)
    }
    map.line(
      [
        (40.7600, -73.9862), (40.7560, -73.9848), (40.7525, -73.9822), (40.7500, -73.9785),
        (40.7475, -73.9720),
      ], meters: 9, Tone(140, 170, 184))
    map.line(
      [
        (40.7475, -73.9832), (40.7505, -73.9812), (40.7536, -73.9790), (40.7568, -73.9771),
        (40.7600, -73.9750),
      ], meters: 11, Tone(166, 130, 92))
    map.line(
      [(40.7536, -73.9790), (40.7545, -73.9830), (40.7552, -73.9880)], meters: 7,
      Tone(178, 146, 108))
    for house: Place in [
      (40.75290, -73.97850), (40.75440, -73.97960), (40.75130, -73.98170), (40.75660, -73.97830),
      (40.75520, -73.98520), (40.74980, -73.98060),
    ] {
      map.house(house, meters: 22, turned: map.chance.number(0...60))
      map.house(
        (house.latitude + 0.00022, house.longitude + 0.0003), meters: 15,
        turned: map.chance.number(0...60))
    }
    return map
  }

  /// Pairs of a pixel and its place, as somebody clicks who is off by some pixels.
  package func controlPoints(_ places: [Place]) -> [(x: Double, y: Double, place: Place)] {
    var hand = SampleChance(seed: UInt64(width))
    return places.map { place in
      let spot = self.spot(place)
      return (
        ((spot.x + hand.number(-4...4)) * 10).rounded() / 10,
        ((spot.y + hand.number(-4...4)) * 10).rounded() / 10, place
      )
    }
  }
}

/// The maps of the sample, with what their catalogue says of them.
package enum ImaginedMap: String, CaseIterable, Sendable {
  case town = "imagined-map-1660", corner = "imagined-map-1776"

  /// Its title, which says that it is imagined.
  package var title: String {
    switch self {
    case .town: "An imagined map: the town at Manhattan's tip and the road up the island, in 1660"
    case .corner: "An imagined map: farms, a stream and the post road, in 1776"
    }
  }

  /// What is written on the map itself.
  package var mark: [String] {
    ["IMAGINED, \(rawValue.suffix(4))", "drawn by TimeWalk; no record of what was there"]
  }

  /// The map.
  package func draw() -> SampleMap {
    switch self {
    case .town: SampleMap.townOf1660()
    case .corner: SampleMap.cornerOf1776()
    }
  }

  /// The places that its control points stand at.
  package var places: [SampleMap.Place] {
    switch self {
    case .town:
      [
        (40.7040, -74.0135), (40.7078, -74.0112), (40.7130, -74.0075), (40.7120, -73.9960),
        (40.7205, -74.0119), (40.7280, -73.9912), (40.7250, -73.9735), (40.7360, -73.9900),
        (40.7400, -74.0085), (40.7430, -73.9855), (40.7536, -73.9790), (40.7550, -74.0010),
      ]
    case .corner:
      [
        (40.7500, -73.9785), (40.7505, -73.9812), (40.7525, -73.9822), (40.7536, -73.9790),
        (40.7545, -73.9830), (40.7560, -73.9848), (40.7568, -73.9771), (40.7485, -73.9816),
      ]
    }
  }
}
