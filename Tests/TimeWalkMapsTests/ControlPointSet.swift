import Foundation
import TimeWalkMaps
import TimeWalkTestSupport

/// Made control points, the same in every run.
struct ControlPointSet: Sendable, CustomStringConvertible {
  let name: String
  let count: Int
  /// The picture's sides, pixels.
  let width, height: Double
  /// The middle of the ground and how many units a pixel is wide.
  let middle: PlanePoint
  let unit: Double
  /// The picture's clockwise turn, and the deviation of its axes from a right angle.
  var turn = 0.0
  var skew = 0.0
  /// The error of points against a plain map, in pixels: at random and by a bend.
  var noise = 0.0
  var bend = 0.0
  /// The part of the picture in which the points lie.
  var part = 1.0

  var description: String { name }

  /// The number of units on the ground in a centimetre.
  var centimeter: Double { unit < 1e-3 ? 1e-7 : 0.01 }

  /// Twenty: plans of towns, sheets of a survey and maps of countries, in metres and degrees.
  static let all: [ControlPointSet] = [
    town("three", 3), town("four", 4), town("five", 5, noise: 3), town("six", 6, noise: 4),
    town("seven", 7, noise: 30), town("ten", 10, noise: 5), town("twelve", 12, noise: 8),
    town("twenty, bent", 20, noise: 3, bend: 60), town("forty, bent", 40, noise: 10, bend: 200),
    town("a hundred, bent", 100, noise: 5, bend: 150),
    town("four hundred, bent", 400, noise: 5, bend: 150),
    survey("turned by 37 degrees", 25, turn: 37), survey("upside down", 30, turn: 180),
    survey("skewed", 16, turn: 4, skew: 12), survey("mirrored nearly", 18, turn: -95, skew: 30),
    ControlPointSet(
      name: "small", count: 12, width: 600, height: 400, middle: PlanePoint(x: 0, y: 0), unit: 0.05,
      noise: 1),
    ControlPointSet(
      name: "far from the origin", count: 15, width: 20000, height: 14000,
      middle: PlanePoint(x: 19_800_000, y: -9_900_000), unit: 0.2, noise: 12),
    ControlPointSet(
      name: "a country in degrees", count: 60, width: 9000, height: 7000,
      middle: PlanePoint(x: 8.2, y: 46.8), unit: 5e-4, noise: 15, bend: 80),
    ControlPointSet(
      name: "a town in degrees", count: 14, width: 6000, height: 5000,
      middle: PlanePoint(x: -74.01, y: 40.71), unit: 8e-6, turn: 29, noise: 10),
    ControlPointSet(
      name: "points in a corner", count: 13, width: 9000, height: 9000,
      middle: PlanePoint(x: 583_000, y: 4_507_000), unit: 0.4, noise: 3, part: 0.2),
  ]

  private static func town(
    _ name: String, _ count: Int, noise: Double = 2, bend: Double = 0
  ) -> ControlPointSet {
    ControlPointSet(
      name: name, count: count, width: 7200, height: 5400,
      middle: PlanePoint(x: -8_238_000, y: 4_970_000), unit: 0.6, turn: 29, noise: noise, bend: bend
    )
  }

  private static func survey(
    _ name: String, _ count: Int, turn: Double, skew: Double = 0
  ) -> ControlPointSet {
    ControlPointSet(
      name: name, count: count, width: 12000, height: 9000,
      middle: PlanePoint(x: 583_960, y: 4_507_523), unit: 2.5, turn: turn, skew: skew, noise: 6,
      bend: 25)
  }

  /// The pairs: pixels, with y down as GDAL has it, and points on the ground.
  var pairs: (pixels: [PlanePoint], ground: [PlanePoint]) {
    var numbers = SeededGenerator(
      seed: UInt64(count) &+ UInt64(name.utf8.reduce(0) { $0 + Int($1) }))
    var pixels: [PlanePoint] = []
    var ground: [PlanePoint] = []
    while pixels.count < count {
      // As people click: whole pixels, not too close together.
      let x = (Double.random(in: 0...1, using: &numbers) * width * part).rounded()
      let y = (Double.random(in: 0...1, using: &numbers) * height * part).rounded()
      let apart = 0.4 * part * (width * height / Double(count)).squareRoot()
      guard pixels.allSatisfy({ hypot($0.x - x, $0.y - y) > apart }) else { continue }
      let pixel = PlanePoint(x: x, y: y)
      pixels.append(pixel)
      let off = PlanePoint(
        x: Double.random(in: -noise...noise, using: &numbers),
        y: Double.random(in: -noise...noise, using: &numbers))
      ground.append(place(pixel, off))
    }
    return (pixels, ground)
  }

  private func place(_ pixel: PlanePoint, _ off: PlanePoint) -> PlanePoint {
    let (u, v) = (pixel.x / width - 0.5, pixel.y / height - 0.5)
    let x = u * width + bend * sin(3 * v) + off.x
    let y = -v * height + bend * u * u + off.y
    let (along, up) = (-turn * .pi / 180, (90 - turn + skew) * .pi / 180)
    return PlanePoint(
      x: middle.x + unit * (x * cos(along) + y * cos(up)),
      y: middle.y + unit * (x * sin(along) + y * sin(up)))
  }

  /// Spots that are asked for: four in the picture, two beside it, but near.
  var probes: (pixels: [PlanePoint], ground: [PlanePoint]) {
    let shares = [(0.5, 0.5), (0.21, 0.77), (0.83, 0.12), (0.05, 0.04), (1.02, 0.6), (0.4, -0.01)]
    let pixels = shares.map { PlanePoint(x: $0.0 * width * part, y: $0.1 * height * part) }
    return (pixels, pixels.map { place($0, PlanePoint(x: 0, y: 0)) })
  }
}
