import Glibc

extension Circular {
  /// Stands for a cosine of nothing where it divides.
  static let tiny = Double.leastNormalMagnitude.squareRoot()

  /// The latitude on the auxiliary sphere; its cosine is never 0.
  init(reducedLatitude latitude: Double) {
    let geographic = Circular(degrees: latitude)
    self.init(along: GeodesicSeries.axisRatio * geographic.sine, geographic.cosine)
    cosine = max(Circular.tiny, cosine)
  }
}

/// The inverse problem of geodesics: the length of the way between two places, and its azimuths.
///
/// C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), section 4. The places are
/// first mirrored: the line then leads east, and starts at the southern one that is farther from
/// the equator. Newton's method then finds the azimuth there that reaches the other place's
/// longitude.
struct GeodesicLine {
  private(set) var meters: Double
  private(set) var start: Circular
  private(set) var end: Circular

  /// `eastward` is the difference of longitudes in degrees, -540 to 540.
  init(latitude first: Double, to second: Double, eastward degrees: Double) {
    let turn = degrees.remainder(dividingBy: 360)
    let isWestward = turn < 0
    let isSwapped = abs(first) < abs(second)
    let (farther, nearer) = isSwapped ? (second, first) : (first, second)
    // Between antipodes on the equator, the line over the north is used.
    let isNorthern = farther >= 0
    let problem = GeodesicProblem(
      south: isNorthern ? -farther : farther, other: isNorthern ? -nearer : nearer,
      eastward: abs(turn))
    let solution = problem.solution()
    (meters, start, end) = (solution.meters, solution.start, solution.end)
    if isSwapped { swap(&start, &end) }
    if isWestward {
      start.sine.negate()
      end.sine.negate()
    }
    if isNorthern != isSwapped {
      start.cosine.negate()
      end.cosine.negate()
    }
  }
}

/// The inverse problem in the one arrangement that is left after mirroring.
///
/// The first place is the farther from the equator, and not north of it; the second lies to the
/// east.
private struct GeodesicProblem {
  typealias Series = GeodesicSeries

  struct Solution {
    let meters: Double
    /// The azimuths at both places.
    let start: Circular
    let end: Circular
  }

  /// Reduced latitudes.
  let first: Circular
  let second: Circular
  /// The difference of longitudes, from 0 to a half turn.
  let longitude: Circular
  let longitudeRadians: Double
  let isOneMeridian: Bool

  private static let precision = Double.ulpOfOne

  init(south: Double, other: Double, eastward: Double) {
    let first = Circular(reducedLatitude: south)
    var second = Circular(reducedLatitude: other)
    // Equal latitudes must stay equal, or a line along the parallel becomes one that crosses it.
    if abs(other) == -south {
      second = Circular(sine: other < 0 ? first.sine : -first.sine, cosine: first.cosine)
    }
    self.first = first
    self.second = second
    longitude = Circular(degrees: eastward)
    longitudeRadians = eastward * .pi / 180
    isOneMeridian = south == -90 || longitude.sine == 0
  }

  func solution() -> Solution {
    if isOneMeridian, let solved = alongMeridian() { return solved }
    let north = Circular(sine: 0, cosine: 1)
    let east = Circular(sine: 1, cosine: 0)
    if first.sine == 0, longitudeRadians <= .pi * Series.axisRatio {
      let meters = Series.equatorialRadius * longitudeRadians
      return meters == 0
        ? Solution(meters: 0, start: north, end: north)
        : Solution(meters: meters, start: east, end: east)
    }
    switch startingPoint() {
    case .solved(let solution): return solution
    case .guess(let azimuth): return bySolving(from: azimuth)
    }
  }

  /// The way along a meridian, which may lead over a pole; `nil` if a shorter one leaves it.
  private func alongMeridian() -> Solution? {
    let end = Circular(sine: 0, cosine: 1)
    let from = Circular(sine: first.sine, cosine: longitude.cosine * first.cosine)
    let to = Circular(sine: second.sine, cosine: second.cosine)
    let arc = to.ahead(of: from).radians
    let (length, reduced) = lengths(
      epsilon: Series.thirdFlattening, arc: arc, from: from, to: to)
    guard arc < 1 || reduced >= 0 else { return nil }
    // Below the resolution of a radian, the places are the same.
    let isOne = arc < 3 * Circular.tiny || (arc < Self.precision && (length < 0 || reduced < 0))
    return Solution(
      meters: isOne ? 0 : length * Series.polarRadius, start: longitude, end: end)
  }

