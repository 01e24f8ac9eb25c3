import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("An image's view on a map")
struct ViewSectorTests {
  private func sector(
    _ latitude: Double, _ longitude: Double, heading: Double?, field: Double? = nil,
    distance: Double? = nil, of: LocationOf = .camera
  ) throws -> ViewSector? {
    let pose = RecordedPose(
      coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
      locationOf: of, heading: heading.flatMap(Heading.init(degrees:)),
      fieldOfView: field.flatMap(FieldOfView.init(degrees:)),
      viewDistance: distance.flatMap(Distance.init(meters:)))
    return ViewSector(pose, assuming: try #require(Distance(meters: 100)))
  }

  /// Twice the area that a ring encloses on the map, positive when it runs counterclockwise.
  private func area(_ ring: [MapPosition]) -> Double {
    zip(ring, ring.dropFirst()).map { a, b in
      (a.longitude - ring[0].longitude) * (b.latitude - ring[0].latitude)
        - (b.longitude - ring[0].longitude) * (a.latitude - ring[0].latitude)
    }.reduce(0, +)
  }

  private func contains(_ ring: [MapPosition], _ longitude: Double, _ latitude: Double) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst())
    where (a.latitude > latitude) != (b.latitude > latitude) {
      let x =
        a.longitude
        + (latitude - a.latitude) / (b.latitude - a.latitude) * (b.longitude - a.longitude)
      if longitude < x { isInside.toggle() }
    }
    return isInside
  }

  @Test("Every sector is closed, counterclockwise, on the map, and contains the camera's view")
  func everySector() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let latitude =
        [
          Double.random(in: -80...80, using: &random), Double.random(in: 89...90, using: &random),
          -90, 90, 0,
        ].randomElement(using: &random) ?? 0
      let longitude =
        [
          Double.random(in: -180...180, using: &random), 179.9999, -179.9999, -180,
        ].randomElement(using: &random) ?? 0
      let heading = Double.random(in: 0..<360, using: &random)
      let field = min(360, Double.random(in: 1...390, using: &random))
      let meters = exp(Double.random(in: 1...12, using: &random))
      let sector = try #require(
        try sector(latitude, longitude, heading: heading, field: field, distance: meters))
      let rings = sector.polygons
      let what = "\(latitude) \(longitude) \(heading) \(field) \(meters)"
      #expect(!rings.isEmpty, "\(what)")
      for ring in rings {
        #expect(ring.first == ring.last && ring.count >= 4, "\(what)")
        #expect(area(ring) > 0, "\(what)")
        #expect(
          ring.allSatisfy {
            (-180...180).contains($0.longitude) && (-90...90).contains($0.latitude)
          }, "\(what)")
      }
      // Places in the sector and out of it, well off its sides.
      for (turn, share, isSeen) in [
        (0.0, 0.5, true), (field / 3, 0.7, true), (-field / 3, 0.3, true), (0, 1.2, false),
        (180, 0.5, field == 360),
      ] {
        guard field < 300 || field == 360 || isSeen else { continue }
        let bearing = try #require(Heading(degrees: heading + turn))
        let place = sector.apex.destination(
          bearing: bearing, distance: try #require(Distance(meters: meters * share)))
        let isInside = rings.contains { contains($0, place.longitude, place.latitude) }
        #expect(isInside == isSeen, "\(what) \(turn) \(share)")
      }
    }
  }

  @Test("A sector over the antimeridian is cut there")
  func antimeridian() throws {
    let sector = try #require(try sector(-16.5, 179.9995, heading: 90, field: 60, distance: 200))
    let rings = sector.polygons
    #expect(rings.count == 2)
    #expect(rings.contains { ring in ring.allSatisfy { $0.longitude > 179.9 } })
    #expect(rings.contains { ring in ring.allSatisfy { $0.longitude < -179.9 } })
    for ring in rings { #expect(ring.contains { abs($0.longitude) == 180 }) }
  }

  @Test("A wide view over the antimeridian falls into parts that don't overlap")
  func wide() throws {
    // The apex lies beyond the edge; both arms of the view cross it.
    let sector = try #require(try sector(10, 179.9999, heading: 270, field: 300, distance: 100))
    let east = sector.polygons.filter { $0.allSatisfy { $0.longitude < 0 } }
    #expect(sector.polygons.count == 3 && east.count == 2)
  }

  @Test("A view of a pole has the map's whole edge")
  func pole() throws {
    let ring = try #require(
      try sector(89.9, 10, heading: 0, field: 60, distance: 50_000)?.polygons)
    for longitude in [-180.0, 180] {
      #expect(ring.joined().contains(MapPosition(longitude: longitude, latitude: 90)))
    }
  }

  @Test("Without a heading, or a way back to the camera, there is none")
  func none() throws {
    #expect(try sector(40, -74, heading: nil, field: 60, distance: 100) == nil)
    #expect(try sector(40, -74, heading: 10, of: .subject) == nil)
    let back = try #require(try sector(40, -74, heading: 0, distance: 500, of: .subject))
    #expect(back.apex.latitude < 40 && back.apex.latitude > 39.995)
    #expect(back.assumed == [.fieldOfView])
    let assumed = try #require(try sector(40, -74, heading: 0))
    #expect(assumed.assumed == [.fieldOfView, .viewDistance])
    #expect(assumed.distance.meters == 100 && assumed.fieldOfView.degrees == 50)
  }
}
