/// The first and the last day that an EDTF date names, without regard to its qualifiers.
struct EDTFDays: Hashable, Sendable {
  /// The first day.
  let first: Day
  /// The last day.
  let last: Day

  /// Finds them; throws when no day of the calendar has this shape.
  init(_ date: EDTFDate, text: String) throws(ChronologyError) {
    let years = EDTFDays.years(date.year)
    switch date.part {
    case .none:
      first = Day.first(ofYear: years.first)
      last = Day.last(ofYear: years.last)
    case .season(let season, _):
      first = Day.first(ofYear: years.first, month: season.months.lowerBound)
      last = Day.last(ofYear: years.last, month: season.months.upperBound)
    case .month(let month, _):
      let months = month.numbers(in: 1...12)
      first = Day.first(ofYear: years.first, month: months.first ?? 1)
      last = Day.last(ofYear: years.last, month: months.last ?? 12)
    case .day(let month, _, let day, _):
      let finder = DayFinder(months: month.numbers(in: 1...12), days: day.numbers(in: 1...31))
      guard let first = years.first(where: finder.first), let last = years.last(where: finder.last)
      else { throw ChronologyError(text: text, reason: finder.reason(years)) }
      self.first = first
      self.last = last
    }
  }

  /// The years that a year's digits leave open.
  private static func years(_ year: EDTFYear) -> Years {
    switch year {
    case .number(let number, _): Years(pattern: nil, isNegative: false, first: number, last: number)
    case .places(let pattern, false):
      Years(pattern: pattern, isNegative: false, first: pattern.least, last: pattern.greatest)
    case .places(let pattern, true):
      // Year 0 has no minus, so -000X ends with -1.
      Years(
        pattern: pattern, isNegative: true, first: -pattern.greatest, last: -max(1, pattern.least))
    }
  }
}

/// The years of a pattern, at most 10,000.
private struct Years {
  let pattern: DigitPattern?
  let isNegative: Bool
  let first: Int
  let last: Int

  /// The first thing that is found in one of them, the earliest year first.
  func first(where find: (Int) -> Day?) -> Day? {
    for year in stride(from: first, through: last, by: 1) where contains(year) {
      if let day = find(year) { return day }
    }
    return nil
  }

  /// The first thing that is found in one of them, the latest year first.
  func last(where find: (Int) -> Day?) -> Day? {
    for year in stride(from: last, through: first, by: -1) where contains(year) {
      if let day = find(year) { return day }
    }
    return nil
  }

  private func contains(_ year: Int) -> Bool {
    pattern?.matches(isNegative ? -year : year) ?? true
  }
}

/// Finds days of some shape within a year.
private struct DayFinder {
  let months: [Int]
  let days: [Int]

  func first(inYear year: Int) -> Day? {
    for month in months {
      for day in days {
        if let found = Day(year: year, month: month, day: day) { return found }
      }
    }
    return nil
  }

  func last(inYear year: Int) -> Day? {
    for month in months.reversed() {
      for day in days.reversed() {
        if let found = Day(year: year, month: month, day: day) { return found }
      }
    }
    return nil
  }

  func reason(_ years: Years) -> String {
    guard let month = months.first, let day = days.first, months.count == 1 else {
      return "no month has such a day"
    }
    let name = "\(day) \(Day.englishMonths[month - 1])"
    return day == 29 && years.first == years.last
      ? "\(name) \(years.first) does not exist" : "\(name) does not exist"
  }
}
