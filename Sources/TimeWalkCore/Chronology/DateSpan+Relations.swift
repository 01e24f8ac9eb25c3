/// Relations between spans; an end that is `nil` lies beyond every day.
extension DateSpan {
  /// Returns true if every day of another span is in this one.
  package func contains(_ other: DateSpan) -> Bool {
    let startsFirst = earliest.map { start in other.earliest.map { start <= $0 } ?? false } ?? true
    let endsLast = latest.map { end in other.latest.map { end >= $0 } ?? false } ?? true
    return startsFirst && endsLast
  }

  /// Returns true if both share a day.
  package func overlaps(_ other: DateSpan) -> Bool { gap(to: other) == 0 }

  /// The days that must pass to get from one span to the other: 0 when they share a day, 1 when
  /// they touch.
  package func gap(to other: DateSpan) -> Int {
    if let latest, let start = other.earliest, start > latest { return latest.distance(to: start) }
    if let earliest, let end = other.latest, end < earliest { return end.distance(to: earliest) }
    return 0
  }

  /// The number of days, both ends counted; `nil` when an end is open.
  package var length: Int? {
    guard let earliest, let latest else { return nil }
    let days = earliest.distance(to: latest)
    return days == .max ? days : days + 1
  }

  /// The day in the middle; the known end if the other is open; `nil` if both are open.
  package var middle: Day? {
    guard let earliest, let latest else { return earliest ?? latest }
    let (a, b) = (earliest.number, latest.number)
    return Day(number: (a >> 1) + (b >> 1) + (a & b & 1))
  }

  /// The shortest span that contains both.
  func union(_ other: DateSpan) -> DateSpan {
    var earliest: Day?
    var latest: Day?
    if let a = self.earliest, let b = other.earliest { earliest = min(a, b) }
    if let a = self.latest, let b = other.latest { latest = max(a, b) }
    // Two spans that don't end before they start have a union that doesn't either.
    return DateSpan(earliest: earliest, latest: latest) ?? self
  }
}

extension Day {
  /// The days from this one to a later one, at most `Int.max`.
  fileprivate func distance(to later: Day) -> Int {
    let (days, overflow) = later.number.subtractingReportingOverflow(number)
    return overflow ? .max : days
  }
}
