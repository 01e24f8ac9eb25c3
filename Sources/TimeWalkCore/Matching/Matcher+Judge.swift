/// Candidates that were rated together; a class, since a copy of all columns takes time.
final class Rating {
  let candidates: Candidates
  let contenders: [Contender]
  /// Best first.
  let findings: [Finding]
  /// The probability that no candidate shows the same scene.
  let noMatch: Double

  init(candidates: Candidates, contenders: [Contender], findings: [Finding], noMatch: Double) {
    self.candidates = candidates
    self.contenders = contenders
    self.findings = findings
    self.noMatch = noMatch
  }
}

extension Matcher {
  /// One candidate in the order of an answer.
  private typealias Entry = (rating: Rating, finding: Finding)

  /// Ranks the candidates of a query.
  ///
  /// The items of a requested era are rated among themselves: a person who asks for 1650 visits a
  /// view of 1650, and a sharper item of another time is no evidence against that. The best of them
  /// is first if it is worth showing. The other items are rated among all.
  ///
  /// Complexity: linear in the number of candidates, some nanoseconds each, and a closer look at a
  /// few dozen; twice that with an era.
  /// - Returns: an empty list with `noMatch` 1 when there is nothing; that is not an error.
  package func judge(_ query: MatchQuery, candidates: Candidates) -> Judgement {
    let all = rate(query, candidates)
    guard let era = query.era else {
      return judgement(all.findings.map { (all, $0) }, query, noMatch: all.noMatch)
    }
    let places = candidates.places(in: era, except: query.otherSets)
    var ofEra = candidates
    ofEra.take(places)
    let own = places.isEmpty ? nil : rate(query, ofEra)
    let others = all.findings.filter { finding in
      !places.hasSorted(all.contenders[finding.place].view.index)
    }
    var entries: [Entry] = own.map { own in own.findings.map { (own, $0) } } ?? []
    let keys = Set(entries.map(\.finding.key))
    let best = entries.first.flatMap { best in
      all.findings.first { $0.key == best.finding.key }
    }
    let above = others.count { other in best.map { all.isBefore(other, $0) } ?? true }
    if !query.isEraStrict {
      entries = (entries + others.map { (all, $0) }).sorted { $0.finding < $1.finding }
      let shown = entries.firstIndex {
        keys.contains($0.finding.key) && Verdict.isShown($0.finding.confidence)
      }
      if let shown { entries.insert(entries.remove(at: shown), at: 0) }
    }
    return judgement(entries, query, noMatch: own?.noMatch ?? 1, others: above)
  }

  /// Ranks candidates that are given one by one.
  package func judge(_ query: MatchQuery, candidates: [Candidate]) -> Judgement {
    judge(query, candidates: Candidates(candidates))
  }

  private func judgement(
    _ entries: [Entry], _ query: MatchQuery, noMatch: Double, others: Int = 0
  ) -> Judgement {
    func verdict(_ entry: Entry) -> Verdict {
      let contender = entry.rating.contenders[entry.finding.place]
      return self.verdict(
        on: entry.rating.candidates[contender.view.index], contender, entry.finding, query)
    }
    return Judgement(
      verdicts: entries.prefix(query.most).map(verdict),
      timeline: Matcher.timeline(entries).map(verdict), noMatch: noMatch, others: others)
  }

  /// The first of each period in a ranked list, oldest period first.
  private static func timeline(_ ranked: [Entry]) -> [Entry] {
    var best: [(period: Period, entry: Entry)] = []
    for entry in ranked {
      guard let period = entry.rating.contenders[entry.finding.place].period,
        !best.contains(where: { $0.period == period })
      else { continue }
      best.append((period, entry))
    }
    return best.sorted { $0.period < $1.period }.map(\.entry)
  }
}

extension Rating {
  /// Returns true if one finding is above another in the order without an era.
  fileprivate func isBefore(_ one: Finding, _ other: Finding) -> Bool {
    func plain(_ finding: Finding) -> Finding {
      Finding(
        place: finding.place, confidence: finding.confidence,
        score: Double(contenders[finding.place].mutual), distance: finding.distance,
        key: finding.key)
    }
    return plain(one) < plain(other)
  }
}

extension Candidates {
  /// The places of the candidates with a date that names a day of an era, in rising order.
  ///
  /// The same as an `EraRelation` of `within` or `overlaps`, a dozen times as quick.
  func places(in era: Era, except otherSets: Set<Int64>) -> [Int] {
    let (first, last) = era.ends
    return traits.withUnsafeBufferPointer { traits in
      earliest.withUnsafeBufferPointer { earliest in
        latest.withUnsafeBufferPointer { latest in
          indices.filter { place in
            let (start, end) = (earliest[place], latest[place])
            return start <= last && end >= first && start <= end
              && traits[place].contains(.dated) && !(start == .min && end == .max)
              && (otherSets.isEmpty || !otherSets.contains(keys[place]))
          }
        }
      }
    }
  }
}

extension [Int] {
  /// Returns true if a list in rising order has a number.
  fileprivate func hasSorted(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
