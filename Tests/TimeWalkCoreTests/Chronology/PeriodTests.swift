import Testing
import TimeWalkCore

@Suite("Period")
struct PeriodTests {
  @Test(
    "a date belongs to the decade or century of its middle",
    arguments: [
      ("1911-05-26", "1910s"), ("1890", "1890s"), ("1899-12-31", "1890s"), ("1900", "1900s"),
      ("190X", "1900s"), ("1905/1914", "1900s"), ("1905/1915", "1910s"), ("1890/1909", "1890s"),
      ("1890/1911", "20th century"), ("18XX", "19th century"), ("1XXX", "15th century"),
      ("16XX/18XX", "18th century"), ("1925/..", "1920s"), ("../1925", "1920s"),
      ("/1925", "1920s"), ("1911~", "1910s"), ("20XX", "21st century"), ("0001", "0s"),
      ("11XX", "12th century"), ("01XX", "2nd century"), ("02XX", "3rd century"),
      ("0000", "1st century BCE"), ("-0099", "1st century BCE"), ("-0100", "2nd century BCE"),
      ("-01XX", "2nd century BCE"), ("Y12345", "12340s"),
    ])
  func label(date: String, label: String) throws {
    let period = try #require(Period(of: try CaptureDate(edtf: date).strict))
    #expect(period.description == label)
  }

  @Test("a date without any known end has none")
  func unknown() throws {
    #expect(Period(of: try CaptureDate(edtf: "../..").strict) == nil)
  }

  @Test("periods are sorted oldest first, a century before its first decade")
  func order() throws {
    let dates = ["1911", "18XX", "-0100", "1805", "17XX", "1899", "19XX", "1901"]
    let labels = try dates.compactMap { Period(of: try CaptureDate(edtf: $0).strict) }.sorted()
    #expect(
      labels.map(\.description) == [
        "2nd century BCE", "18th century", "19th century", "1800s", "1890s", "20th century",
        "1900s", "1910s",
      ])
  }

  @Test(
    "every year from -2000 to 3000 is in its own period, and a later year is never in an earlier one"
  )
  func everyYear() throws {
    var before: Period?
    for year in -2000...3000 {
      let start = try #require(Day(year: year, month: 1, day: 1))
      let end = try #require(Day(year: year, month: 12, day: 31))
      let span = try #require(DateSpan(earliest: start, latest: end))
      let period = try #require(Period(of: span))
      #expect(period.span?.contains(span) == true, "\(year)")
      if let before { #expect(before <= period, "\(year)") }
      before = period
    }
  }
}
