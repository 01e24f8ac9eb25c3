import Testing
import TimeWalkCore
import TimeWalkTestSupport

@Suite("Day")
struct DayTests {
  @Test(
    "known days have known numbers",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11017), ("1600-01-01", -135_140),
      ("0000-03-01", -719_468), ("0001-01-01", -719_162), ("2026-11-21", 20_778),
    ])
  func known(text: String, number: Int) throws {
    let day = try #require(Day(isoText: text))
    #expect(day.number == number)
    #expect(day.description == text)
  }

  @Test("counting day by day from year -1200 to 2800 gives the same parts, in order")
  func stepwise() throws {
    var (year, month, day) = (-1200, 1, 1)
    var number = try #require(Day(year: year, month: month, day: day)).number
    while year < 2800 {
      let made = Day(year: year, month: month, day: day)
      guard made?.number == number, Day(number: number).parts == (year, month, day),
        Day(number: number).year == year
      else {
        Issue.record("\(year)-\(month)-\(day) is number \(number), not \(String(describing: made))")
        return
      }
      number += 1
      day += 1
      let isLeap =
        year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test("The quick way to a year ends where it would no longer be right")
  func years() {
    let first = -719_468
    for number in [
      first - 1, first, first + 305, first + 306, first + 11_687_759, first + 11_687_760,
    ] {
      #expect(Day(number: number).year == Day(number: number).parts.year)
    }
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<20_000 {
      let day = Day(number: Int.random(in: first - 1000...first + 11_700_000, using: &generator))
      #expect(day.year == day.parts.year)
    }
  }

  @Test("days far away and back are the same", arguments: [Int.min, Int.max, 0, -1, 146_097])
  func extremes(number: Int) {
    var generator = SeededGenerator(seed: 14)
    let parts = Day(number: number).parts
    #expect((1...12).contains(parts.month) && (1...31).contains(parts.day))
    #expect(Day(number: number).year == parts.year)
    for _ in 0..<1000 {
      let far = Day(
        number: Int.random(in: -300_000_000_000_000...300_000_000_000_000, using: &generator))
      let parts = far.parts
      #expect(Day(year: parts.year, month: parts.month, day: parts.day) == far)
      if parts.year.magnitude < 10_000_000_000 { #expect(Day(isoText: far.description) == far) }
    }
  }

  @Test(
    "no day is made of impossible parts",
    arguments: [
      (1911, 2, 29), (1900, 2, 29), (1911, 13, 1), (1911, 0, 1), (1911, 4, 31), (1911, 4, 0),
      (Int.min, 1, 1), (Int.max, 1, 1), (1911, Int.min, Int.max),
    ])
  func impossible(year: Int, month: Int, day: Int) {
    #expect(Day(year: year, month: month, day: day) == nil)
  }

  @Test(
    "text of another shape isn't a day",
    arguments: [
      "", "1911", "1911-05", "1911-5-26", "1911-05-26 ", "911-05-26", "01911-05-26", "-0000-01-01",
      "1911-05-2６", "1911-02-29", "1911-05-26T00:00:00", "--1911-05-26", "99999999999999-01-01",
      "+1911-05-26",
    ])
  func shape(text: String) { #expect(Day(isoText: text) == nil) }

  @Test(
    "moving by months stops at the end of a short one",
    arguments: [
      ("1912-02-29", 1, 0, 0, "1913-02-28"), ("1911-01-31", 0, 1, 0, "1911-02-28"),
      ("1911-03-31", 0, -1, 1, "1911-03-01"), ("1911-01-01", -1, -1, -1, "1909-11-30"),
      ("0000-01-01", 0, -1, 0, "-0001-12-01"), ("1911-05-26", 0, 0, 365, "1912-05-25"),
    ])
  func moved(text: String, years: Int, months: Int, days: Int, result: String) throws {
    let day = try #require(Day(isoText: text))
    #expect(day.moved(years: years, months: months, days: days).description == result)
  }

  @Test("moving beyond all years stops there")
  func movedFar() throws {
    let day = try #require(Day(isoText: "1911-05-26"))
    #expect(day.moved(years: .max).parts.year == Day.greatestYear)
    #expect(day.moved(years: .min, months: .min).parts.year == -Day.greatestYear)
    #expect(Day(number: .max).moved(years: 1, months: .max).parts.year == Day.greatestYear)
  }
}

@Suite("The day of a clock")
struct ClockDayTests {
  @Test(
    "Any number of seconds is a day",
    arguments: [
      (0, "1970-01-01"), (86_399.9, "1970-01-01"), (86_400, "1970-01-02"), (-0.1, "1969-12-31"),
      (251_792_920_008, "9948-12-31"), (.nan, "1970-01-01"),
    ] as [(Double, String)])
  func days(seconds: Double, text: String) {
    #expect(Day(secondsSince1970: seconds).description == text)
  }

  @Test(
    "Days beyond the calendar are its end",
    arguments: [.infinity, -.infinity, 1e300, -1e300, Double(Int.max)])
  func ends(seconds: Double) {
    let day = Day(secondsSince1970: seconds)
    #expect(abs(day.year) >= 292_000_000_000 && (day.year > 0) == (seconds > 0))
    #expect(day.decimalYear.isFinite || day.decimalYear.isInfinite || day.decimalYear.isNaN)
  }
}
