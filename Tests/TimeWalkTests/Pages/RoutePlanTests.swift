import Testing
import TimeWalk

@Suite("The small map of a route")
struct RoutePlanTests {
  /// The positions of the marks in pixels, in the order of their numbers.
  private func marks(_ places: [(latitude: Double, longitude: Double)]) throws -> [(
    x: Double, y: Double
  )] {
    let plan = try #require(
      RoutePlan(
        places.enumerated().map { index, place in
          RoutePlan.Place(
            id: "p\(index)", number: index + 1, latitude: place.latitude,
            longitude: place.longitude, heading: nil)
        }))
    return plan.html().matches(of: #/<circle [^>]*cx="([\d.]+)" cy="([\d.]+)"/#).map {
      (Double($0.1) ?? .nan, Double($0.2) ?? .nan)
    }
  }

  @Test("Places lie north up, and across the antimeridian the short way round")
  func places() throws {
    let found = try marks([(-17, 179.999), (-17.001, -179.999), (-17.001, 179.999)])
    try #require(found.count == 3)
    #expect(found[1].x > found[0].x && found[1].y > found[0].y)
    #expect(abs(found[2].x - found[0].x) < 0.2 && abs(found[2].y - found[1].y) < 0.2)
  }

  @Test("For places on one spot each number is legible", arguments: [2, 3, 40])
  func sameSpot(count: Int) throws {
    let far = [(40.76, -73.97)]
    let found = try marks(far + Array(repeating: (40.75, -73.98), count: count))
    try #require(found.count == count + 1)
    for (index, mark) in found.enumerated() {
      #expect((14.0...626).contains(mark.x) && (14.0...386).contains(mark.y))
      for other in found[..<index] {
        let (across, down) = (mark.x - other.x, mark.y - other.y)
        #expect((across * across + down * down).squareRoot() >= 47.9)
      }
    }
  }
}
