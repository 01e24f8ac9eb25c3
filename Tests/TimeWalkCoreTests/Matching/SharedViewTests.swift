import Testing
@testable import TimeWalkCore
import TimeWalkTestSupport
import Glibc

/// The closed form of two views' overlap, compared with small steps along each ray.
@Suite("The share of a view that another shows")
struct SharedViewTests {
  /// A camera on the plane: metres and degrees.
  struct Camera: CustomTestStringConvertible, Sendable {
    var east = 0.0
    var north = 0.0
    var heading = 0.0
    var field: Double

    var testDescription: String { "\(field)° at \(east) \(north) to \(heading)°" }

    var poses: PoseLanes {
      PoseLanes(
        east: Lanes(repeating: Float(east)), north: Lanes(repeating: Float(north)),
        headings: Lanes(repeating: Float(heading)))
    }
  }

  /// The same by its definition: the share of the rays' ends where the other looks from the same
  /// side.
  private static func measured(
    _ one: Camera, seenBy other: Camera, depth: Double
  ) -> Double {
    var sum = 0.0
    let steps = 4000
    for ray in 0..<RayFan.rays {
      let middle = (Double(ray) + 0.5) / Double(RayFan.rays) * 2 - 1
      let heading = one.heading + middle * one.field / 2
      for step in 0..<steps {
        // The middles of stretches in which as many sights end.
        let left = 1 - (Double(step) + 0.5) / Double(steps)
        let along = depth * Double(SightLengths.scale) * (pow(left, -1 / SightLengths.shape) - 1)
        let east = one.east + along * sin(heading * .pi / 180) - other.east
        let north = one.north + along * cos(heading * .pi / 180) - other.north
        let bearing = atan2(east, north) * 180 / .pi
        // From its own place, a camera's sights have all directions of the other's.
        let isSame = east * east + north * north < 1e-6
        if isSame
          || (abs((bearing - other.heading).wrapped180) <= other.field / 2
            && abs((bearing - heading).wrapped180) <= 90)
        {
          sum += 1
        }
      }
    }
    return sum / Double(steps * RayFan.rays)
  }

  private static func share(
    _ one: Camera, seenBy other: Camera, depth: Double
  ) -> Double {
    let scale = Lanes(repeating: 1 / (Float(depth) * SightLengths.scale))
    let (own, others) = (RayFan(degrees: one.field), RayFan(degrees: other.field))
    let relative = RelativePose(one.poses, other.poses)
    let share = relative.share(own, seenBy: others, scale: scale)[0]
    // The same, asked from the other side.
    let turned = RelativePose(other.poses, one.poses).turned
    #expect(abs(turned.share(own, seenBy: others, scale: scale)[0] - share) < 1e-4)
    return Double(share)
  }

  /// The widths that decide between poses, half circles and their complements.
  static let fields = [5.0, 30, 65, 90, 120, 179, 179.99, 180, 180.01, 181, 235, 300, 359, 360]

  @Test("It equals the sum of small steps, for all widths", arguments: fields)
  func integral(field: Double) {
    var random = SeededGenerator(seed: UInt64(field))
    for round in 0..<60 {
      func uniform(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
      }
      let one = Camera(
        east: uniform(-20...20), north: uniform(-20...20), heading: uniform(0...360),
        field: Self.fields.randomElement(using: &random) ?? 60)
      let other = Camera(
        east: uniform(-60...60), north: uniform(-60...60), heading: uniform(0...360), field: field)
      let depth = uniform(10...300)
      for (a, b) in [(one, other), (other, one)] {
        let closed = Self.share(a, seenBy: b, depth: depth)
        let small = Self.measured(a, seenBy: b, depth: depth)
        #expect(abs(closed - small) < 0.002, "\(round): \(a) seen by \(b) at \(depth)")
      }
    }
  }

  @Test("One place: the share is that of the rays within the other's field", arguments: fields)
  func samePlace(field: Double) {
    for heading in [0.0, 45, 90, 179.9, 180, 270, 359.9] {
      for turn in stride(from: 0.0, to: 360, by: 15.7) {
        let one = Camera(heading: heading, field: 65)
        let other = Camera(heading: heading + turn, field: field)
        var inside = 0
        for ray in 0..<RayFan.rays {
          let middle = ((Double(ray) + 0.5) / Double(RayFan.rays) * 2 - 1) * 65 / 2
          inside += abs((middle - turn).wrapped180) <= field / 2 ? 1 : 0
        }
        let share = Self.share(one, seenBy: other, depth: 45)
        #expect(abs(share - Double(inside) / Double(RayFan.rays)) < 1e-4, "\(heading) \(turn)")
      }
    }
  }

  @Test("Opposite ways from one place, nothing is shared but by panoramas")
  func opposite() {
    for field in Self.fields {
      let share = Self.share(
        Camera(field: field), seenBy: Camera(heading: 180, field: field), depth: 45)
      // Of a field wider than half a circle, two stretches at the sides are in both.
      let most = field <= 180 ? 0 : (2 * field - 360) / field
      #expect(abs(share - most) <= 1 / Double(RayFan.rays) + 1e-6, "\(field)")
      #expect(field >= 180 || share < 1e-6, "\(field)")
    }
  }

  @Test("Rays along the other's edge give a number within 0 and 1", arguments: fields)
  func parallel(field: Double) {
    for ray in 0..<RayFan.rays {
      let turn = ((Double(ray) + 0.5) / Double(RayFan.rays) * 2 - 1) * 60 / 2
      for edge in [field / 2, -field / 2] {
        for (east, north) in [(0.0, 0.0), (10, 0), (-10, 0), (0, 10), (0, -10), (3, 7)] {
          let other = Camera(east: east, north: north, heading: turn + edge, field: field)
          let share = Self.share(Camera(field: 60), seenBy: other, depth: 45)
          #expect((0...1).contains(share), "\(ray) \(edge) \(east) \(north)")
        }
      }
    }
  }

  @Test("Two cameras that move together share the same, at any position and heading")
  func together() {
    let (one, other) = (Camera(field: 60), Camera(east: 10, north: 5, heading: 15, field: 75))
    let home = Self.share(one, seenBy: other, depth: 45)
    for turn in [90.0, 180, 270] {
      let (s, c) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
      let turned = Camera(
        east: 1000 + other.east * c + other.north * s,
        north: -500 + other.north * c - other.east * s,
        heading: other.heading + turn, field: other.field)
      let moved = Camera(east: 1000, north: -500, heading: turn, field: one.field)
      #expect(abs(Self.share(moved, seenBy: turned, depth: 45) - home) < 1e-3)
    }
  }

  @Test(
    "The mean logarithm of sight lengths is that of an exponential law of the same mean distance")
  func sightLengths() {
    var sum = 0.0
    let steps = 200_000
    for step in 0..<steps {
      let left = (Double(step) + 0.5) / Double(steps)
      sum += log(Double(SightLengths.scale) * (pow(left, -1 / SightLengths.shape) - 1))
    }
    // Of an exponential law: minus Euler's constant.
    #expect(abs(sum / Double(steps) + 0.577_216) < 0.002)
    for (near, share) in [(Float(1), Float(1)), (0.5, 0.0625), (0, 0)] {
      #expect(SightLengths.beyond(Lanes(repeating: near))[0] == share)
    }
  }
}
