internal import TimeWalkCore

extension Found {
  /// The matches and the timeline as they are written.
  var reports: (matches: [MatchReport], timeline: [MatchReport]) {
    let reports = items.map { MatchReport($0) }
    func report(_ match: FoundMatch) -> MatchReport {
      var report = reports[match.place]
      if !match.copies.isEmpty { report.copies = match.copies.map(\.description) }
      report.period = match.period
      return report
    }
    return (matches.map(report), timeline.map(report))
  }
}
