import Testing
import TimeWalkCore

/// An EDTF text with the days that it means, each pair as `first first-fuzzy`.
struct EDTFExample: Sendable, CustomTestStringConvertible {
  let text: String
  let strict: String
  let fuzzy: String

  init(_ text: String, _ strict: String, _ fuzzy: String? = nil) {
    self.text = text
    self.strict = strict
    self.fuzzy = fuzzy ?? strict
  }

  var testDescription: String { text }
}

/// A span as the tables of these tests write it, with `..` for an open end.
func written(_ span: DateSpan) -> String {
  let first = span.earliest.map(String.init(describing:)) ?? ".."
  let last = span.latest.map(String.init(describing:)) ?? ".."
  return first == last && first != ".." ? first : "\(first) \(last)"
}

@Suite("EDTF")
struct EDTFTests {
  @Test(
    "dates mean these days",
    arguments: [
      EDTFExample("1911", "1911-01-01 1911-12-31"),
      EDTFExample("1911-05", "1911-05-01 1911-05-31"),
      EDTFExample("1911-05-26", "1911-05-26"),
      EDTFExample("1912-02", "1912-02-01 1912-02-29"),
      EDTFExample("1900-02", "1900-02-01 1900-02-28"),
      EDTFExample("2000-02-29", "2000-02-29"),
      EDTFExample("0000-02-29", "0000-02-29"),
      EDTFExample("-0004-02-29", "-0004-02-29"),
      EDTFExample("-0043-03-15", "-0043-03-15"),
      EDTFExample("  1911\n", "1911-01-01 1911-12-31"),
      EDTFExample("1911-05-26T10:20:30", "1911-05-26"),
      EDTFExample("1911-05-26T24:00:00Z", "1911-05-26"),
      EDTFExample("1911-05-26T23:59:60+14:00", "1911-05-26"),
      EDTFExample("1911-05-26T00:00:00-03:30", "1911-05-26"),
      EDTFExample("1911-05-26T00:00:00-08", "1911-05-26"),
    ])
  func dates(_ example: EDTFExample) throws { try check(example) }

  @Test(
    "years of any length mean these days",
    arguments: [
      EDTFExample("Y12345", "12345-01-01 12345-12-31"),
      EDTFExample("Y-12345", "-12345-01-01 -12345-12-31"),
      EDTFExample("Y2E3", "2000-01-01 2000-12-31"),
      EDTFExample("Y-1E12", "-1000000000000-01-01 -1000000000000-12-31"),
      EDTFExample("Y12345S3", "12345-01-01 12345-12-31", "12300-01-01 12399-12-31"),
      EDTFExample("Y-12345S3", "-12345-01-01 -12345-12-31", "-12399-01-01 -12300-12-31"),
      EDTFExample("1911S4", "1911-01-01 1911-12-31"),
      EDTFExample("1911S1", "1911-01-01 1911-12-31", "1000-01-01 1999-12-31"),
      EDTFExample("-1911S3", "-1911-01-01 -1911-12-31", "-1919-01-01 -1910-12-31"),
      EDTFExample("1911S3~", "1911-01-01 1911-12-31", "1900-01-01 1929-12-31"),
      EDTFExample("Y12345?", "12345-01-01 12345-12-31", "12344-01-01 12346-12-31"),
    ])
  func years(_ example: EDTFExample) throws { try check(example) }

  @Test(
    "codes from 21 to 41 mean these months",
    arguments: [
      (21, 3, 5), (22, 6, 8), (23, 9, 11), (24, 12, 12), (25, 3, 5), (26, 6, 8), (27, 9, 11),
      (28, 12, 12), (29, 9, 11), (30, 12, 12), (31, 3, 5), (32, 6, 8), (33, 1, 3), (34, 4, 6),
      (35, 7, 9), (36, 10, 12), (37, 1, 4), (38, 5, 8), (39, 9, 12), (40, 1, 6), (41, 7, 12),
    ])
  func seasons(code: Int, firstMonth: Int, lastMonth: Int) throws {
    let date = try CaptureDate(edtf: "1911-\(code)")
    let last = Day.count(ofMonth: lastMonth, year: 1911)
    #expect(date.strict.earliest == Day(year: 1911, month: firstMonth, day: 1))
    #expect(date.strict.latest == Day(year: 1911, month: lastMonth, day: last))
    #expect(date.fuzzy == date.strict)
  }

  @Test(
    "unspecified digits leave these days open",
    arguments: [
      EDTFExample("XXXX", "0000-01-01 9999-12-31"),
      EDTFExample("191X", "1910-01-01 1919-12-31"),
      EDTFExample("19X1", "1901-01-01 1991-12-31"),
      EDTFExample("X911", "0911-01-01 9911-12-31"),
      EDTFExample("-000X", "-0009-01-01 -0001-12-31"),
      EDTFExample("-191X-05", "-1919-05-01 -1910-05-31"),
      EDTFExample("1911-1X", "1911-10-01 1911-12-31"),
      EDTFExample("1911-0X", "1911-01-01 1911-09-30"),
      EDTFExample("1911-X2", "1911-02-01 1911-12-31"),
      EDTFExample("1911-05-3X", "1911-05-30 1911-05-31"),
      EDTFExample("1911-06-3X", "1911-06-30"),
      EDTFExample("1911-02-2X", "1911-02-20 1911-02-28"),
      EDTFExample("1911-XX-31", "1911-01-31 1911-12-31"),
      EDTFExample("1911-X1-X1", "1911-01-01 1911-11-21"),
      EDTFExample("191X-02-29", "1912-02-29 1916-02-29"),
      EDTFExample("XXXX-02-29", "0000-02-29 9996-02-29"),
      EDTFExample("191X-22", "1910-06-01 1919-08-31"),
    ])
  func unspecified(_ example: EDTFExample) throws { try check(example) }

