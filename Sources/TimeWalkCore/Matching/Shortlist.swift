/// The candidates that a closer look is worth: the most promising of all and of each period.
///
/// The promise is only a forecast, so many more are taken than are reported; the tests compare with looking closely at
/// all. What a strict era leaves out is never on it.
struct Shortlist {
  /// Places in the list of candidates, in rising order.
  let indices: [Int]

  /// How many of each period are looked at, for the timeline.
  static let ofEachPeriod = 8
  /// How many of the most promising of any era are looked at where an era is asked for.
  static let ofAnyEra = 32
  /// How many are considered for the periods, at least.
  static let considered = 640

  init(
    _ found: Surroundings, _ candidates: Candidates, _ query: MatchQuery, _ weights: MatchWeights,
    count: Int
  ) {
    let hopes = EraHopes(query, weights).weigh(found.promise, candidates)
    var entries = Shortlist.strongest(hopes, max(count, Shortlist.considered))
    guard entries.count > count else {
      indices = entries.map(\.index)
      return
    }
    func promise(_ index: Int) -> Float {
      found.promise[index / Lanes.count][index % Lanes.count]
    }
    func isFirst(_ a: (promise: Float, index: Int), _ b: (promise: Float, index: Int)) -> Bool {
      if a.promise != b.promise { return a.promise > b.promise }
      return candidates.keys[a.index] < candidates.keys[b.index]
    }
    var ofAnyEra: [Int] = []
    if let era = query.era {
      let plain = entries.map { (promise: promise($0.index), index: $0.index) }
      ofAnyEra = plain.sorted(by: isFirst).prefix(Shortlist.ofAnyEra).map(\.index)
      for place in entries.indices {
        let index = entries[place].index
        let relation = candidates.relation(of: index, to: era)
        entries[place].promise = promise(index) * Float(weights.worth(of: relation))
      }
    }
    entries.sort(by: isFirst)
    let chosen = candidates.first(
      count, andOfEachPeriod: Shortlist.ofEachPeriod, of: entries.map(\.index))
    indices = Set(chosen + ofAnyEra).sorted()
  }

  /// The largest promises of at least 0, at least so many where there are; in their order.
  ///
  /// Counts by the leading bits, which rise with a number that is not negative: one pass to count, one to choose.
  private static func strongest(
    _ promises: [Lanes], _ count: Int
  ) -> [(promise: Float, index: Int)] {
    let passed: UInt32 = 19
    var counts = [Int](repeating: 0, count: 1 << (32 - passed))
    for lanes in promises where (lanes .>= 0).isAny {
      let bits = unsafeBitCast(lanes, to: SIMD8<UInt32>.self) &>> passed
      // A negative number's leading bits are those of the upper half, which is not looked at.
      for lane in 0..<Lanes.count { counts[Int(bits[lane])] += 1 }
    }
    var (rest, least) = (count, 0)
    for bits in stride(from: counts.count / 2 - 1, through: 0, by: -1) where counts[bits] > 0 {
      rest -= counts[bits]
      least = bits
      if rest <= 0 { break }
    }
    let floor = Float(bitPattern: UInt32(least) << passed)
    var entries: [(promise: Float, index: Int)] = []
    for (block, lanes) in promises.enumerated() where (lanes .>= floor).isAny {
      for lane in 0..<Lanes.count where lanes[lane] >= floor {
        entries.append((lanes[lane], block * Lanes.count + lane))
      }
    }
    return entries
  }
}

extension Candidates {
  /// The first of a ranked list, and besides them those that are among the first of their own period.
  func first(_ count: Int, andOfEachPeriod each: Int, of ranked: [Int]) -> [Int] {
    var seen: [Period: Int] = [:]
    return ranked.enumerated().filter { rank, index in
      guard let period = dates(at: index).flatMap(Period.init(of:)) else { return rank < count }
      seen[period, default: 0] += 1
      return rank < count || seen[period, default: 0] <= each
    }.map(\.element)
  }
}

/// What candidates' dates may be worth at most, without taking them apart.
private struct EraHopes {
  private let query: MatchQuery
  private let earliest: Int32
  private let latest: Int32
  private let weights: MatchWeights

  init(_ query: MatchQuery, _ weights: MatchWeights) {
    self.query = query
    self.weights = weights
    earliest = query.era?.span.earliest.map { Int32(clamping: $0.number) } ?? .min
    latest = query.era?.span.latest.map { Int32(clamping: $0.number) } ?? .max
  }

  /// Promises times what dates are worth; -1 for what a strict era leaves out.
  func weigh(_ promises: [Lanes], _ candidates: Candidates) -> [Lanes] {
    guard query.era != nil else { return promises }
    var promises = promises
    let within = Float(weights.eraWithin)
    // What is left out gets a negative worth, which makes it too far away.
    let unknown = query.isEraStrict ? -1 : Float(weights.eraUnknown)
    let apart = query.isEraStrict ? -1 : Float(max(weights.eraNear, weights.eraOutside))
    candidates.withColumns { columns in
      for block in promises.indices where (promises[block] .>= 0).isAny {
        let dates = columns.dates(from: block * Lanes.count, earliest: earliest, latest: latest)
        let worth = Lanes(repeating: unknown)
          .replacing(with: apart, where: dates.known)
          .replacing(with: within, where: dates.known .& dates.in)
        let promise = promises[block]
        promises[block] = (promise * worth)
          .replacing(with: -1, where: (promise .< 0) .| (worth .< 0))
      }
    }
    return promises
  }
}
