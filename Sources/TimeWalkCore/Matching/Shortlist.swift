/// The neighbours that a closer look is worth: the most promising of all and of each period.
///
/// The promise is only a forecast, so many more are taken than are reported; the tests compare with looking closely at
/// all. What a strict era leaves out is never on it.
struct Shortlist {
  /// Places in the list of neighbours, in rising order.
  let indices: [Int]

  /// How many of each period are looked at, for the timeline.
  static let ofEachPeriod = 6
  /// How many are considered for the periods, at most.
  static let considered = 1024

  init(
    _ neighbours: [Neighbour], _ candidates: Candidates, _ query: MatchQuery,
    _ weights: MatchWeights, count: Int
  ) {
    let hopes = EraHopes(query, weights)
    var promises: [(promise: Float, index: Int)] = []
    promises.reserveCapacity(neighbours.count)
    for (index, neighbour) in neighbours.enumerated() {
      guard let hope = hopes.most(of: neighbour.index, in: candidates) else { continue }
      promises.append((neighbour.promise * hope, index))
    }
    guard promises.count > count else {
      indices = promises.map(\.index)
      return
    }
    func key(_ index: Int) -> Int64 { candidates.keys[neighbours[index].index] }
    func isFirst(_ a: (promise: Float, index: Int), _ b: (promise: Float, index: Int)) -> Bool {
      a.promise != b.promise ? a.promise > b.promise : key(a.index) < key(b.index)
    }
    promises = Shortlist.strongest(promises, max(count, Shortlist.considered))
    if query.era != nil {
      for place in promises.indices {
        let index = promises[place].index
        let relation = query.relation(to: candidates[neighbours[index].index])
        promises[place].promise = neighbours[index].promise * Float(weights.worth(of: relation))
      }
    }
    promises.sort(by: isFirst)
    var chosen = promises.prefix(count).map(\.index)
    var seen: [Period: Int] = [:]
    for (rank, entry) in promises.enumerated() {
      guard let dates = candidates.dates(at: neighbours[entry.index].index),
        let period = Period(of: dates), seen[period, default: 0] < Shortlist.ofEachPeriod
      else { continue }
      seen[period, default: 0] += 1
      if rank >= count { chosen.append(entry.index) }
    }
    indices = chosen.sorted()
  }

  /// The entries of the largest promises, at least so many; in their order.
  ///
  /// Counts by the leading bits, which rise with a number that is not negative: one pass to count, one to choose.
  private static func strongest(_ promises: [(promise: Float, index: Int)], _ count: Int) -> [(
    promise: Float, index: Int
  )] {
    guard promises.count > count else { return promises }
    var counts = [Int](repeating: 0, count: 1 << 16)
    for entry in promises { counts[Int(entry.promise.bitPattern >> 16)] += 1 }
    var (rest, least) = (count, UInt32(0))
    for bits in counts.indices.reversed() {
      rest -= counts[bits]
      if rest <= 0 {
        least = UInt32(bits)
        break
      }
    }
    return promises.filter { $0.promise.bitPattern >> 16 >= least }
  }
}

/// What a candidate's date may be worth at most, without taking it apart.
private struct EraHopes {
  private let earliest: Int32
  private let latest: Int32
  private let isAsked: Bool
  private let isStrict: Bool
  private let weights: MatchWeights

  init(_ query: MatchQuery, _ weights: MatchWeights) {
    isAsked = query.era != nil
    isStrict = isAsked && query.isEraStrict
    self.weights = weights
    earliest = query.era?.span.earliest.map { Int32(clamping: $0.number) } ?? .min
    latest = query.era?.span.latest.map { Int32(clamping: $0.number) } ?? .max
  }

  /// The most that it may be worth; `nil` when a strict era leaves it out.
  @inline(__always)
  func most(of index: Int, in candidates: Candidates) -> Float? {
    guard isAsked else { return 1 }
    let (first, last) = (candidates.earliest[index], candidates.latest[index])
    let isDated = candidates.traits[index].contains(.dated) && (first != .min || last != .max)
    guard isDated else { return isStrict ? nil : Float(weights.eraUnknown) }
    if first <= latest, last >= earliest { return Float(weights.eraWithin) }
    return isStrict ? nil : Float(max(weights.eraNear, weights.eraOutside))
  }
}
