import Foundation
import TimeWalkCore

@testable import TimeWalkMaps

extension Outline {
  /// The area on the WGS 84 ellipsoid, square metres.
  ///
  /// Below each edge lies a strip down to the equator, whose height is the authalic one (J. P.
  /// Snyder, "Map Projections: A Working Manual", equation 3-12); it is integrated by Gauss's rule
  /// with three points on pieces of a degree.
  var squareMeters: Double {
    let e2 = 0.00669437999014
    let e = e2.squareRoot()
    func height(_ latitude: Double) -> Double {
      let sine = sin(latitude * .pi / 180)
      return (1 - e2) * (sine / (1 - e2 * sine * sine) + atanh(e * sine) / e)
    }
    func area(_ ring: [PlanePoint]) -> Double {
      let strips = Outline.allEdges(of: [ring]).flatMap(\.pieces).map { piece in
        let (middle, half) = (
          0.5 * (piece.start.y + piece.end.y), 0.5 * (piece.end.y - piece.start.y)
        )
        let reach = 0.6.squareRoot() * half
        let mean =
          (5 * height(middle - reach) + 8 * height(middle) + 5 * height(middle + reach)) / 18
        return (piece.end.x - piece.start.x) * .pi / 180 * mean
      }
      return abs(strips.reduce(0, +)) * Sphere.radius * Sphere.radius / 2
    }
    return polygons.reduce(0) { sum, polygon in
      sum + area(polygon.outer) - polygon.holes.reduce(0) { $0 + area($1) }
    }
  }
}
