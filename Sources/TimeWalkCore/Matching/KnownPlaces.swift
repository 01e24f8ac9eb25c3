/// Where photos are taken: in the open, and at some places again and again, as the items show whose cameras' places
/// are known well.
struct KnownPlaces {
  private var east: [Lanes] = []
  private var north: [Lanes] = []
  private let inverseSquare: Float
  private let anywhere: Float

  /// The largest 68 % radius of a place that is known well, metres: about the width of a street.
  static let wellKnown: Float = 15
  /// How many places are looked at; of more, each of an even selection speaks for several.
  static let most = 512

  /// - Parameters:
  ///   - places: the places, metres from the photo's, with their items' keys.
  ///   - weights: the judge's numbers.
  init(_ places: [(place: SIMD2<Float>, key: Int64)], _ weights: MatchWeights) {
    let step = UInt64(max(1, (places.count + KnownPlaces.most - 1) / KnownPlaces.most))
    // By key, whose digits are mixed (Knuth's multiplicative hashing), so that the order makes no difference.
    let known = places.filter {
      step == 1 || (UInt64(bitPattern: $0.key) &* 0x9E37_79B9_7F4A_7C15 >> 32) % step == 0
    }
    // Behind the last, places so far away that they add nothing.
    let far: Float = 1e9
    for first in stride(from: 0, to: known.count, by: Lanes.count) {
      var (e, n) = (Lanes(repeating: far), Lanes(repeating: far))
      for lane in 0..<min(Lanes.count, known.count - first) {
        e[lane] = known[first + lane].place.x
        n[lane] = known[first + lane].place.y
      }
      east.append(e)
      north.append(n)
    }
    let radius = weights.samePlace
    inverseSquare = Float(1 / (radius * radius))
    anywhere = Float(weights.unknownPlaces / 10_000 * .pi * radius * radius) / Float(step)
  }

  /// The densities at places, in units of what one item adds at its own: a bivariate Student t of 2 degrees of freedom
  /// around each, and a floor.
  func density(east: Lanes, north: Lanes) -> Lanes {
    var density = Lanes(repeating: anywhere)
    for lane in 0..<Lanes.count {
      var sum = Lanes.zero
      for index in self.east.indices {
        let e = self.east[index] - east[lane]
        let n = self.north[index] - north[lane]
        let x = 1 / (1 + (e * e + n * n) * inverseSquare)
        sum += x * x
      }
      density[lane] += sum.sum()
    }
    return density
  }
}
