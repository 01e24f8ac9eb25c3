internal import TimeWalkArchive
internal import TimeWalkCore

/// The judge's answer with copies of one picture put together.
struct Gathering {
  /// A picture: the place of the verdict that stands for it, and the names of its other copies,
  /// best first.
  struct Picture {
    var shown: Int
    var copies: [ItemID]
  }

  /// The verdicts whose items the archive still has, best first, and these items.
  var known: [(verdict: Verdict, record: ItemRecord)] = []
  /// Best first; a picture stands here once.
  var matches: [Picture] = []
  /// The best picture of each period, oldest first; a picture stands here once.
  var timeline: [Picture] = []
  /// As the judge said it: copies of what is there change nothing about whether it is there.
  var noMatch = 1.0

  /// Orders the verdicts anew by what their dates are worth for an era.
  ///
  /// The judge knows the span of a set of dates only, the item its members: of `{1605,1885}` none
  /// is of 1700.
  mutating func rank(by era: Era, _ weights: MatchWeights) {
    for index in known.indices {
      let date = known[index].record.item.date
      guard date.map({ $0.members.count > 1 }) ?? false else { continue }
      let worth = weights.worth(of: date, in: era)
      guard let before = known[index].verdict.parts.era, before > 0, worth < before else {
        continue
      }
      known[index].verdict.score *= worth / before
      known[index].verdict.parts.era = worth
    }
    // Of equal scores the order stays.
    known = known.enumerated().sorted { a, b in
      let (one, other) = (a.element.verdict.score, b.element.verdict.score)
      return one != other ? one > other : a.offset < b.offset
    }.map(\.element)
  }
}

extension Walker {
  /// How many verdicts are asked for at least, so that a short answer knows the copies of its
  /// pictures as well.
  private static let leastVerdicts = MatchRequest.usualLimit
  /// How many verdicts are asked for at most for each match that is wanted, to fill the places of
  /// copies.
  private static let mostVerdictsForEach = 16

  /// Judges the candidates and puts copies together; asks again for more while copies leave places
  /// empty.
  func gather(
    _ query: MatchQuery, candidates: Candidates, from archive: any HistoricalArchive
  ) throws(ArchiveError) -> Gathering {
    var query = query
    let limit = query.limit
    query.limit = max(limit, Walker.leastVerdicts)
    let most = min(limit * Walker.mostVerdictsForEach, 2 * MatchRequest.limits.upperBound)
    var judgement = matcher.judge(query, candidates: candidates)
    let noMatch = judgement.noMatch
    var gathering = try gather(judgement, of: query.era, from: archive)
    while gathering.matches.count < limit, judgement.verdicts.count == query.limit,
      query.limit < most
    {
      query.limit = min(most, 2 * query.limit)
      judgement = matcher.judge(query, candidates: candidates)
      gathering = try gather(judgement, of: query.era, from: archive)
    }
    gathering.noMatch = noMatch
    return gathering
  }

  private func gather(
    _ judgement: Judgement, of era: Era?, from archive: any HistoricalArchive
  ) throws(ArchiveError) -> Gathering {
    let ranked = Set(judgement.verdicts.map(\.key))
    // The best of a period may rank too low to be among the verdicts.
    let others = judgement.timeline.filter { !ranked.contains($0.key) }
      .sorted { ($0.score, $1.key) > ($1.score, $0.key) }
    let verdicts = judgement.verdicts + others
    let keys = verdicts.map(\.key).sorted()
    var records = try archive.records(keys: keys)
    var gathering = Gathering()
    gathering.known.reserveCapacity(verdicts.count)
    for verdict in verdicts {
      // An item that went since the candidates were read is no match.
      guard let record = records.removeValue(forKey: verdict.key) else { continue }
      gathering.known.append((verdict, record))
    }
    if let era { gathering.rank(by: era, matcher.weights) }
    gathering.preferRealViews()
    let known = gathering.known
    var periods: Set<Period> = []
    for group in Walker.groups(of: known) {
      let all = [group.leader] + group.copies
      func picture(_ shown: Int) -> Gathering.Picture {
        Gathering.Picture(
          shown: shown,
          copies: group.copies.isEmpty
            ? [] : all.filter { $0 != shown }.map { known[$0].record.item.id })
      }
      if all.contains(where: { ranked.contains(known[$0].verdict.key) }) {
        gathering.matches.append(picture(group.leader))
      }
      // An undated copy may stand for the picture in the list, but not in a period.
      let dated = all.first { known[$0].verdict.period != nil }
      if let dated, let period = known[dated].verdict.period, periods.insert(period).inserted {
        gathering.timeline.append(picture(dated))
      }
    }
    gathering.timeline.sort { a, b in
      guard let one = known[a.shown].verdict.period, let other = known[b.shown].verdict.period
      else { return false }
      return one < other
    }
    return gathering
  }

  /// Which verdicts are about copies of one picture.
  private static func groups(
    of known: [(verdict: Verdict, record: ItemRecord)]
  ) -> [CopyGroups.Group] {
    // Of most answers nobody knows anything of copies.
    guard known.contains(where: { $0.record.copies != CopyRecord() }) else {
      return known.indices.map { CopyGroups.Group(leader: $0, copies: []) }
    }
    let members = known.map { CopyGroups.Member($0.record, score: $0.verdict.score) }
    return CopyGroups(ranked: members).groups
  }
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
