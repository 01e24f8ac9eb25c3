internal import TimeWalkArchive
internal import TimeWalkCore

extension Pipeline {
  /// The minimum number of verdicts, with which a short answer also finds the copies of its
  /// pictures.
  private static let leastVerdicts = MatchRequest.usualLimit
  /// The maximum number of verdicts for each requested match, to replace copies.
  private static let mostVerdictsForEach = 16

  /// An item that the judge spoke of.
  private typealias Judged = (verdict: Verdict, record: ItemRecord)

  /// Judges the candidates and groups copies; continues with more candidates while copies leave
  /// gaps.
  ///
  /// - Returns: up to the requested number of matches, the timeline, and the judge's `noMatch`, on
  ///   which copies have no effect.
  func rank(
    _ query: MatchQuery, candidates: Candidates, from archive: any HistoricalArchive
  ) throws(ArchiveError) -> SearchResult {
    var query = query
    let limit = query.limit
    query.limit = max(limit, Pipeline.leastVerdicts)
    let most = min(limit * Pipeline.mostVerdictsForEach, 2 * MatchRequest.limits.upperBound)
    var judgement = matcher.judge(query, candidates: candidates)
    if let era = query.era, try Pipeline.hasOtherSet(judgement, around: era, archive) {
      query.otherSets = try Pipeline.otherSets(around: era, among: candidates, in: archive)
      judgement = matcher.judge(query, candidates: candidates)
    }
    let (noMatch, others) = (judgement.noMatch, judgement.others)
    var result = try result(of: judgement, query, from: archive)
    while result.matches.count < limit, judgement.verdicts.count == query.limit, query.limit < most
    {
      query.limit = min(most, 2 * query.limit)
      judgement = matcher.judge(query, candidates: candidates)
      result = try self.result(of: judgement, query, from: archive)
    }
    result.matches.removeLast(max(0, result.matches.count - limit))
    result.noMatch = noMatch
    result.others = others
    return result
  }

  /// Returns true if a verdict counts a set of dates on both sides of the era as one of the era.
  private static func hasOtherSet(
    _ judgement: Judgement, around era: Era, _ archive: any HistoricalArchive
  ) throws(ArchiveError) -> Bool {
    let doubtful = (judgement.verdicts + judgement.timeline).filter { $0.era == .overlaps }
    guard !doubtful.isEmpty else { return false }
    let items = try archive.items(keys: doubtful.map(\.key))
    return items.values.contains { !era.isShared(by: $0.date) }
  }

  /// The keys of the candidates with a set of dates on both sides of the era.
  private static func otherSets(
    around era: Era, among candidates: Candidates, in archive: any HistoricalArchive
  ) throws(ArchiveError) -> Set<Int64> {
    let doubtful = candidates.indices.filter { index in
      candidates.dates(at: index).map { !era.span.contains($0) && era.span.overlaps($0) } ?? false
    }
    let items = try archive.items(keys: doubtful.map { candidates.keys[$0] })
    return Set(items.filter { !era.isShared(by: $0.value.date) }.keys)
  }

