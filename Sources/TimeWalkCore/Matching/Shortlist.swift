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
    let considered = Shortlist.strongest(hopes, max(count, Shortlist.considered))
    guard considered.count > count else {
      indices = considered.map(\.index)
      return
    }
    var ofAll = Foremost(count)
    var ofAnyEra = Foremost(Shortlist.ofAnyEra)
    var ofPeriods = ForemostOfPeriods(ofEach: Shortlist.ofEachPeriod)
    for (hope, index) in considered {
      var entry = Ranked(value: hope, key: candidates.keys[index], place: index)
      if let era = query.era {
        let promise = found.promise[index / Lanes.count][index % Lanes.count]
        entry.value = promise
        ofAnyEra.offer(entry)
        entry.value = promise * Float(weights.worth(of: candidates.relation(of: index, to: era)))
      }
      ofAll.offer(entry)
      if let period = candidates.period(of: index) { ofPeriods.offer(entry, of: period) }
    }
    let chosen = ofAll.entries + ofAnyEra.entries + ofPeriods.periods.flatMap(\.entries)
    indices = chosen.map(\.place).sortedOnce
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
  /// The period of a candidate's date; `nil` without one.
  func period(of index: Int) -> Period? { dates(at: index).flatMap(Period.init(of:)) }
}

extension [Int] {
  /// In rising order, each number once.
  var sortedOnce: [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for number in sorted() where number != numbers.last { numbers.append(number) }
    return numbers
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
