import Testing
@testable import TimeWalkCore
import TimeWalkTestSupport
import Glibc

func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }

/// A made-up quarter whose true poses are known: an archive with the flaws of catalogues, and
/// photos with those of phones.
struct Street {
  /// A true pose: metres east and north, degrees.
  struct Pose {
    var east: Double
    var north: Double
    var heading: Double
    var field: Double
  }

  private(set) var items: [Candidate] = []
  private(set) var truth: [Pose] = []
  private(set) var photos: [Viewpoint] = []
  private(set) var photoTruth: [Pose] = []
  let era: Era

  /// Makes a quarter of some 300 m, where half of all views are from a few places.
  init(seed: UInt64, items count: Int, photos: Int = 8, side: Double = 300) throws {
    var random = SeededGenerator(seed: seed)
    func uniform(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random)
    }
    func noise() -> Double {
      (-2 * log(uniform(1e-12...1))).squareRoot() * cos(uniform(0...(2 * .pi)))
    }
    era = try Era(edtf: "1890/1920")
    let scene = try Scene()
    let squares = (0..<5).map { _ in (uniform(-side...side) / 2, uniform(-side...side) / 2) }
    for key in 0..<count {
      var pose = Pose(
        east: uniform(-side...side) / 2, north: uniform(-side...side) / 2,
        heading: uniform(0...360),
        field: uniform(30...75))
      if Bool.random(using: &random), let square = squares.randomElement(using: &random) {
        pose.east = square.0 + 8 * noise()
        pose.north = square.1 + 8 * noise()
      }
      let spread: Double = [5.0, 5, 20, 60].randomElement(using: &random) ?? 5
      let heading: (Double?, Double?) =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: (nil, nil)
        case 1: ((pose.heading / 45).rounded() * 45, 22.5)
        default: (pose.heading + 5 * noise(), 5)
        }
      let year = Int(uniform(1860...1990))
      items.append(
        try scene.item(
          Int64(key), east: pose.east + spread * noise(), north: pose.north + spread * noise(),
          heading: heading.0, accuracy: 1.51 * spread, headingAccuracy: heading.1,
          field: Bool.random(using: &random) ? pose.field : nil,
          date: uniform(0...1) < 0.9 ? String(year) : nil))
      truth.append(pose)
    }
    for _ in 0..<photos {
      var pose = Pose(
        east: uniform(-side...side), north: uniform(-side...side), heading: uniform(0...360),
        field: 69)
      if uniform(0...1) < 0.7, let seen = truth.indices.randomElement(using: &random) {
        let heading = pose.heading
        pose = truth[seen]
        pose.east += 2 * noise()
        pose.north += 2 * noise()
        // A photo from the place of a view without a heading may look in any direction: one in
        // seven repeats it.
        if items[seen].pose.heading == nil, uniform(0...1) > 1.0 / 7 { pose.heading = heading }
      }
      let (spread, turn) = (uniform(3...12), uniform(4...15))
      photoTruth.append(pose)
      self.photos.append(
        Viewpoint(
          coordinate: try scene.place(
            east: pose.east + spread * noise(), north: pose.north + spread * noise(),
            accuracy: 1.51 * spread), heading: Heading(degrees: pose.heading + turn * noise()),
          headingAccuracy: Angle(degrees: turn), fieldOfView: FieldOfView(degrees: pose.field)))
    }
  }

  /// The smaller of the shares that two true views have of each other, nearer things weighing more.
  static func shared(_ a: Pose, _ b: Pose) -> Double { min(part(of: a, in: b), part(of: b, in: a)) }

  private static func part(of a: Pose, in b: Pose) -> Double {
    var seen = 0
    for i in 0..<15 {
      let direction = a.heading + a.field * ((Double(i) + 0.5) / 15 - 0.5)
      for j in 0..<10 {
        let distance = -45 * log(1 - (Double(j) + 0.5) / 10)
        let east = a.east + distance * sin(direction * .pi / 180) - b.east
        let north = a.north + distance * cos(direction * .pi / 180) - b.north
        let bearing = atan2(east, north) * 180 / .pi
        if abs((bearing - b.heading).wrapped180) <= b.field / 2,
          abs((bearing - direction).wrapped180) < 60
        {
          seen += 1
        }
      }
    }
    return Double(seen) / 150
  }
}
