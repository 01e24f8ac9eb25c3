/// A day of the proleptic Gregorian calendar, as a count; spans of any age compare as integers.
package struct Day: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01.
  package let number: Int

  /// Makes a day from its number of days since 1970-01-01.
  package init(number: Int) { self.number = number }

  /// Makes the day, in UTC, of a clock's seconds since 1970-01-01.
  ///
  /// A clock can return anything: NaN is 1970-01-01, and values beyond the calendar are its first
  /// or last day.
  package init(secondsSince1970 seconds: Double) {
    let days = (seconds / 86_400).rounded(.down)
    let bound = Double(Day.greatestYear) * 366
    self.init(number: days.isNaN ? 0 : Int(max(-bound, min(bound, days))))
  }

  /// Makes a day from its parts; `nil` when the calendar has no such day.
  ///
  /// Years are astronomical: 0 is 1 BCE, -1 is 2 BCE. Days are counted with the algorithm of
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (`days_from_civil`).
  package init?(year: Int, month: Int, day: Int) {
    guard year.magnitude <= Day.greatestYear.magnitude, (1...12).contains(month), day >= 1,
      day <= Day.count(ofMonth: month, year: year)
    else { return nil }
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// The day's year.
  ///
  /// From March of the year 0 to the year 32,000 with two multiplications. Source: Neri and
  /// Schneider, "Euclidean affine functions and their application to calendar algorithms" (2022),
  /// section 6.
  package var year: Int {
    guard let shifted = UInt32(exactly: number &+ 719_468), shifted < 11_687_760 else {
      return parts.year
    }
    let quarters = 4 * shifted + 3
    let (century, rest) = quarters.quotientAndRemainder(dividingBy: 146_097)
    let product = UInt64(rest / 4 * 4 + 3) * 2_939_745
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    // Years are counted from March.
    return Int(100 * century + UInt32(product >> 32)) + (dayOfYear >= 306 ? 1 : 0)
  }

  /// The day's year, month and day of the month.
  package var parts: (year: Int, month: Int, day: Int) {
    // Whole eras of 400 years are subtracted first, which avoids an overflow.
    let (eras, rest) = number.quotientAndRemainder(dividingBy: 146_097)
    let z = rest + 719_468
    let shiftedEras = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - shiftedEras * 146_097
    let era = eras + shiftedEras
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The year and the share of it that has passed, for instance 2026.5.
  package var decimalYear: Double {
    let year = year
    let start = Day.start(ofYear: year)
    return Double(year) + Double(number - start) / Double(Day.start(ofYear: year + 1) - start)
  }

  /// `YYYY-MM-DD` with at least four digits of year and a minus for years before 0.
  package var description: String {
    let (year, month, day) = parts
    let digits = String(year.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return (year < 0 ? "-" : "") + padded + "-" + Day.two(month) + "-" + Day.two(day)
  }

  /// The number of days in a month of the proleptic Gregorian calendar.
  package static func count(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Orders by time.
  package static func < (a: Day, b: Day) -> Bool { a.number < b.number }

  private static func start(ofYear year: Int) -> Int {
    Day(year: year, month: 1, day: 1)?.number ?? 0
  }

  private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
}
