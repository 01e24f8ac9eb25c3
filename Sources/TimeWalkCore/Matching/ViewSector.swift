#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Eight possible poses on a local plane: places, directions and one field of view.
///
/// Metres as `Float`: at 2 km from the photo they are right to 0.2 mm.
struct ViewSectors {
  var east: Lanes
  var north: Lanes
  /// The unit vectors of the optical axes along the ground.
  var axisEast: Lanes
  var axisNorth: Lanes

  /// Poses that look along headings in degrees.
  init(east: Lanes, north: Lanes, headings: Lanes) {
    self.east = east
    self.north = north
    axisEast = headings.sineOfDegrees
    axisNorth = headings.cosineOfDegrees
  }

  /// The shares of these sectors' views that other sectors show too, from the same side.
  ///
  /// A view is a fan of rays at even angles. Where a sight ends on its ray is spread after `SightLaw`. What the
  /// other sector holds of a ray is one stretch of it, so that its share has a closed form; seeing it from the same side
  /// cuts off the near end.
  /// - Parameters:
  ///   - fan: the field of view of these sectors.
  ///   - other: the other sectors, with their field of view.
  ///   - depth: the mean distance of what is seen, metres.
  ///   - sameSide: the cotangent of the largest angle between two sights of one side.
  @inline(__always)
  func share(
    _ fan: Fan, seenBy other: ViewSectors, _ otherFan: Fan, depth: Lanes, sameSide: Float
  ) -> Lanes {
    let fromEast = east - other.east
    let fromNorth = north - other.north
    // The inward normals of the other sector's two edges.
    let (sine, cosine) = (otherFan.edge.x, otherFan.edge.y)
    let leftEast = other.axisNorth * cosine + other.axisEast * sine
    let leftNorth = other.axisNorth * sine - other.axisEast * cosine
    let rightEast = other.axisEast * sine - other.axisNorth * cosine
    let rightNorth = other.axisNorth * sine + other.axisEast * cosine
    let fromLeft = fromEast * leftEast + fromNorth * leftNorth
    let fromRight = fromEast * rightEast + fromNorth * rightNorth
    let inverseDepth = 1 / (depth * SightLaw.scale)
    var sum = Lanes.zero
    for ray in 0..<Fan.rays {
      let turn = fan[ray]
      let alongEast = axisEast * turn.y + axisNorth * turn.x
      let alongNorth = axisNorth * turn.y - axisEast * turn.x
      let along = fromEast * alongEast + fromNorth * alongNorth
      let aside = fromEast * alongNorth - fromNorth * alongEast
      let first = (aside.magnitudes * sameSide - along).larger(.zero)
      var (near, far) = (first, Lanes(repeating: 1e7))
      ViewSectors.cut(
        &near, &far, from: fromLeft, along: alongEast * leftEast + alongNorth * leftNorth)
      ViewSectors.cut(
        &near, &far, from: fromRight, along: alongEast * rightEast + alongNorth * rightNorth)
      // A stretch may end before it begins, even far behind the camera, where the law means nothing.
      let end = far.larger(near)
      let stretch = SightLaw.beyond(near * inverseDepth) - SightLaw.beyond(end * inverseDepth)
      // A sector wider than half a circle is what its complement leaves.
      sum += otherFan.isReflex ? SightLaw.beyond(first * inverseDepth) - stretch : stretch
    }
    return sum / Float(Fan.rays)
  }

  /// Keeps of rays what lies on the inner side of an edge.
  @inline(__always)
  private static func cut(_ near: inout Lanes, _ far: inout Lanes, from: Lanes, along: Lanes) {
    let slope = along.replacing(with: 1e-7, where: along.magnitudes .< 1e-7)
    let crossing = -from / slope
    let enters = slope .> 0
    near.replace(with: crossing, where: enters .& (crossing .> near))
    far.replace(with: crossing, where: .!enters .& (crossing .< far))
  }
}

/// How far sights reach: a Lomax distribution, which is an exponential one whose rate varies from ray to ray by a gamma
/// distribution of shape 4, as when some rays end at the next wall and others run down the street.
enum SightLaw {
  /// The shape of the gamma distribution: its logarithm has a standard deviation of 0.53.
  static let shape = 4.0
  /// What the distance is divided by, as a multiple of the mean distance: exp(digamma(4)), so that the mean logarithm
  /// is that of an exponential distribution.
  static let scale: Float = 3.512

  /// The share of sights that reach farther than a distance of at least 0, in units of `scale` times the mean.
  @inline(__always)
  static func beyond(_ distance: Lanes) -> Lanes {
    let x = 1 / (1 + distance)
    let y = x * x
    return y * y
  }
}

/// The rays of a field of view, as turns from its axis.
struct Fan: Sendable {
  /// How many rays; even, so that none is the axis and both halves weigh the same.
  static let rays = 8

  /// Whether the field is wider than half a circle; `edge` is then that of the rest.
  let isReflex: Bool
  /// The sine and cosine of the angle from the axis to the edge; for a reflex field, of the complement, with the axis
  /// turned round.
  let edge: SIMD2<Float>
  /// The sines and cosines of half the rays; the others are their mirror images.
  private let turns: SIMD8<Float>

  init(degrees: Double) {
    let half = min(degrees / 2, 180) * .pi / 180
    isReflex = half > .pi / 2
    // The complement looks backwards: its half-width is what is missing to half a circle, and sine and cosine are
    // those about the reversed axis.
    edge =
      isReflex
      ? SIMD2(-Float(sin(.pi - half)), -Float(cos(.pi - half)))
      : SIMD2(Float(sin(half)), Float(cos(half)))
    var turns = SIMD8<Float>.zero
    for i in 0..<(Fan.rays / 2) {
      let angle = (Double(i) + 0.5) / Double(Fan.rays / 2) * half
      turns[2 * i] = Float(sin(angle))
      turns[2 * i + 1] = Float(cos(angle))
    }
    self.turns = turns
  }

  /// The sine and cosine of a ray's turn.
  @inline(__always)
  subscript(ray: Int) -> SIMD2<Float> {
    let i = ray / 2
    let sine = turns[2 * i]
    return SIMD2(ray.isMultiple(of: 2) ? sine : -sine, turns[2 * i + 1])
  }
}
