/// The relation of two poses to each other, for eight pairs at a time.
///
/// A distance t is written as x = 1 / (1 + t / d), where d is the scale of `SightLengths`. x falls
/// from 1 to 0, and its fourth power is the share of sights that continue.
struct RelativePose {
  /// The cosine and the sine of the turn from the own axis to the other.
  private let cosine: Lanes
  private let sine: Lanes
  /// The first camera's position in the second's frame: along its axis and to the right of that, in
  /// metres.
  private let along: Lanes
  private let across: Lanes
  /// The way from the other camera along the own axis and to the right of that, metres.
  private let ahead: Lanes
  private let beside: Lanes

  /// The square of the distance between the cameras.
  @inline(__always)
  var squaredDistance: Lanes { along * along + across * across }

  /// Two poses on one plane.
  @inline(__always)
  init(_ own: PoseLanes, _ other: PoseLanes) {
    let east = own.east - other.east
    let north = own.north - other.north
    cosine = own.axisEast * other.axisEast + own.axisNorth * other.axisNorth
    sine = own.axisEast * other.axisNorth - own.axisNorth * other.axisEast
    along = east * other.axisEast + north * other.axisNorth
    across = east * other.axisNorth - north * other.axisEast
    ahead = east * own.axisEast + north * own.axisNorth
    beside = east * own.axisNorth - north * own.axisEast
  }

  @inline(__always)
  private init(turning one: RelativePose) {
    cosine = one.cosine
    sine = -one.sine
    along = -one.ahead
    across = -one.beside
    ahead = -one.along
    beside = -one.across
  }

  /// The same as the other sees it.
  @inline(__always)
  var turned: RelativePose { RelativePose(turning: self) }

  /// The shares of the own views that the other sectors show too, from the same side.
  ///
  /// A view is a fan of rays at even angles. The ends of sights along a ray are distributed after
  /// `SightLengths`. The other sector contains one stretch of a ray, whose share has a closed form.
  /// Seeing it from the same side, at most a quarter turn apart, cuts off the near end.
  /// - Parameters:
  ///   - fan: the own field of view.
  ///   - otherFan: the other's.
  ///   - scale: 1 over the scale of sights, per metre.
  /// - Returns: shares, 0...1.
  @inline(__always)
  func share(_ fan: RayFan, seenBy otherFan: RayFan, scale: Lanes) -> Lanes {
    // The inward normals of the other sector's two edges.
    let (edgeSine, edgeCosine) = (otherFan.edge.x, otherFan.edge.y)
    let left = Edge(
      ahead: cosine * edgeSine + sine * edgeCosine, beside: cosine * edgeCosine - sine * edgeSine,
      start: (along * edgeSine + across * edgeCosine) * scale)
    let right = Edge(
      ahead: cosine * edgeSine - sine * edgeCosine,
      beside: -(cosine * edgeCosine + sine * edgeSine),
      start: (along * edgeSine - across * edgeCosine) * scale)
    let rays = Rays(left: left, right: right, nearer: -ahead * scale, aside: -beside * scale)
    let turns = fan.turns
    let sum = rays.ends(turns.0) + rays.ends(turns.1) + rays.ends(turns.2)
    guard otherFan.isReflex else { return sum * (1 / Float(RayFan.rays)) }
    // A sector wider than half a circle is the rest of its complement.
    let whole = rays.starts(turns.0) + rays.starts(turns.1) + rays.starts(turns.2)
    return (whole - sum * otherFan.rest) * (1 / Float(RayFan.rays))
  }

  /// The rays of the first view, clipped by the edges of the second, in mirrored pairs.
  ///
  /// The component along the axis is equal for both of a pair, the component to the right has
  /// opposite signs. `ends` is transparent, as `@inline(__always)` leaves it a call, which took 2 %
  /// of a whole request.
  private struct Rays {
    let left: Edge
    let right: Edge
    /// The second camera's distances along the axis and to the direction on its right, over the
    /// scale of sights.
    let nearer: Lanes
    let aside: Lanes

