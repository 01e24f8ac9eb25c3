/// The candidates to evaluate: the most promising of all and of each period.
///
/// The rank is only a forecast, so the list is longer than the answer; tests compare it with an
/// evaluation of all.
struct Shortlist {
  /// Places in the list of candidates, in rising order.
  let indices: [Int]

  /// The number of items of each period that are considered for the timeline.
  static let ofEachPeriod = 8
  /// The number of the most promising of any era that are evaluated for a requested era.
  static let ofAnyEra = 32
  /// The least number that is considered for the periods.
  static let considered = 640

  init(
    _ found: Surroundings, _ candidates: Candidates, _ query: MatchQuery, _ weights: MatchWeights,
    count: Int
  ) {
    let bounds = EraBounds(query, weights).weigh(found.promise, candidates)
    let considered = Shortlist.strongest(bounds, max(count, Shortlist.considered))
    var marks = Marks(candidates.count)
    guard considered.count > count else {
      for (_, index) in considered { marks.insert(index) }
      indices = marks.numbers
      return
    }
    var ofAll = TopRanked(count)
    var ofAnyEra = TopRanked(Shortlist.ofAnyEra)
    var ofPeriods = TopRankedByPeriod(ofEach: Shortlist.ofEachPeriod)
    for (bound, index) in considered {
      var entry = Ranked(value: bound, key: candidates.keys[index], place: index)
      let period = candidates.period(of: index)
      if let era = query.era {
        let promise = found.promise[index / Lanes.count][index % Lanes.count]
        entry.value = promise
        ofAnyEra.offer(entry)
        // An upper bound of a date's weight spares most of them the exact comparison.
        guard ofAll.mayTake(bound) || period.map({ ofPeriods.mayTake(bound, of: $0) }) ?? false
        else { continue }
        entry.value = promise * Float(weights.worth(of: index, among: candidates, in: era))
      }
      ofAll.offer(entry)
      if let period { ofPeriods.offer(entry, of: period) }
    }
    marks.insert(ofAll, ofAnyEra, ofPeriods)
    indices = marks.numbers
  }

  /// The largest ranks of at least 0, at least this many if there are; roughly the largest first.
  ///
  /// Counts by the leading bits, which rise with a non-negative number. One pass counts, and one
  /// chooses and sorts by bits.
  private static func strongest(
    _ promises: [Lanes], _ count: Int
  ) -> [(promise: Float, index: Int)] {
    let passed: UInt32 = 19
    // Negative numbers have another leading bit and are skipped.
    var counts = [UInt32](repeating: 0, count: 1 << (32 - passed))
    var most = Lanes(repeating: -1)
    for lanes in promises where (lanes .>= 0).isAny {
      most = most.larger(lanes)
      let bits = unsafeBitCast(lanes, to: SIMD8<UInt32>.self) &>> passed
      for lane in 0..<Lanes.count { counts[Int(bits[lane])] += 1 }
    }
    guard most.max() >= 0 else { return [] }
    // From here on, the counts are of all preceding entries.
    var sum = 0
    var least = Int(most.max().bitPattern >> passed)
    for bits in stride(from: least, through: 0, by: -1) {
      let here = Int(counts[bits])
      counts[bits] = UInt32(sum)
      sum += here
      least = bits
      if sum >= count { break }
    }
    let floor = Float(bitPattern: UInt32(least) << passed)
    var entries = [(promise: Float, index: Int)](repeating: (0, 0), count: sum)
    for (block, lanes) in promises.enumerated() where (lanes .>= floor).isAny {
      for lane in 0..<Lanes.count where lanes[lane] >= floor {
        let bits = Int(lanes[lane].bitPattern >> passed)
        entries[Int(counts[bits])] = (lanes[lane], block * Lanes.count + lane)
        counts[bits] += 1
      }
    }
    return entries
  }
}

extension Candidates {
  /// The period of a candidate's date; `nil` without a date.
  func period(of index: Int) -> Period? { dates(at: index).flatMap(Period.init(of:)) }
}

/// Upper bounds of candidates' date weights, without unpacking the dates.
private struct EraBounds {
  private let query: MatchQuery
  private let earliest: Int32
  private let latest: Int32
  private let weights: MatchWeights

  init(_ query: MatchQuery, _ weights: MatchWeights) {
    self.query = query
    self.weights = weights
    (earliest, latest) = query.era?.ends ?? (.min, .max)
  }

  /// Ranks times date weights; a negative rank stays.
  func weigh(_ promises: [Lanes], _ candidates: Candidates) -> [Lanes] {
    guard query.era != nil else { return promises }
    var promises = promises
    let within = Float(weights.eraWithin)
    let (unknown, apart) = (Float(weights.eraUnknown), Float(weights.eraNear))
    candidates.withColumns { columns in
      for block in promises.indices where (promises[block] .>= 0).isAny {
        let dates = columns.dates(from: block * Lanes.count, earliest: earliest, latest: latest)
        let worth = Lanes(repeating: unknown)
          .replacing(with: apart, where: dates.known)
          .replacing(with: within, where: dates.known .& dates.in)
        promises[block] *= worth
      }
    }
    return promises
  }
}
