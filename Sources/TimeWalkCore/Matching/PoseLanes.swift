import Glibc

/// Eight possible poses on a local plane: places and directions, a lane each, which the judge
/// compares with eight others at once.
///
/// A `RayFan` provides the field of view. Maps draw a `ViewSector`; ground searches use a
/// `GroundSector`.
///
/// Metres as `Float`: at 2 km from the photo they are right to 0.2 mm.
struct PoseLanes {
  var east: Lanes
  var north: Lanes
  /// The unit vectors of the optical axes along the ground.
  var axisEast: Lanes
  var axisNorth: Lanes

  /// Poses that look along headings in degrees.
  @inline(__always)
  init(east: Lanes, north: Lanes, headings: Lanes) {
    self.east = east
    self.north = north
    axisEast = headings.sineOfDegrees
    axisNorth = headings.cosineOfDegrees
  }
}

/// The rays of a field of view, as turns from its axis.
struct RayFan: Sendable {
  /// The number of rays; even, so none is the axis and both halves weigh the same.
  static let rays = 6

  /// True if the field is wider than half a circle; `edge` is then that of the rest.
  let isReflex: Bool
  /// 0 for the whole circle, which leaves no rest, else 1.
  let rest: Float
  /// The sine and cosine of the angle from the axis to the edge; for a reflex field, of the
  /// complement, with the axis turned round.
  let edge: SIMD2<Float>
  /// The sines and cosines of the angles from the axis to half the rays; the others are their
  /// mirror images.
  let turns: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)

  init(degrees: Double) {
    let half = min(degrees / 2, 180)
    isReflex = half > 90
    rest = half >= 180 ? 0 : 1
    // The complement looks backwards: its half-width is the rest of half a circle, and sine and
    // cosine refer to the reversed axis.
    let turn = (isReflex ? 180 - half : half) * .pi / 180
    edge =
      isReflex
      ? SIMD2(-Float(sin(turn)), -Float(cos(turn))) : SIMD2(Float(sin(turn)), Float(cos(turn)))
    let angles = Float(half) * Lanes(1 / 6, 3 / 6, 5 / 6, 0, 0, 0, 0, 0)
    let (sines, cosines) = (angles.sineOfDegrees, angles.cosineOfDegrees)
    turns = (
      SIMD2(sines[0], cosines[0]), SIMD2(sines[1], cosines[1]), SIMD2(sines[2], cosines[2])
    )
  }
}
