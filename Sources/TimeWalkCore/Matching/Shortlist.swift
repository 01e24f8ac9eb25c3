/// The neighbours that a close look is worth: the most promising of all and of each period.
///
/// The promise is only a forecast, so many more are taken than are reported; the tests compare with looking closely at
/// all. What a strict era leaves out is never on it.
struct Shortlist {
  /// Places in the list of neighbours, in rising order.
  let indices: [Int]

  /// How many of each period are looked at, for the timeline.
  static let ofEachPeriod = 12

  init(
    _ neighbours: [Neighbour], _ candidates: [Candidate], _ query: MatchQuery,
    _ weights: MatchWeights, count: Int
  ) {
    let admitted = neighbours.indices.filter { query.admits(candidates[neighbours[$0].index]) }
    guard admitted.count > count else {
      indices = admitted
      return
    }
    var promises: [Double] = []
    promises.reserveCapacity(neighbours.count)
    for neighbour in neighbours {
      let worth =
        query.era == nil
        ? 1 : weights.worth(of: query.relation(to: candidates[neighbour.index]))
      promises.append(neighbour.promise * worth)
    }
    let order = admitted.sorted { a, b in
      if promises[a] != promises[b] { return promises[a] > promises[b] }
      return candidates[neighbours[a].index].key < candidates[neighbours[b].index].key
    }
    var chosen = Array(order.prefix(count))
    var seen: [Period: Int] = [:]
    for (rank, index) in order.enumerated() {
      guard let dates = candidates[neighbours[index].index].dates,
        let period = Period(of: dates), seen[period, default: 0] < Shortlist.ofEachPeriod
      else { continue }
      seen[period, default: 0] += 1
      if rank >= count { chosen.append(index) }
    }
    indices = chosen.sorted()
  }
}