  @Test(
    "qualifiers widen only their part, or it and all to its left",
    arguments: [
      EDTFExample("1911~", "1911-01-01 1911-12-31", "1910-01-01 1912-12-31"),
      EDTFExample("~1911", "1911-01-01 1911-12-31", "1910-01-01 1912-12-31"),
      EDTFExample("191X?", "1910-01-01 1919-12-31", "1900-01-01 1929-12-31"),
      EDTFExample("1911?-05", "1911-05-01 1911-05-31", "1910-05-01 1912-05-31"),
      EDTFExample("1911-?05", "1911-05-01 1911-05-31", "1911-04-01 1911-06-30"),
      EDTFExample("1911-05~", "1911-05-01 1911-05-31", "1910-04-01 1912-06-30"),
      EDTFExample("1911-05-~26", "1911-05-26", "1911-05-25 1911-05-27"),
      EDTFExample("1911-05%-26", "1911-05-26", "1909-03-26 1913-07-26"),
      EDTFExample("1911?-05-26~", "1911-05-26", "1909-04-25 1913-06-27"),
      EDTFExample("?1911-~05-%26", "1911-05-26", "1910-04-24 1912-06-28"),
      EDTFExample("1911-12-?31", "1911-12-31", "1911-12-30 1912-01-01"),
      EDTFExample("1911-?03-31", "1911-03-31", "1911-02-28 1911-04-30"),
      EDTFExample("1911-21~", "1911-03-01 1911-05-31", "1909-12-01 1912-08-31"),
      EDTFExample("1911-?33", "1911-01-01 1911-03-31", "1910-10-01 1911-06-30"),
      EDTFExample("1911-XX~", "1911-01-01 1911-12-31", "1910-01-01 1912-12-31"),
      EDTFExample("~-0001", "-0001-01-01 -0001-12-31", "-0002-01-01 0000-12-31"),
    ])
  func qualifiers(_ example: EDTFExample) throws { try check(example) }

  @Test(
    "intervals run from the start of one end to the end of the other",
    arguments: [
      EDTFExample("1890/1930", "1890-01-01 1930-12-31"),
      EDTFExample("1911-05-26/1911-05-26", "1911-05-26"),
      EDTFExample("1890~/1930%", "1890-01-01 1930-12-31", "1889-01-01 1932-12-31"),
      EDTFExample("1890/..", "1890-01-01 .."),
      EDTFExample("../1890?", ".. 1890-12-31", ".. 1891-12-31"),
      EDTFExample("../..", ".. .."),
      EDTFExample("1928/", "1928-01-01 1938-01-01"),
      EDTFExample("/1928", "1918-12-31 1928-12-31"),
      EDTFExample("1912-02-29/", "1912-02-29 1922-02-28"),
      EDTFExample("18XX/", "1800-01-01 1899-12-31"),
      EDTFExample("/18XX", "1800-01-01 1899-12-31"),
      EDTFExample("192X/193X", "1920-01-01 1939-12-31"),
      EDTFExample("1911/1911-05", "1911-01-01 1911-05-31"),
      EDTFExample("Y-12000/-0100", "-12000-01-01 -0100-12-31"),
      EDTFExample("1911-21/1911-23", "1911-03-01 1911-11-30"),
    ])
  func intervals(_ example: EDTFExample) throws { try check(example) }

  @Test(
    "sets run from their first member to their last",
    arguments: [
      EDTFExample("[1905]", "1905-01-01 1905-12-31"),
      EDTFExample("{1905,1924}", "1905-01-01 1924-12-31"),
      EDTFExample("[ 1924 , 1905-05 ]", "1905-05-01 1924-12-31"),
      EDTFExample("[1905..1907,1911-05..1911-06]", "1905-01-01 1911-06-30"),
      EDTFExample("[..1905]", ".. 1905-12-31"),
      EDTFExample("{1905..}", "1905-01-01 .."),
      EDTFExample("[..1905, 1924..]", ".. .."),
      EDTFExample("[1905~, 1924]", "1905-01-01 1924-12-31", "1904-01-01 1924-12-31"),
      EDTFExample("{190X, 1924-22}", "1900-01-01 1924-08-31"),
    ])
  func sets(_ example: EDTFExample) throws { try check(example) }

  @Test("a set's members keep their own days")
  func members() throws {
    let set = try CaptureDate(edtf: "[..1905-05, 1911~, 1920..1922]")
    #expect(
      set.members.map(written) == [
        ".. 1905-05-31", "1911-01-01 1911-12-31", "1920-01-01 1922-12-31",
      ])
    let range = try CaptureDate(edtf: "1905/1924~")
    #expect(range.members == [range.strict])
  }

  @Test("the text is kept without the spaces around it")
  func text() throws {
    #expect(try CaptureDate(edtf: " \t{1905, 1924}\u{A0}").edtf == "{1905, 1924}")
  }

  private func check(_ example: EDTFExample) throws {
    let date = try CaptureDate(edtf: example.text)
    #expect(written(date.strict) == example.strict)
    #expect(written(date.fuzzy) == example.fuzzy)
  }
}
