/// The span of time of a query, given as EDTF.
package struct Era: Hashable, Sendable {
  /// The date that was given.
  package let date: CaptureDate

  /// Reads an EDTF date or interval, for instance `1890/1930`.
  package init(edtf: String) throws(ChronologyError) {
    date = try CaptureDate(edtf: edtf)
  }

  /// Makes the era of a date.
  package init(_ date: CaptureDate) {
    self.date = date
  }

  /// The requested days.
  package var span: DateSpan { date.strict }
}

/// The relation of an item's date to an era, from best to worst.
package enum EraRelation: String, Hashable, Sendable, CaseIterable {
  /// All days of the date are in the era.
  case within
  /// Some of the days that it names are.
  case overlaps
  /// No day is in the era, but the date's loose span overlaps it or lies near.
  case near
  /// The date lies elsewhere.
  case outside
}

extension Era {
  /// The gap that is near for any date: five years, in days.
  package static let nearestDays = 1826
  /// The gap that is near for the vaguest date: twenty-five years, a generation, in days.
  package static let farthestDays = 9131

  /// The relation of a date to this era; `nil` without a date, also for a date without days
  /// (`../..`) or without a year (`XXXX-06`).
  ///
  /// Each member of a set counts individually: `{1905,1924}` is outside `1914/1915`, and within an
  /// era only when all members are.
  package func relation(to date: CaptureDate?) -> EraRelation? {
    guard let date, !date.isYearless else { return nil }
    let whole = relation(toStrict: date.strict, fuzzy: date.fuzzy)
    if whole == .within || whole == .outside { return whole }
    let each = date.memberBounds.compactMap { relation(toStrict: $0.strict, fuzzy: $0.fuzzy) }
    if each.contains(.within) || each.contains(.overlaps) { return .overlaps }
    return each.contains(.near) ? .near : each.isEmpty ? nil : .outside
  }

  /// The days between this era and a date, for a set to its nearest member: 0 for an overlap.
  ///
  /// `nil` without a date, or for one without days or without a year.
  package func gap(to date: CaptureDate?) -> Int? {
    guard let date, !date.isYearless else { return nil }
    return date.members.filter { $0.earliest != nil || $0.latest != nil }.map { span.gap(to: $0) }
      .min()
  }

  /// Returns true if a date, or a member of its set, has a day of this era, without widening by
  /// qualifiers.
  ///
  /// A strict search uses this; `nil` and a date without days do not overlap.
  package func isShared(by date: CaptureDate?) -> Bool {
    let relation = relation(to: date)
    return relation == .within || relation == .overlaps
  }

  /// The relation of a pair of spans to this era; `nil` when neither end of `strict` is known.
  ///
  /// A gap is near if it is at most five years, or at most the date's own strict span, which
  /// measures how little is known (`189X` is near 1905). Beyond twenty-five years this doesn't
  /// apply: `1600/1800` is not near 1950.
  package func relation(toStrict strict: DateSpan, fuzzy: DateSpan) -> EraRelation? {
    if strict.earliest == nil && strict.latest == nil { return nil }
    if span.contains(strict) { return .within }
    let gap = span.gap(to: strict)
    if gap == 0 { return .overlaps }
    if span.overlaps(fuzzy) { return .near }
    return gap <= Era.nearGap(for: strict) ? .near : .outside
  }

  /// The gap, in days, that is near for a date's strict span.
  static func nearGap(for strict: DateSpan) -> Int {
    max(nearestDays, min(strict.length ?? 0, farthestDays))
  }
}
