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
  /// other sector holds of a ray is one stretch of it, so that its share has a closed form. Seeing it from the same side, at
  /// most a quarter turn apart, cuts off the near end. All distances t stand here as x = 1 / (1 + t / d), d being the
  /// law's scale, so that x falls from 1 to 0 and its fourth power is the share of sights that go on.
  /// - Parameters:
  ///   - fan: the field of view of these sectors.
  ///   - other: the other sectors.
  ///   - otherFan: their field of view.
  ///   - depth: the mean distance of what is seen, metres.
  /// - Returns: shares, 0...1.
  func share(
    _ fan: Fan, seenBy other: ViewSectors, _ otherFan: Fan, depth: Lanes
  ) -> Lanes {
    let east = east - other.east
    let north = north - other.north
    // The inward normals of the other sector's two edges.
    let (sine, cosine) = (otherFan.edge.x, otherFan.edge.y)
    let left = Edge(
      east: other.axisNorth * cosine + other.axisEast * sine,
      north: other.axisNorth * sine - other.axisEast * cosine, of: self, east, north, depth)
    let right = Edge(
      east: other.axisEast * sine - other.axisNorth * cosine,
      north: other.axisNorth * sine + other.axisEast * cosine, of: self, east, north, depth)
    let scale = 1 / (depth * SightLaw.scale)
    let ahead = (east * axisEast + north * axisNorth) * scale
    let beside = (east * axisNorth - north * axisEast) * scale
    var (sum, whole) = (Lanes.zero, Lanes.zero)
    for ray in 0..<Fan.rays {
      let turn = fan[ray]
      let (leftSpeed, rightSpeed) = (left.speed(turn), right.speed(turn))
      let (leftWhole, rightWhole) = (leftSpeed + left.depth, rightSpeed + right.depth)
      // What lies between both cameras is seen from two sides.
      let cut = 1 + (-ahead * turn.y - beside * turn.x).positive
      // One division does for three: each quotient is this one times the other two divisors.
      let both = leftWhole * rightWhole
      let inverse = 1 / (both * cut)
      let start = both * inverse
      let inverseEdge = cut * inverse
      var (near, far) = (start, Lanes.zero)
      left.cut(&near, &far, at: leftSpeed * rightWhole * inverseEdge)
      right.cut(&near, &far, at: rightSpeed * leftWhole * inverseEdge)
      sum += (SightLaw.beyond(near) - SightLaw.beyond(far)).positive
      whole += SightLaw.beyond(start)
    }
    // A sector wider than half a circle is what its complement leaves.
    return (otherFan.isReflex ? whole - sum : sum) / Float(Fan.rays)
  }

  /// One edge of the other sectors, as these sectors' rays meet it.
  private struct Edge {
    /// How fast the axis goes inwards, and the direction to its right.
    let ahead: Lanes
    let beside: Lanes
    /// How far in or out the rays start, as distance over the scale of sights.
    let depth: Lanes
    /// 2 where rays start inside and can only leave, else 0; and the other way round.
    let isInside: Lanes
    let isOutside: Lanes

    @inline(__always)
    init(
      east: Lanes, north: Lanes, of sectors: ViewSectors, _ fromEast: Lanes, _ fromNorth: Lanes,
      _ scale: Lanes
    ) {
      let start = (fromEast * east + fromNorth * north) / (scale * SightLaw.scale)
      let inside = start .>= 0
      isInside = Lanes.zero.replacing(with: 2, where: inside)
      isOutside = 2 - isInside
      // From outside only what goes inwards counts, from inside what goes outwards.
      let sign = Lanes(repeating: 1).replacing(with: -1, where: inside)
      ahead = (sectors.axisEast * east + sectors.axisNorth * north) * sign
      beside = (sectors.axisNorth * east - sectors.axisEast * north) * sign
      // Never 0, so that a ray along the edge meets it nowhere.
      depth = start.magnitudes + 1e-12
    }

    /// How fast rays at a turn from the axis near the edge; 0 where they never meet it.
    @inline(__always)
    func speed(_ turn: SIMD2<Float>) -> Lanes { (ahead * turn.y + beside * turn.x).positive }

    /// Keeps of rays that meet the edge at x = `speed / (speed + depth)` what lies on the inner side.
    @inline(__always)
    func cut(_ near: inout Lanes, _ far: inout Lanes, at crossing: Lanes) {
      near = near.smaller(crossing + isInside)
      far = far.larger(crossing - isOutside)
    }
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

  /// The share of sights that reach farther than t, given 1 / (1 + t / (`scale` times the mean)).
  @inline(__always)
  static func beyond(_ x: Lanes) -> Lanes {
    let y = x * x
    return y * y
  }
}

/// The rays of a field of view, as turns from its axis.
struct Fan: Sendable {
  /// How many rays; even, so that none is the axis and both halves weigh the same.
  static let rays = 6

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