    /// The shares of sights that end in the other sectors, of both rays at a turn.
    @_transparent
    func ends(_ turn: SIMD2<Float>) -> Lanes {
      let (leftAhead, leftBeside) = (left.ahead * turn.y, left.beside * turn.x)
      let (rightAhead, rightBeside) = (right.ahead * turn.y, right.beside * turn.x)
      let (nearer, aside) = (nearer * turn.y, aside * turn.x)
      return ends(leftAhead + leftBeside, rightAhead + rightBeside, nearer + aside)
        + ends(leftAhead - leftBeside, rightAhead - rightBeside, nearer - aside)
    }

    /// The shares of sights that end on the other's side of the camera, for both rays at a turn.
    func starts(_ turn: SIMD2<Float>) -> Lanes {
      let (nearer, aside) = (nearer * turn.y, aside * turn.x)
      return SightLengths.beyond(1 / (1 + (nearer + aside).positive))
        + SightLengths.beyond(1 / (1 + (nearer - aside).positive))
    }

    @_transparent
    private func ends(_ toLeft: Lanes, _ toRight: Lanes, _ nearer: Lanes) -> Lanes {
      let (leftSpeed, rightSpeed) = (toLeft.positive, toRight.positive)
      let (leftWhole, rightWhole) = (leftSpeed + left.depth, rightSpeed + right.depth)
      // Objects between both cameras are seen from two sides.
      let cut = 1 + nearer.positive
      // One division does for three: each quotient is this one times the other two divisors.
      let both = leftWhole * rightWhole
      let inverse = 1 / (both * cut)
      let inverseEdge = cut * inverse
      var (near, far) = (both * inverse, Lanes.zero)
      left.cut(&near, &far, at: leftSpeed * rightWhole * inverseEdge)
      right.cut(&near, &far, at: rightSpeed * leftWhole * inverseEdge)
      return (SightLengths.beyond(near) - SightLengths.beyond(far)).positive
    }
  }

  /// One edge of the other sectors, as the own rays meet it.
  private struct Edge {
    /// The rates at which the axis, and the direction to its right, go inwards.
    let ahead: Lanes
    let beside: Lanes
    /// The distance from the scene at which the rays start, inwards or outwards, over the scale of
    /// sights.
    let depth: Lanes
    /// 2 where rays start inside and can only leave, else 0; and the other way round.
    let isInside: Lanes
    let isOutside: Lanes

    @inline(__always)
    init(ahead: Lanes, beside: Lanes, start: Lanes) {
      let inside = start .>= 0
      isInside = Lanes.zero.replacing(with: 2, where: inside)
      isOutside = 2 - isInside
      // From outside only inward rays count, from inside only outward ones.
      let sign = Lanes(repeating: 1).replacing(with: -1, where: inside)
      self.ahead = ahead * sign
      self.beside = beside * sign
      // Never 0: a ray along the edge meets it nowhere.
      depth = start.magnitudes + 1e-12
    }

    /// Keeps the inner side of rays that meet the edge at x = `speed / (speed + depth)`.
    @inline(__always)
    func cut(_ near: inout Lanes, _ far: inout Lanes, at crossing: Lanes) {
      near = near.smaller(crossing + isInside)
      far = far.larger(crossing - isOutside)
    }
  }
}

/// The distribution of sight lengths: a Lomax distribution.
///
/// It is an exponential distribution whose rate varies from ray to ray by a gamma distribution of
/// shape 4, because some rays end at the next wall and others run down the street.
enum SightLengths {
  /// The shape of the gamma distribution; its logarithm has a standard deviation of 0.53.
  static let shape = 4.0
  /// The divisor of the distance, as a multiple of the mean distance: exp(digamma(4)).
  ///
  /// It makes the mean logarithm equal to that of an exponential distribution.
  static let scale: Float = 3.512

  /// The share of sights that reach farther than t, given 1 / (1 + t / (`scale` times the mean)).
  @inline(__always)
  static func beyond(_ x: Lanes) -> Lanes {
    let y = x * x
    return y * y
  }
}
