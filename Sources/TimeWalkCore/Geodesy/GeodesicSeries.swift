import Glibc

/// A sum of sines of even multiples of an angle: a1 sin 2x + a2 sin 4x + … + a6 sin 12x.
struct SineSeries {
  private let terms: (Double, Double, Double, Double, Double, Double)

  init(_ a1: Double, _ a2: Double, _ a3: Double, _ a4: Double, _ a5: Double, _ a6: Double) {
    terms = (a1, a2, a3, a4, a5, a6)
  }

  /// The sum at an angle, by Clenshaw's recurrence.
  func sum(at x: Circular) -> Double {
    let twice = 2 * (x.cosine - x.sine) * (x.cosine + x.sine)
    let b6 = terms.5
    let b5 = terms.4 + twice * b6
    let b4 = terms.3 + twice * b5 - b6
    let b3 = terms.2 + twice * b4 - b5
    let b2 = terms.1 + twice * b3 - b4
    let b1 = terms.0 + twice * b2 - b3
    return 2 * x.sine * x.cosine * b1
  }
}

/// An angle by its sine and cosine, which distinguishes the smallest angle from 0.
struct Circular {
  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// The direction of a vector of any length.
  init(along sine: Double, _ cosine: Double) {
    let length = hypot(sine, cosine)
    self.init(sine: sine / length, cosine: cosine / length)
  }

  init(radians: Double) { self.init(sine: sin(radians), cosine: cos(radians)) }

  /// Exact at quarter turns, which radians are not.
  init(degrees: Double) {
    let quarter = (degrees / 90).rounded()
    let rest = (degrees - 90 * quarter) * .pi / 180
    let (s, c) = (sin(rest), cos(rest))
    switch Int(quarter.remainder(dividingBy: 4)) {
    case 0: self.init(sine: s, cosine: c)
    case 1: self.init(sine: c, cosine: -s)
    case -1: self.init(sine: -c, cosine: s)
    default: self.init(sine: -s, cosine: -c)
    }
  }

  var radians: Double { atan2(sine, cosine) }
  var degrees: Double { atan2(sine, cosine) * 180 / .pi }

  func turned(by other: Circular) -> Circular {
    Circular(
      sine: sine * other.cosine + cosine * other.sine,
      cosine: cosine * other.cosine - sine * other.sine)
  }

  /// The difference from another angle to this one, which must be the greater; never below 0.
  func ahead(of other: Circular) -> Circular {
    Circular(
      sine: max(0, other.cosine * sine - other.sine * cosine),
      cosine: other.cosine * cosine + other.sine * sine)
  }
}

/// The WGS 84 ellipsoid, and the series that lengths and longitudes along its geodesics are
/// computed by.
///
/// C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), equations 15 to 25, to the
/// sixth order: exact to some nanometres. `epsilon` is the paper's expansion parameter, 0 for a
/// geodesic along the equator.
enum GeodesicSeries {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257223563
  static let axisRatio = 1 - flattening
  static let polarRadius = equatorialRadius * axisRatio
  static let thirdFlattening = flattening / (2 - flattening)
  /// The second eccentricity, squared.
  static let eccentricity = flattening * (2 - flattening) / (axisRatio * axisRatio)

  /// The expansion parameter of the geodesic that crosses the equator with an azimuth of this
  /// cosine.
  static func epsilon(equatorialCosine: Double) -> Double {
    let k2 = equatorialCosine * equatorialCosine * eccentricity
    return k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }

  /// A1 of equation 17: how much longer a way is than its arc on the auxiliary sphere, on average.
  static func lengthFactor(_ e: Double) -> Double {
    let e2 = e * e
    return (1 + e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 / 256))) / (1 - e)
  }

  /// C1 of equation 18: the additional length for an arc on the auxiliary sphere.
  static func length(_ e: Double) -> SineSeries {
    let e2 = e * e
    let (e3, e4) = (e2 * e, e2 * e2)
    return SineSeries(
      e * (-1.0 / 2 + e2 * (3.0 / 16 - e2 / 32)),
      e2 * (-1.0 / 16 + e2 * (1.0 / 32 - e2 * 9 / 2048)),
      e3 * (-1.0 / 48 + e2 * 3 / 256),
      e4 * (-5.0 / 512 + e2 * 3 / 512),
      e4 * e * -7 / 1280,
      e4 * e2 * -7 / 2048)
  }

  /// C1' of equation 21: the arc that a length makes.
  static func arc(_ e: Double) -> SineSeries {
    let e2 = e * e
    let (e3, e4) = (e2 * e, e2 * e2)
    return SineSeries(
      e * (1.0 / 2 + e2 * (-9.0 / 32 + e2 * 205 / 1536)),
      e2 * (5.0 / 16 + e2 * (-37.0 / 96 + e2 * 1335 / 4096)),
      e3 * (29.0 / 96 - e2 * 75 / 128),
      e4 * (539.0 / 1536 - e2 * 2391 / 2560),
      e4 * e * 3467 / 7680,
      e4 * e2 * 38081 / 61440)
  }

  /// A2 of equation 42, for the reduced length.
  static func reducedFactor(_ e: Double) -> Double {
    let e2 = e * e
    return (1 - e) * (1 + e2 * (1.0 / 4 + e2 * (9.0 / 64 + e2 * 25 / 256)))
  }

  /// C2 of equation 43, for the reduced length.
  static func reduced(_ e: Double) -> SineSeries {
    let e2 = e * e
    let (e3, e4) = (e2 * e, e2 * e2)
    return SineSeries(
      e * (1.0 / 2 + e2 * (1.0 / 16 + e2 / 32)),
      e2 * (3.0 / 16 + e2 * (1.0 / 32 + e2 * 35 / 2048)),
      e3 * (5.0 / 48 + e2 * 5 / 256),
      e4 * (35.0 / 512 + e2 * 7 / 512),
      e4 * e * 63 / 1280,
      e4 * e2 * 77 / 2048)
  }

  /// A3 of equation 24: how far longitude on the ellipsoid stays behind that on the auxiliary
  /// sphere.
  static func longitudeFactor(_ e: Double) -> Double {
    let n = thirdFlattening
    return 1
      - e
      * ((1 - n) / 2
        + e
        * (1.0 / 4 + n * (1.0 / 8 - n * 3 / 8)
          + e * (1.0 / 16 + n * (3.0 / 16 + n / 16) + e * (3.0 / 64 + n / 32 + e * 3 / 128))))
  }

  /// C3 of equation 25: the terms of longitude.
  static func longitude(_ e: Double) -> SineSeries {
    let n = thirdFlattening
    let n2 = n * n
    let e2 = e * e
    let (e3, e4) = (e2 * e, e2 * e2)
    return SineSeries(
      e
        * ((1 - n) / 4
          + e
          * ((1 - n2) / 8 + e
            * (3.0 / 64 * (1 + n) - n2 / 64 + e * (5.0 / 128 + n / 64 + e * 3 / 128)))),
      e2
        * (1.0 / 16 - n * 3 / 32 + n2 / 32
          + e * (3.0 / 64 - n / 32 - n2 * 3 / 64 + e * (3.0 / 128 + n / 128 + e * 5 / 256))),
      e3
        * (5.0 / 192 - n * 3 / 64 + n2 * 5 / 192 + e * (3.0 / 128 - n * 5 / 192 + e * 7 / 512)),
      e4 * (7.0 / 512 - n * 7 / 256 + e * 7 / 512),
      e4 * e * 21 / 2560,
      0)
  }
}
