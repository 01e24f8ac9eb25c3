extension Matcher {
  /// Those that come out best of a first look, of all and of each period, in rising order.
  func finalists(
    of shortlist: Shortlist, _ glance: Glance, _ candidates: Candidates,
    _ query: MatchQuery, _ photo: PhotoReading, _ belief: PhotoBelief, count: Int
  ) -> [ItemView] {
    let views = shortlist.indices.map { index in
      ItemView(
        of: candidates[index].pose, glance.neighbour(index, of: candidates), at: index,
        from: photo, weights)
    }
    guard views.count > count else { return views }
    var nothing = [Lanes](repeating: Lanes(repeating: 1), count: belief.first.count)
    let scene = SameScene(weights)
    var ofAll = Foremost(count)
    var ofAnyEra = Foremost(Matcher.ofAnyEra)
    var ofPeriods = ForemostOfPeriods(ofEach: Matcher.ofEachPeriod)
    for (place, view) in views.enumerated() {
      let look = view.play(
        belief.first, in: belief.first.indices, belief.fan, nil, scene, &nothing)
      guard look.mutual > 0 else { continue }
      var entry = Ranked(value: look.mutual, key: candidates.keys[view.index], place: place)
      // Whether anything shows the scene is no matter of eras.
      if query.era != nil { ofAnyEra.offer(entry) }
      entry.value *= worth(of: view.index, candidates, query)
      ofAll.offer(entry)
      if let period = candidates.period(of: view.index) { ofPeriods.offer(entry, of: period) }
    }
    let chosen = ofAll.entries + ofAnyEra.entries + ofPeriods.periods.flatMap(\.entries)
    return chosen.map(\.place).sortedOnce.map { views[$0] }
  }

  /// What a candidate is worth in the ranking for how its date lies to the era that was asked for.
  private func worth(of index: Int, _ candidates: Candidates, _ query: MatchQuery) -> Float {
    guard let era = query.era else { return 1 }
    return Float(weights.worth(of: candidates.relation(of: index, to: era)))
  }

  /// How many eights of poses that repeat no item's view every close look plays through.
  private static let some = 6

  /// How many of each period get a close look, for the timeline.
  private static let ofEachPeriod = 2
  /// How many of the best of any era get one where an era is asked for.
  private static let ofAnyEra = 12
}
