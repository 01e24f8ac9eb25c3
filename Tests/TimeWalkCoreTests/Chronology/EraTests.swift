import Testing
import TimeWalkCore

@Suite("Era")
struct EraTests {
  @Test(
    "a date's relation to an era has its usual meaning",
    arguments: [
      ("1890/1930", "1911-05-26", EraRelation.within),
      ("1890/1930", "1890/1930", .within),
      ("1890/1930", "192X", .within),
      ("1890/1930", "1930~", .within),
      ("1890/1930", "189X/194X", .overlaps),
      ("1890/1930", "19XX", .overlaps),
      ("1911-05", "1911", .overlaps),
      ("1890/1930", "1925/..", .overlaps),
      ("1890/..", "1925/..", .within),
      ("../..", "1600", .within),
      ("1890/1930", "1931", .near),
      ("1890/1930", "1935-12-30", .near),
      ("1890/1930", "1936", .outside),
      ("1890/1930", "1885-01-02", .near),
      ("1890/1930", "1884", .outside),
      ("1905/1910", "189X", .near),
      ("1910/1915", "189X", .outside),
      ("1890/1930", "194X~", .near),
      ("1890/1930", "1953S2", .near),
      ("1890/1930", "1950/..", .outside),
      ("1890/1930", "../1888", .near),
      ("1890/1930", "../1850", .outside),
      ("1820", "16XX/17XX", .near),
      ("1890/1930", "{1905,1924}", .within),
      ("1914/1915", "{1905,1924}", .outside),
      ("1914/1918", "{1905,1924}", .outside),
      ("1920/1922", "{1905,1924}", .near),
      ("1920/1930", "{1905,1924}", .overlaps),
      ("1914/1915", "[1905..1924, 1950]", .overlaps),
      ("1890/1930", "[..1850, 1960..]", .outside),
      ("1830", "16XX/17XX", .outside),
    ])
  func relation(era: String, date: String, relation: EraRelation) throws {
    #expect(try Era(edtf: era).relation(to: CaptureDate(edtf: date)) == relation)
  }

  @Test(
    "a date without a year says nothing about an era", arguments: ["XXXX-06", "XXXX-02-29", "XXXX"])
  func yearless(edtf: String) throws {
    let date = try CaptureDate(edtf: edtf)
    let era = try Era(edtf: "1900/1910")
    #expect(date.isYearless && date.searchSpans.strict.earliest == nil)
    #expect(era.relation(to: date) == nil && era.gap(to: date) == nil && !era.isShared(by: date))
    #expect(try !CaptureDate(edtf: "1XXX").isYearless)
  }

  @Test("a date that is unknown has no relation")
  func unknown() throws {
    let era = try Era(edtf: "1890/1930")
    #expect(era.relation(to: nil) == nil)
    #expect(try era.relation(to: CaptureDate(edtf: "../..")) == nil)
  }

  @Test("a date is never farther from a longer era than from a shorter one in it")
  func monotone() throws {
    let order = EraRelation.allCases
    for middle in stride(from: 1700, through: 2000, by: 7) {
      for date in ["1911-05-26", "189X", "1850~", "19XX%", "1925/..", "/1880", "[1840, 1960]"] {
        var before = order.count
        for half in 0...40 {
          let era = try Era(edtf: "\(middle - half)/\(middle + half)")
          let relation = try #require(try era.relation(to: CaptureDate(edtf: date)))
          let rank = try #require(order.firstIndex(of: relation))
          #expect(rank <= before, "\(date) and \(era.date.edtf)")
          before = rank
        }
      }
    }
  }

  @Test("spans of the greatest length are compared without overflow")
  func extremes() throws {
    let era = try Era(edtf: "1890/1930")
    let all = try #require(DateSpan(earliest: Day(number: .min), latest: Day(number: .max)))
    let start = try #require(DateSpan(earliest: Day(number: .min), latest: Day(number: .min)))
    #expect(era.relation(toStrict: all, fuzzy: all) == .overlaps)
    #expect(era.relation(toStrict: start, fuzzy: start) == .outside)
    #expect(all.length == .max)
    #expect(all.middle == Day(number: -1))
  }
}

@Suite("DateSpan")
struct DateSpanTests {
  @Test(
    "the gap is the days from one span to the other, and the same both ways",
    arguments: [
      ("1911", "1912", 1), ("1911", "1911-05", 0), ("1911-05-26", "1911-05-29", 3),
      ("../1910", "1911", 1), ("1911/..", "../1911-01-01", 0), ("1911/..", "../1910-12-30", 2),
      ("../..", "1911", 0),
    ])
  func gap(a: String, b: String, days: Int) throws {
    let (a, b) = (try CaptureDate(edtf: a).strict, try CaptureDate(edtf: b).strict)
    #expect(a.gap(to: b) == days)
    #expect(b.gap(to: a) == days)
    #expect(a.overlaps(b) == (days == 0))
  }

  @Test("an open span is contained only in one that is open on that side")
  func contains() throws {
    let all = try CaptureDate(edtf: "../..").strict
    let after = try CaptureDate(edtf: "1911/..").strict
    let year = try CaptureDate(edtf: "1911").strict
    #expect(all.contains(after) && after.contains(year) && year.contains(year))
    #expect(!after.contains(all) && !year.contains(after))
    #expect(after.length == nil && year.length == 365)
  }
}
