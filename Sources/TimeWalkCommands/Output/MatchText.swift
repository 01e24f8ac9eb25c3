internal import TimeWalk

/// Matches as text for people.
enum MatchText {
  /// The ranked list, what nothing stands for, and the walk through time.
  static func lines(
    matches: [MatchReport], timeline: [MatchReport], noMatch: Double, era: EraReport?
  ) -> [String] {
    var lines: [String] = []
    if let era, let name = era.name { lines.append("\(name) is \(era.date).") }
    let what = era?.strict == true ? "of that era in the archive" : "in the archive"
    if matches.isEmpty {
      lines.append("Nothing \(what) shows this view.")
    } else {
      lines.append("The chance that nothing \(what) shows this view is \(percent(noMatch)).")
    }
    for (index, match) in matches.enumerated() {
      lines.append("")
      lines.append("\(index + 1). \(percent(match.confidence))  \(match.title)")
      lines.append("   \(match.reason)")
      let era = match.era.map { " (\($0) the era)" } ?? ""
      lines.append("   \(match.date ?? "undated")\(era), \(match.id)")
      if let copies = match.copies { lines.append("   copies: \(copies.joined(separator: ", "))") }
      if let link = match.rights.source ?? match.media?.url ?? match.media?.path {
        lines.append("   \(link)")
      }
    }
    if timeline.count > 1 {
      lines.append("")
      lines.append("Through time:")
      lines += timeline.map { match in
        "   \(match.period ?? "")  \(percent(match.confidence))  \(match.title), \(match.date ?? "")"
      }
    }
    return lines
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