  /// Fetches the items and puts copies together.
  private func result(
    of judgement: Judgement, _ query: MatchQuery, from archive: any HistoricalArchive
  ) throws(ArchiveError) -> SearchResult {
    let ranked = Set(judgement.verdicts.map(\.key))
    // The best of a period may rank too low to be among the verdicts.
    let others = judgement.timeline.filter { !ranked.contains($0.key) }
      .sorted { ($0.score, $1.key) > ($1.score, $0.key) }
    let verdicts = judgement.verdicts + others
    let records = try archive.records(keys: verdicts.map(\.key).sorted())
    // An item removed since the candidates were read isn't a match.
    var judged: [Judged] = verdicts.compactMap { verdict in
      records[verdict.key].map { (verdict, $0) }
    }
    if let era = query.era { rank(&judged, by: era) }
    Pipeline.preferRealViews(in: &judged)
    var result = SearchResult(greatestConfidence: judged.map(\.verdict.confidence).max())
    var periods: Set<Period> = []
    for group in Pipeline.groups(of: judged) {
      let all = [group.leader] + group.copies
      func match(_ shown: Int) -> Match {
        Match(
          item: judged[shown].record.item, verdict: judged[shown].verdict,
          viewpoint: query.viewpoint,
          copies: group.copies.isEmpty
            ? [] : all.filter { $0 != shown }.map { judged[$0].record.item.id })
      }
      if all.contains(where: { ranked.contains(judged[$0].verdict.key) }) {
        result.matches.append(match(group.leader))
      }
      // An undated copy may stand for the picture in the list, but not in a period.
      let dated = all.first { judged[$0].verdict.period != nil }
      if let dated, let period = judged[dated].verdict.period, periods.insert(period).inserted {
        result.timeline.append(match(dated))
      }
    }
    result.timeline.sort { a, b in
      guard let one = a.verdict.period, let other = b.verdict.period else { return false }
      return one < other
    }
    return result
  }

  /// Sorts verdicts by the relation of their dates to an era.
  ///
  /// The judge knows the span of a set of dates only, the item its members: `{1605,1885}` has no
  /// member in 1700.
  private func rank(_ judged: inout [Judged], by era: Era) {
    for index in judged.indices {
      let date = judged[index].record.item.date
      judged[index].verdict.era = era.relation(to: date)
      guard date.map({ $0.members.count > 1 }) ?? false else { continue }
      let worth = matcher.weights.worth(of: date, in: era)
      guard let before = judged[index].verdict.parts.era, before > 0, worth < before else {
        continue
      }
      judged[index].verdict.score *= worth / before
      judged[index].verdict.parts.era = worth
    }
    // The best of the era stays first, and equal scores keep their order.
    let first = judged.first.map { first in
      era.isShared(by: first.record.item.date) && Verdict.isShown(first.verdict.confidence) ? 1 : 0
    }
    judged = judged.enumerated().sorted { a, b in
      let (one, other) = (a.element.verdict.score, b.element.verdict.score)
      guard one != other, min(a.offset, b.offset) >= first ?? 0 else { return a.offset < b.offset }
      return one > other
    }.map(\.element)
  }

  /// Moves imagined views behind the last real one of the same probability, in percent, and the
  /// same weight for the era; no number changes.
  private static func preferRealViews(in judged: inout [Judged]) {
    for place in judged.indices.reversed() where judged[place].record.item.isImagined {
      let imagined = judged[place]
      let last = judged[place...].lastIndex { other in
        !other.record.item.isImagined && other.verdict.percent >= imagined.verdict.percent
          && (other.verdict.parts.era ?? 1) >= (imagined.verdict.parts.era ?? 1)
      }
      guard let last else { continue }
      judged.remove(at: place)
      judged.insert(imagined, at: last)
    }
  }

  /// Groups the verdicts about copies of one picture.
  private static func groups(of judged: [Judged]) -> [CopyGroups.Group] {
    // Most answers have no data about copies.
    guard judged.contains(where: { $0.record.copies != CopyRecord() }) else {
      return judged.indices.map { CopyGroups.Group(leader: $0, copies: []) }
    }
    let members = judged.map { CopyGroups.Member($0.record, score: $0.verdict.score) }
    return CopyGroups(ranked: members).groups
  }
}

extension Item {
  /// True if it shows an imagined scene, according to its catalogue.
  fileprivate var isImagined: Bool { kind == .imagined }
}

extension Verdict {
  /// The confidence as people read it.
  fileprivate var percent: Double { (confidence * 100).rounded() }
}

extension CopyGroups.Member {
  fileprivate init(_ record: ItemRecord, score: Double) {
    let item = record.item
    let isFile = if case .file = item.media { true } else { false }
    self.init(
      id: item.id, score: score, hasPicture: isFile, pose: item.pose, dates: item.date?.fuzzy,
      fingerprint: record.copies.fingerprint, originals: record.copies.originals)
  }
}
