#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One possible pose on a local plane: a place, a direction and half a field of view.
///
/// Metres as `Float`: at 2 km from the photo they are right to 0.2 mm.
struct ViewSector {
  var east: Float
  var north: Float
  /// The unit vector of the optical axis along the ground.
  let axisEast: Float
  let axisNorth: Float
  let fan: Fan

  init(east: Double, north: Double, axis radians: Double, fan: Fan) {
    self.east = Float(east)
    self.north = Float(north)
    axisEast = sinf(Float(radians))
    axisNorth = cosf(Float(radians))
    self.fan = fan
  }

  /// The share of this sector's view that another sector shows too, from the same side.
  ///
  /// A view is a fan of rays at even angles, and on each ray points at distances that are equally likely to
  /// be where the sight ends.
  func share(seenBy other: ViewSector, depth: Float, cosineOfSameSide: Float) -> Float {
    let fromEast = east - other.east
    let fromNorth = north - other.north
    let reach = depth * Fan.depthQuantiles
    var seen = SIMD4<Float>.zero
    for i in 0..<Fan.rays {
      let turn = fan[i]
      let alongEast = axisEast * turn.y + axisNorth * turn.x
      let alongNorth = axisNorth * turn.y - axisEast * turn.x
      let toEast = alongEast * reach + fromEast
      let toNorth = alongNorth * reach + fromNorth
      let distance = (toEast * toEast + toNorth * toNorth).squareRoot()
      let along = toEast * other.axisEast + toNorth * other.axisNorth
      let together = reach + (fromEast * alongEast + fromNorth * alongNorth)
      let isSeen =
        (along .>= distance * other.fan.cosineOfHalf)
        .& (together .>= distance * cosineOfSameSide)
      seen.replace(with: seen + 1, where: isSeen)
    }
    return seen.sum() / Float(Fan.rays * Fan.depthQuantiles.scalarCount)
  }
}

/// The rays of a field of view, as turns from its axis.
struct Fan {
  /// How many rays; even, so that none is the axis and both halves weigh the same.
  static let rays = 6

  /// The cosine of half the field, a hair less so that a field of 360 degrees misses nothing.
  let cosineOfHalf: Float
  /// The sines and cosines of half the rays; the others are their mirror images.
  private let turns: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)

  init(degrees: Double) {
    let half = min(degrees / 2, 180) * .pi / 180
    cosineOfHalf = Float(cos(half)) - 1e-6
    func turn(_ i: Int) -> SIMD2<Float> {
      let angle = (Double(i) + 0.5) / 3 * half
      return SIMD2(Float(sin(angle)), Float(cos(angle)))
    }
    turns = (turn(0), turn(1), turn(2))
  }

  /// The sine and cosine of a ray's turn.
  subscript(index: Int) -> SIMD2<Float> {
    switch index {
    case 0: turns.0
    case 1: turns.1
    case 2: turns.2
    case 3: SIMD2(-turns.0.x, turns.0.y)
    case 4: SIMD2(-turns.1.x, turns.1.y)
    default: SIMD2(-turns.2.x, turns.2.y)
    }
  }

  /// `-ln(1 - q)` at the middles of four equal shares: distances of an exponential distribution of mean 1.
  static let depthQuantiles = SIMD4<Float>(
    Float(-log(1 - 0.125)), Float(-log(1 - 0.375)), Float(-log(1 - 0.625)), Float(-log(1 - 0.875)))
}