  /// The length and the reduced length of an arc, both for a polar radius of 1.
  private func lengths(
    epsilon: Double, arc: Double, from: Circular, to: Circular
  ) -> (length: Double, reduced: Double) {
    let (factor, reducedFactor) = (Series.lengthFactor(epsilon), Series.reducedFactor(epsilon))
    let series = Series.length(epsilon)
    let reducedSeries = Series.reduced(epsilon)
    let length = factor * (arc + (series.sum(at: to) - series.sum(at: from)))
    let other = reducedFactor * (arc + (reducedSeries.sum(at: to) - reducedSeries.sum(at: from)))
    let reduced =
      stretch(second) * (from.cosine * to.sine) - stretch(first) * (from.sine * to.cosine)
      - from.cosine * to.cosine * (length - other)
    return (length, reduced)
  }

  private func stretch(_ latitude: Circular) -> Double {
    (1 + Series.eccentricity * latitude.sine * latitude.sine).squareRoot()
  }

  // MARK: The start of Newton's method

  private enum Start {
    case solved(Solution)
    case guess(Circular)
  }

  /// An azimuth to start from, or the solution where the way is so short that a sphere gives it.
  private func startingPoint() -> Start {
    let difference = second.sine * first.cosine - second.cosine * first.sine
    let product = second.cosine * first.cosine + second.sine * first.sine
    let sum = second.sine * first.cosine + second.cosine * first.sine
    let isShort = product >= 0 && difference < 0.5 && second.cosine * longitudeRadians < 0.5
    var onSphere = longitude
    var scale = 1.0
    if isShort {
      var middle = (first.sine + second.sine) * (first.sine + second.sine)
      middle /= middle + (first.cosine + second.cosine) * (first.cosine + second.cosine)
      scale = (1 + Series.eccentricity * middle).squareRoot()
      onSphere = Circular(radians: longitudeRadians / (Series.axisRatio * scale))
    }
    // 1 - cos for cos near 1, and the same for near half turns.
    let (s, c) = (onSphere.sine, onSphere.cosine)
    var azimuth = Circular(
      sine: second.cosine * s,
      cosine: c >= 0
        ? difference + second.cosine * first.sine * s * s / (1 + c)
        : sum - second.cosine * first.sine * s * s / (1 - c))
    let arc = Circular(
      sine: hypot(azimuth.sine, azimuth.cosine),
      cosine: first.sine * second.sine + first.cosine * second.cosine * c)
    if isShort, arc.sine < Self.shortest {
      let end = Circular(
        along: first.cosine * s,
        difference - first.cosine * second.sine * (c >= 0 ? s * s / (1 + c) : 1 - c))
      return .solved(
        Solution(
          meters: arc.radians * Series.polarRadius * scale,
          start: Circular(along: azimuth.sine, azimuth.cosine), end: end))
    }
    let isNearlyAntipodal =
      arc.cosine < 0
      && arc.sine < 6 * Series.thirdFlattening * .pi * first.cosine * first.cosine
    if isNearlyAntipodal { azimuth = antipodalAzimuth(sum: sum) }
    return .guess(
      azimuth.sine > 0
        ? Circular(along: azimuth.sine, azimuth.cosine) : Circular(sine: 1, cosine: 0))
  }

  /// Arcs below this are so short that the sphere's azimuths are right to the last digit.
  private static let shortest =
    0.1 * precision.squareRoot()
    / (max(0.001, Series.flattening) * min(1, 1 - Series.flattening / 2) / 2).squareRoot()

  /// The azimuth towards a place near the antipodes, by the astroid of equations 51 to 57.
  private func antipodalAzimuth(sum: Double) -> Circular {
    let short = atan2(-longitude.sine, -longitude.cosine)
    let epsilon = Series.epsilon(equatorialCosine: first.sine)
    let longitudeScale =
      Series.flattening * first.cosine * Series.longitudeFactor(epsilon) * .pi
    let x = short / longitudeScale
    let y = sum / (longitudeScale * first.cosine)
    let root = Self.precision.squareRoot()
    if y > -200 * Self.precision, x > -1 - 1000 * root {
      let sine = min(1, -x)
      return Circular(sine: sine, cosine: -(1 - sine * sine).squareRoot())
    }
    let k = Self.astroid(x, y)
    let angle = -longitudeScale * x * k / (1 + k)
    let (s, c) = (sin(angle), -cos(angle))
    return Circular(
      sine: second.cosine * s, cosine: sum - second.cosine * first.sine * s * s / (1 - c))
  }

