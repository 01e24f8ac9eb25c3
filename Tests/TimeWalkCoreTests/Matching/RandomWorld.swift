@testable import TimeWalkCore
import TimeWalkTestSupport

/// Archives and photos of all kinds with the extreme values of files, for property tests.
struct RandomWorld {
  /// The content of the archive.
  enum Kind: CaseIterable, Sendable {
    /// Street views of good records.
    case dense
    /// A handful of items.
    case sparse
    /// Items that are known to a block or a town.
    case vague
    /// Skylines and prospects.
    case long
    /// Cameras on high, over all surfaces.
    case aerial
    /// Places of subjects.
    case subject
    /// Any trait missing or extreme.
    case strange
  }

  private(set) var scene: Scene
  private(set) var items: [Candidate] = []
  private(set) var photos: [Viewpoint] = []

  /// Places in a city, on the antimeridian, and at and near the poles.
  static let places: [(latitude: Double, longitude: Double)] = [
    (40.75, -73.98), (-16.8, 179.9999), (78.2, 15.6), (89.9995, 30), (-90, 0), (0, 0),
  ]

  init(_ kind: Kind, seed: UInt64, place: (latitude: Double, longitude: Double)) throws {
    scene = try Scene(latitude: place.latitude, longitude: place.longitude)
    var random = SeededGenerator(seed: seed)
    let count = kind == .sparse ? 1 + Int(seed % 7) : 40 + Int(seed % 8)
    for key in 0..<count {
      items.append(try RandomWorld.item(kind, Int64(key), around: scene, &random))
    }
    for _ in 0..<3 { photos.append(try RandomWorld.photo(kind, around: scene, items, &random)) }
  }

  private static func item(
    _ kind: Kind, _ key: Int64, around scene: Scene, _ random: inout SeededGenerator
  ) throws -> Candidate {
    func uniform(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random)
    }
    func one(_ values: [Double?]) -> Double? { values.randomElement(using: &random) ?? nil }
    let accuracy: Double? =
      switch kind {
      case .vague: one([60, 110, 500, 5000])
      case .strange: one([nil, 0, 1e-9, 3, 40, 1000, 1e6, 1e30, 1e300])
      default: one([nil, 3, 8, 25])
      }
    let side: Double =
      switch kind {
      case .dense: 60
      case .vague: 600
      case .long, .aerial: 4000
      default: 250
      }
    let heading: Double? = uniform(0...1) < 0.2 ? nil : uniform(0...360)
    let octant = heading.map { ($0 / 45).rounded() * 45 }
    let isOctant = uniform(0...1) < 0.2
    let year = Int(uniform(1850...1990))
    var item = try scene.item(
      key, east: uniform(-side...side), north: uniform(-side...side),
      heading: isOctant ? octant : heading, accuracy: accuracy,
      headingAccuracy: isOctant
        ? 22.5 : kind == .strange ? one([nil, 0, 5, 90, 180, 1e300]) : one([nil, 3, 10, 22.5]),
      field: kind == .strange
        ? one([nil, 1e-300, 1e-6, 5, 60, 180, 180.01, 360]) : one([nil, 25, 60, 75]),
      of: kind == .subject || uniform(0...1) < 0.1 ? .subject : .camera,
      date: uniform(0...1) < 0.8 ? String(year) : nil)
    if kind == .long || kind == .strange {
      item.pose.viewDistance = one([nil, 1, 80, 300, 1500, 20_000]).flatMap {
        Distance(meters: $0)
      }
    }
    if kind == .aerial || kind == .strange {
      item.pose.altitude = one([-400, 30, 61, 120, 500, 3000, 12_000, nil]).flatMap {
        Altitude(
          meters: $0,
          reference: Altitude.Reference.allCases.randomElement(using: &random) ?? .ground,
          accuracy: one([nil, 0, 10, 1e9]).flatMap { Distance(meters: $0) })
      }
      item.pose.pitch = one([nil, 90, 3, 0, -5, -20, -45, -89.9, -90]).flatMap {
        Angle(degrees: $0)
      }
    }
    return item
  }

  /// A photo of anywhere, or one that looks as an item does.
  private static func photo(
    _ kind: Kind, around scene: Scene, _ items: [Candidate], _ random: inout SeededGenerator
  ) throws -> Viewpoint {
    func one(_ values: [Double?]) -> Double? { values.randomElement(using: &random) ?? nil }
    let isStrange = kind == .strange
    var photo = scene.photo(
      heading: one([nil, 0, 90, Double.random(in: 0...360, using: &random)]),
      accuracy: isStrange ? one([nil, 0, 1e-9, 5, 500, 1e6, 1e308]) : one([nil, 0, 5, 25, 150]),
      headingAccuracy: isStrange ? one([nil, 0, 8, 90, 180, 1e300]) : one([nil, 0, 8, 20]),
      field: isStrange ? one([nil, 1e-300, 1e-6, 65, 180, 360]) : one([nil, 30, 65, 100]))
    if let item = items.randomElement(using: &random), Bool.random(using: &random) {
      if let heading = item.pose.heading { photo.heading = heading }
      photo.coordinate = item.pose.coordinate.with(
        horizontalAccuracy: photo.coordinate.horizontalAccuracy)
    }
    if kind == .aerial || isStrange {
      photo.altitude = one([nil, 2, 100, 500, 8000]).flatMap {
        Altitude(
          meters: $0,
          reference: Altitude.Reference.allCases.randomElement(using: &random) ?? .ground)
      }
      photo.pitch = one([nil, 90, 0, -20, -90]).flatMap { Angle(degrees: $0) }
    }
    return photo
  }
}
