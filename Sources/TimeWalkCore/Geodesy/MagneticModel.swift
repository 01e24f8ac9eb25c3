import Glibc

/// A spherical harmonic model of the Earth's main magnetic field.
///
/// The series and the change to geodetic axes follow the technical report of the World Magnetic
/// Model (Chulliat et al., "The US/UK World Magnetic Model for 2025-2030", section 1.2). It uses
/// Schmidt semi-normalised associated Legendre functions.
package struct MagneticModel: Sendable {
  /// The model's usual name, for instance `WMM2025`.
  package let name: String
  /// The decimal years that the model was made for.
  package let validity: ClosedRange<Double>

  private let degree: Int
  private let epochs: [Double]
  private let coefficients: [[Double]]
  private let secularVariation: [Double]

  init(
    name: String, degree: Int, epochs: [Double], coefficients: [[Double]],
    secularVariation: [Double], validity: ClosedRange<Double>
  ) {
    let count = degree * (degree + 2)
    self.name = name
    self.degree = degree
    self.epochs = epochs
    self.coefficients = coefficients.map {
      $0 + Array(repeating: 0, count: count - $0.count)
    }
    self.secularVariation = secularVariation
    self.validity = validity
  }

  /// The field at a place.
  ///
  /// - Parameters:
  ///   - coordinate: the place; at the geographic poles, east is that of the given longitude.
  ///   - height: metres above the WGS 84 ellipsoid.
  ///   - year: the decimal year; outside `validity` the series is continued in a straight line.
  /// - Returns: the main field; the crust and iron nearby are not in it.
  package func field(at coordinate: Coordinate, height: Double, year: Double) -> MagneticField {
    let gauss = gaussCoefficients(year: year)
    // A ten-thousandth of a degree off the pole keeps the east component finite.
    let latitude = min(max(coordinate.latitude, -89.9999), 89.9999) * .pi / 180
    let longitude = coordinate.longitude * .pi / 180

    // Geodetic to geocentric, in kilometres.
    let a = 6378.137
    let e2 = 0.00669437999014
    let n = a / (1 - e2 * sin(latitude) * sin(latitude)).squareRoot()
    let h = height / 1000
    let p = (n + h) * cos(latitude)
    let z = (n * (1 - e2) + h) * sin(latitude)
    let radius = (p * p + z * z).squareRoot()
    let geocentric = asin(z / radius)

    let (x, y, down) = geocentricField(
      gauss, latitude: geocentric, longitude: longitude, ratio: 6371.2 / radius)
    let turn = geocentric - latitude
    return MagneticField(
      north: x * cos(turn) - down * sin(turn), east: y, down: x * sin(turn) + down * cos(turn))
  }

  private func gaussCoefficients(year: Double) -> [Double] {
    if epochs.count == 1 {
      let elapsed = year - epochs[0]
      return zip(coefficients[0], secularVariation).map { $0 + $1 * elapsed }
    }
    // The segment that holds the year, or the one at the near end.
    let segment = min(max((epochs.lastIndex { $0 <= year }) ?? 0, 0), epochs.count - 2)
    let share = (year - epochs[segment]) / (epochs[segment + 1] - epochs[segment])
    return zip(coefficients[segment], coefficients[segment + 1]).map { $0 + ($1 - $0) * share }
  }

  /// North, east and down components along geocentric axes, nT.
  private func geocentricField(
    _ gauss: [Double], latitude: Double, longitude: Double, ratio: Double
  ) -> (Double, Double, Double) {
    let s = sin(latitude)
    let c = cos(latitude)
    let legendre = Legendre(degree: degree, sine: s, cosine: c)
    var north = 0.0
    var east = 0.0
    var down = 0.0
    var power = ratio * ratio
    var index = 0
    for n in 1...degree {
      power *= ratio
      for m in 0...n {
        let g = gauss[index]
        let h = m > 0 ? gauss[index + 1] : 0
        index += m > 0 ? 2 : 1
        let cosine = cos(Double(m) * longitude)
        let sine = sin(Double(m) * longitude)
        let along = g * cosine + h * sine
        north -= power * along * legendre.slope(n, m)
        east += power * Double(m) * (g * sine - h * cosine) * legendre.value(n, m) / c
        down -= power * Double(n + 1) * along * legendre.value(n, m)
      }
    }
    return (north, east, down)
  }
}

/// The main field at one place and time, in nanotesla along geodetic axes.
package struct MagneticField: Hashable, Sendable {
  /// The component towards true north.
  package let north: Double
  /// The component towards east.
  package let east: Double
  /// The component towards the ground.
  package let down: Double

  /// The angle from true north to magnetic north, east positive.
  package var declination: Angle { Angle(finite: atan2(east, north) * 180 / .pi) }
  /// The angle below the horizon.
  package var inclination: Angle { Angle(finite: atan2(down, horizontal) * 180 / .pi) }
  /// The strength along the ground, nT.
  package var horizontal: Double { (north * north + east * east).squareRoot() }
}

/// Schmidt semi-normalised associated Legendre functions of the sine of latitude and their slopes
/// by latitude.
private struct Legendre {
  private var values: [Double]
  private var slopes: [Double]

  init(degree: Int, sine s: Double, cosine c: Double) {
    let count = (degree + 1) * (degree + 2) / 2
    values = Array(repeating: 0, count: count)
    slopes = Array(repeating: 0, count: count)
    values[0] = 1
    for n in 1...degree {
      for m in 0...n {
        let i = Legendre.index(n, m)
        if n == m {
          let factor = n == 1 ? 1 : (1 - 1 / (2 * Double(n))).squareRoot()
          let before = Legendre.index(n - 1, n - 1)
          values[i] = factor * c * values[before]
          slopes[i] = factor * (c * slopes[before] - s * values[before])
        } else {
          let (nn, mm) = (Double(n), Double(m))
          let norm = (nn * nn - mm * mm).squareRoot()
          let near = Legendre.index(n - 1, m)
          var value = (2 * nn - 1) * s * values[near]
          var slope = (2 * nn - 1) * (s * slopes[near] + c * values[near])
          if n - 2 >= m {
            let far = Legendre.index(n - 2, m)
            let weight = ((nn - 1) * (nn - 1) - mm * mm).squareRoot()
            value -= weight * values[far]
            slope -= weight * slopes[far]
          }
          values[i] = value / norm
          slopes[i] = slope / norm
        }
      }
    }
  }

  func value(_ n: Int, _ m: Int) -> Double { values[Legendre.index(n, m)] }
  func slope(_ n: Int, _ m: Int) -> Double { slopes[Legendre.index(n, m)] }

  private static func index(_ n: Int, _ m: Int) -> Int { n * (n + 1) / 2 + m }
}