  /// The positive root of k^4 + 2 k^3 - (x^2 + y^2 - 1) k^2 - 2 y^2 k - y^2 = 0.
  private static func astroid(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    if q == 0, r <= 0 { return 0 }
    let s = p * q / 4
    let cube = r * r * r
    let discriminant = s * (s + 2 * cube)
    var u = r
    if discriminant >= 0 {
      // The sign that adds, which keeps all digits.
      let t3 = s + cube
      let t = cbrt(t3 + (t3 < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
      u += t + (t == 0 ? 0 : r * r / t)
    } else {
      u += 2 * r * cos(atan2((-discriminant).squareRoot(), -(s + cube)) / 3)
    }
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }

  // MARK: Newton's method

  /// The path of a line with a given azimuth until the second place's latitude.
  private struct Trial {
    var azimuth: Circular
    var end: Circular
    /// The difference from the second place's longitude, in radians.
    var miss: Double
    /// The growth of the miss with the azimuth.
    var slope: Double
    var epsilon: Double
    var arc: Double
    var from: Circular
    var to: Circular
  }

  private func trial(_ azimuth: Circular) -> Trial {
    var azimuth = azimuth
    // On the equator a cosine of 0 has no sign for the direction of the line.
    if first.sine == 0, azimuth.cosine == 0 { azimuth.cosine = -Circular.tiny }
    let equator = Circular(
      sine: azimuth.sine * first.cosine,
      cosine: hypot(azimuth.cosine, azimuth.sine * first.sine))
    let along1 = azimuth.cosine * first.cosine
    let from = Circular(along: first.sine, along1)
    let isSameLatitude = second.cosine == first.cosine
    let isMirrored = isSameLatitude && abs(second.sine) == -first.sine
    // cos² of one latitude less cos² of the other, by whichever loses fewer digits.
    let gap =
      first.cosine < -first.sine
      ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
      : (first.sine - second.sine) * (first.sine + second.sine)
    let end = Circular(
      sine: isSameLatitude ? azimuth.sine : equator.sine / second.cosine,
      cosine: isMirrored
        ? abs(azimuth.cosine) : max(0, along1 * along1 + gap).squareRoot() / second.cosine)
    let along2 = end.cosine * second.cosine
    let to = Circular(along: second.sine, along2)
    let arc = to.ahead(of: from).radians
    let onSphere = Circular(sine: equator.sine * second.sine, cosine: along2)
      .ahead(of: Circular(sine: equator.sine * first.sine, cosine: along1))
    let epsilon = Series.epsilon(equatorialCosine: equator.cosine)
    let series = Series.longitude(epsilon)
    let behind =
      Series.flattening * Series.longitudeFactor(epsilon) * equator.sine
      * (arc + (series.sum(at: to) - series.sum(at: from)))
    let beyond = atan2(
      onSphere.sine * longitude.cosine - onSphere.cosine * longitude.sine,
      onSphere.cosine * longitude.cosine + onSphere.sine * longitude.sine)
    let slope =
      end.cosine == 0
      ? -2 * Series.axisRatio * stretch(first) / first.sine
      : lengths(epsilon: epsilon, arc: arc, from: from, to: to).reduced * Series.axisRatio
        / (end.cosine * second.cosine)
    return Trial(
      azimuth: azimuth, end: end, miss: beyond - behind, slope: slope, epsilon: epsilon, arc: arc,
      from: from, to: to)
  }

  private func bySolving(from guess: Circular) -> Solution {
    var current = trial(guess)
    // Azimuths between which the solution lies: north and south.
    var low = Circular(sine: Circular.tiny, cosine: 1)
    var high = Circular(sine: Circular.tiny, cosine: -1)
    var isNearlyThere = false
    for step in 0..<Self.mostSteps {
      let tolerance = (isNearlyThere ? 8 : 1) * Self.precision
      guard abs(current.miss) >= tolerance else { break }
      let azimuth = current.azimuth
      let cotangent = azimuth.cosine / azimuth.sine
      if current.miss > 0, step > Self.newtonSteps || cotangent > high.cosine / high.sine {
        high = azimuth
      } else if current.miss < 0, step > Self.newtonSteps || cotangent < low.cosine / low.sine {
        low = azimuth
      }
      if step < Self.newtonSteps, current.slope > 0 {
        let turn = -current.miss / current.slope
        let next = azimuth.turned(by: Circular(radians: turn))
        if abs(turn) < .pi, next.sine > 0 {
          isNearlyThere = abs(current.miss) <= 16 * Self.precision
          current = trial(Circular(along: next.sine, next.cosine))
          continue
        }
      }
      let middle = Circular(along: (low.sine + high.sine) / 2, (low.cosine + high.cosine) / 2)
      isNearlyThere = false
      let isNarrow =
        abs(low.sine - middle.sine) + (low.cosine - middle.cosine) < Self.precision
        || abs(middle.sine - high.sine) + (middle.cosine - high.cosine) < Self.precision
      current = trial(middle)
      if isNarrow { break }
    }
    let length = lengths(
      epsilon: current.epsilon, arc: current.arc, from: current.from, to: current.to
    ).length
    return Solution(
      meters: length * Series.polarRadius, start: current.azimuth, end: current.end)
  }

  /// Newton's method needs four steps or less where it works; halving needs one for each bit.
  private static let newtonSteps = 20
  private static let mostSteps = newtonSteps + Double.significandBitCount + 11
}
