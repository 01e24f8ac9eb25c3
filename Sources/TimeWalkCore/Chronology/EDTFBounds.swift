/// The days that an EDTF expression may mean.
struct EDTFBounds: Hashable, Sendable {
  /// With qualifiers and significant digits taken at their word.
  var strict: DateSpan
  /// Widened by them.
  var fuzzy: DateSpan

  /// The maximum distance in years of an interval's unknown end from its known one.
  static let yearsToUnknownEnd = 10

  /// Bounds of an expression; throws the reason if it is impossible, with `text` for the error.
  init(_ expression: EDTFExpression, text: String) throws(ChronologyError) {
    switch expression {
    case .date(let date): self = try EDTFBounds(date, text: text)
    case .interval(let start, let end):
      self = try EDTFBounds(from: start, to: end, text: text)
    case .set(let members):
      self = try EDTFBounds(unionOf: members, text: text)
    }
  }

  /// Makes bounds from their spans.
  init(strict: DateSpan, fuzzy: DateSpan) {
    self.strict = strict
    self.fuzzy = fuzzy
  }

  private init(
    from start: EDTFEnd, to end: EDTFEnd, text: String
  ) throws(ChronologyError) {
    let first = try EDTFBounds.bounds(start, text: text)
    let last = try EDTFBounds.bounds(end, text: text)
    var (strictFirst, fuzzyFirst) = (first?.strict.earliest, first?.fuzzy.earliest)
    var (strictLast, fuzzyLast) = (last?.strict.latest, last?.fuzzy.latest)
    // A vague known end (`19XX/`) may be farther off than those ten years.
    if start == .unknown, let last {
      strictFirst = EDTFBounds.least(
        strictLast?.moved(years: -EDTFBounds.yearsToUnknownEnd), last.strict.earliest)
      fuzzyFirst = strictFirst
    }
    if end == .unknown, let first {
      strictLast = EDTFBounds.greatest(
        strictFirst?.moved(years: EDTFBounds.yearsToUnknownEnd), first.strict.latest)
      fuzzyLast = strictLast
    }
    guard let strict = DateSpan(earliest: strictFirst, latest: strictLast),
      let fuzzy = DateSpan(earliest: fuzzyFirst, latest: fuzzyLast)
    else { throw ChronologyError(text: text, reason: "the interval ends before it starts") }
    self.init(strict: strict, fuzzy: fuzzy)
  }

  private static func least(_ a: Day?, _ b: Day?) -> Day? {
    [a, b].compactMap { $0 }.min()
  }

  private static func greatest(_ a: Day?, _ b: Day?) -> Day? {
    [a, b].compactMap { $0 }.max()
  }

  private static func bounds(
    _ end: EDTFEnd, text: String
  ) throws(ChronologyError) -> EDTFBounds? {
    guard case .date(let date) = end else { return nil }
    return try EDTFBounds(date, text: text)
  }

  private init(unionOf members: [EDTFMember], text: String) throws(ChronologyError) {
    let all = try EDTFBounds.each(of: members, text: text)
    guard var union = all.first else { throw ChronologyError(text: text, reason: "it is empty") }
    for next in all.dropFirst() {
      union.strict = union.strict.union(next.strict)
      union.fuzzy = union.fuzzy.union(next.fuzzy)
    }
    self = union
  }

  /// The bounds of each member of a set.
  static func each(
    of members: [EDTFMember], text: String
  ) throws(ChronologyError) -> [EDTFBounds] {
    var all: [EDTFBounds] = []
    for member in members {
      switch member {
      case .date(let date): all.append(try EDTFBounds(date, text: text))
      case .range(let first, let last):
        all.append(
          try EDTFBounds(
            from: first.map { .date($0) } ?? .open, to: last.map { .date($0) } ?? .open, text: text)
        )
      }
    }
    return all
  }

  private init(_ date: EDTFDate, text: String) throws(ChronologyError) {
    let days = try EDTFDays(date, text: text)
    let (years, months, dayCount) = EDTFBounds.padding(date)
    var first = days.first.moved(years: -years, months: -months, days: -dayCount)
    var last = days.last.moved(years: years, months: months, days: dayCount)
    if case .number(let year, let digits?) = date.year {
      let block = EDTFBounds.block(of: year, significantDigits: digits)
      first = min(first, Day.first(ofYear: block.lowerBound - years))
      last = max(last, Day.last(ofYear: block.upperBound + years))
    }
    guard let strict = DateSpan(earliest: days.first, latest: days.last),
      let fuzzy = DateSpan(earliest: min(first, days.first), latest: max(last, days.last))
    else { throw ChronologyError(text: text, reason: "it ends before it starts") }
    self.init(strict: strict, fuzzy: fuzzy)
  }

  /// The possible error of each qualified part: its own unit, twice that for `%`.
  ///
  /// The unit of a year is the range of its unspecified digits: 10 years for `192X`. A wholly
  /// unspecified month or day has no error.
  private static func padding(_ date: EDTFDate) -> (years: Int, months: Int, days: Int) {
    let years = date.yearQualifier.units * unit(of: date.year)
    switch date.part {
    case .none: return (years, 0, 0)
    case .season(let season, let qualifier): return (years, season.length * qualifier.units, 0)
    case .month(let month, let qualifier):
      return (years, month.unspecifiedAtEnd == 2 ? 0 : qualifier.units, 0)
    case .day(let month, let monthQualifier, let day, let dayQualifier):
      return (
        years, month.unspecifiedAtEnd == 2 ? 0 : monthQualifier.units,
        day.unspecifiedAtEnd == 2 ? 0 : dayQualifier.units
      )
    }
  }

  private static func unit(of year: EDTFYear) -> Int {
    switch year {
    case .places(let pattern, _): power(of10: pattern.unspecifiedAtEnd)
    case .number(let year, let digits?): block(of: year, significantDigits: digits).count
    case .number(_, nil): 1
    }
  }

  /// The years that share a year's first digits.
  private static func block(of year: Int, significantDigits digits: Int) -> ClosedRange<Int> {
    let magnitude = abs(year)
    let width = power(of10: String(magnitude).count - digits)
    let low = magnitude / width * width
    return year < 0 ? -(low + width - 1)...(-low) : low...(low + width - 1)
  }

  private static func power(of10 exponent: Int) -> Int {
    (0..<max(0, exponent)).reduce(1) { power, _ in power * 10 }
  }
}
