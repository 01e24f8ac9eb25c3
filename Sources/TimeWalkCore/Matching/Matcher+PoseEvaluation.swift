extension Matcher {
  /// The numbers of candidates that are evaluated in addition to the best of all.
  struct ExtraCandidates {
    /// The number of each period, for the timeline.
    let ofEachPeriod: Int
    /// The number of any era, if an era is requested.
    let ofAnyEra: Int

    /// Those of the second pass.
    static let second = ExtraCandidates(ofEachPeriod: 2, ofAnyEra: 12)
    /// Those that are evaluated in all poses.
    static let last = ExtraCandidates(ofEachPeriod: 1, ofAnyEra: 4)
  }

  /// One of the shortlist before its evaluation.
  func contender(
    at index: Int, _ prefilter: Prefilter, _ candidates: Candidates, _ query: MatchQuery,
    _ photo: PhotoReading
  ) -> Contender {
    let candidate = candidates[index]
    let neighbour = prefilter.neighbour(candidate.pose)
    let view = ItemView(of: candidate, neighbour, at: index, from: photo, weights)
    let relation = query.era.flatMap { candidates.relation(of: index, to: $0) }
    return Contender(
      view, key: candidate.key, relation: relation,
      worth: query.era.map { weights.worth(of: index, among: candidates, in: $0) } ?? 1,
      period: candidate.dates.flatMap(Period.init(of:)))
  }

  /// The best so far, of all and of each period, in rising order.
  ///
  /// - Parameters:
  ///   - contenders: the evaluated ones.
  ///   - places: the places of those that may be chosen.
  ///   - count: the number of all.
  ///   - besides: the additional numbers.
  /// - Returns: All if there are at most `count`.
  func best(
    of contenders: [Contender], among places: [Int], count: Int, _ besides: ExtraCandidates
  ) -> [Int] {
    guard places.count > count else { return places }
    var ofAll = TopRanked(count)
    var ofAnyEra = TopRanked(besides.ofAnyEra)
    var ofPeriods = TopRankedByPeriod(ofEach: besides.ofEachPeriod)
    for place in places where contenders[place].mutual > 0 {
      var entry = Ranked(
        value: contenders[place].mutual, key: contenders[place].key, place: place)
      // The probability that anything shows the scene doesn't depend on eras.
      ofAnyEra.offer(entry)
      entry.value *= Float(contenders[place].worth)
      ofAll.offer(entry)
      if let period = contenders[place].period { ofPeriods.offer(entry, of: period) }
    }
    var marks = Marks(contenders.count)
    marks.insert(ofAll, ofAnyEra, ofPeriods)
    return marks.numbers
  }
}
