/// Steps and edges of the calendar.
extension Day {
  /// The greatest year, before or after 0, that has days; far beyond the age of the universe.
  package static let greatestYear = 1_000_000_000_000

  /// The day that lies some years and months, then some days, from this one.
  ///
  /// If the month reached is too short, its last day counts; years beyond `greatestYear` are
  /// clamped to it.
  package func moved(years: Int, months: Int = 0, days: Int = 0) -> Day {
    let from = parts
    let bound = Day.greatestYear * 12
    let moved = from.year * 12 + from.month - 1
    let step = max(-bound, min(bound, years)) * 12 + max(-bound, min(bound, months))
    let total = max(-bound, min(bound + 11, moved + step))
    let year = (total >= 0 ? total : total - 11) / 12
    let month = total - year * 12 + 1
    let day = min(from.day, Day.count(ofMonth: month, year: year))
    let reached = Day(year: year, month: month, day: day) ?? self
    return Day(number: reached.number + max(-bound, min(bound, days)))
  }

  /// The first day of a year's month; years beyond `greatestYear` are taken as that.
  static func first(ofYear year: Int, month: Int = 1) -> Day {
    let year = max(-greatestYear, min(greatestYear, year))
    return Day(year: year, month: month, day: 1) ?? Day(number: 0)
  }

  /// The last day of a year's month; years beyond `greatestYear` are taken as that.
  static func last(ofYear year: Int, month: Int = 12) -> Day {
    let year = max(-greatestYear, min(greatestYear, year))
    return Day(year: year, month: month, day: count(ofMonth: month, year: year)) ?? Day(number: 0)
  }

  /// The months' English names, January first.
  static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// Reading.
extension Day {
  /// Reads the format of `description`: `YYYY-MM-DD`, with a minus before years below 0 and more
  /// digits for years beyond 9999.
  ///
  /// `nil` for anything else, also for spaces around it.
  package init?(isoText: String) {
    let bytes = Array(isoText.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    let fields = bytes.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard fields.count == 3, (4...13).contains(fields[0].count), fields[1].count == 2,
      fields[2].count == 2, fields[0].count == 4 || fields[0].first != UInt8(ascii: "0")
    else { return nil }
    var numbers: [Int] = []
    for field in fields {
      guard field.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(String(decoding: field, as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    if isNegative && numbers[0] == 0 { return nil }
    self.init(year: isNegative ? -numbers[0] : numbers[0], month: numbers[1], day: numbers[2])
  }
}
