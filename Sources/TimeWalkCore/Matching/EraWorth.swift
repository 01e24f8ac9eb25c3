/// The weight of a date in the ranking for a requested era.
///
/// A date near the era loses half of its weight: the same view of one year before stays above a
/// doubtful view of the era. Beyond, the weight falls with the square of the gap, to about 0.1 % at
/// a hundred years. Images of another age therefore rank behind all images of the era, even with a
/// perfect fit.
extension MatchWeights {
  /// The worth of a date, of a set the worth of the member that suits the era best; 0...1.
  package func worth(of date: CaptureDate?, in era: Era) -> Double {
    let relation = era.relation(to: date)
    guard relation == .outside, let date else { return worth(of: relation, nil, in: era) }
    return date.members.map { worth(of: .outside, $0, in: era) }.max() ?? eraUnknown
  }

  /// The weight of a candidate; for a set, that of its whole span.
  func worth(of index: Int, among candidates: Candidates, in era: Era) -> Double {
    worth(of: candidates.relation(of: index, to: era), candidates.dates(at: index), in: era)
  }

  private func worth(of relation: EraRelation?, _ dates: DateSpan?, in era: Era) -> Double {
    switch relation {
    case .within: return eraWithin
    case .overlaps: return eraOverlaps
    case .near: return eraNear
    case .outside:
      guard let dates else { return 0 }
      let gap = Double(era.span.gap(to: dates))
      let share = gap > 0 ? min(Double(Era.nearGap(for: dates)) / gap, 1) : 1
      return eraNear * share * share
    case nil: return eraUnknown
    }
  }
}
