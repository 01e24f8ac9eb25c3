import Testing
import TimeWalkCore

@Suite("Texts that are not EDTF")
struct EDTFRejectionTests {
  @Test(
    "is refused with a reason that a curator understands",
    arguments: [
      ("", "it is empty"),
      ("  ", "it is empty"),
      ("undated", "it must start with a year of four digits"),
      ("1911-13", "month 13 does not exist"),
      ("1911-00", "month 00 does not exist"),
      ("1911-20", "month 20 does not exist"),
      ("1911-42", "month 42 does not exist"),
      ("1911-2X", "month 2X does not exist"),
      ("1911-02-30", "30 February does not exist"),
      ("1911-02-29", "29 February 1911 does not exist"),
      ("1911-02-3X", "30 February does not exist"),
      ("1911-04-31", "31 April does not exist"),
      ("1911-05-32", "day 32 does not exist"),
      ("1911-05-00", "day 00 does not exist"),
      ("XXX1-02-29", "29 February does not exist"),
      ("1911-5", "a month has two digits"),
      ("1911-05-2", "a day has two digits"),
      ("192", "a decade is written 192X"),
      ("12345", "starts with Y"),
      ("19110526", "written with dashes"),
      ("-0000", "year 0 can't have a minus"),
      ("+1911", "it must start with a year"),
      ("1911-", "a month has two digits"),
      ("1911-05-", "a day has two digits"),
      ("1911x", "\"x\" can't stand after the year"),
      ("1911-05é", "\"é\" can't stand after the month"),
      ("1911-05-26-01", "can't stand after the day"),
      ("1911-22-05", "after a season"),
      ("1911?~", "together are %"),
      ("?1911?", "not both"),
      ("1911-?05~", "not both"),
      ("-~0275", "year of four digits"),
      ("(1911)?", "year of four digits"),
      ("Y1911", "more than four digits"),
      ("Y012345", "starts with a digit from 1 to 9"),
      ("Y", "starts with a digit from 1 to 9"),
      ("Y12345-05", "must be alone"),
      ("Y17E", "a number of zeros"),
      ("Y1E13", "years away"),
      ("Y9E999999999999999999999999", "years away"),
      ("Y99999999999999", "years away"),
      ("1911S", "the number of significant digits"),
      ("1911S0", "the number of significant digits"),
      ("1911S5", "only 4 digits"),
      ("1911S99999999999999999999", "the number of significant digits"),
      ("191XS2", "must have all its digits"),
      ("1911S2-05", "must be alone"),
      ("1911T10:20:30", "a plain day"),
      ("1911-05-XXT10:20:30", "a plain day"),
      ("1911-05-26?T10:20:30", "a plain day"),
      ("1911-05-26T10:20", "hh:mm:ss"),
      ("1911-05-26T25:00:00", "hour 25 does not exist"),
      ("1911-05-26T24:00:01", "hour 24 does not exist"),
      ("1911-05-26T10:60:00", "minute 60 does not exist"),
      ("1911-05-26T10:20:60", "second 60 does not exist"),
      ("1911-05-26T10:20:30+15", "this time zone doesn't exist"),
      ("1911-05-26T10:20:30+0500", "a zone is written"),
      ("1911-05-26T10:20:30z", "a zone is written"),
      ("/", "with one unknown end needs a date"),
      ("/..", "with one unknown end needs a date"),
      ("../", "with one unknown end needs a date"),
      ("1890/1900/1910", "one / between"),
      ("1930/1890", "ends before it starts"),
      ("1911-05-26T10:20:30/1912", "time of day"),
      ("1890..1930", "can't stand after the year"),
      ("[1905", "isn't closed"),
      ("[1905}", "isn't closed"),
      ("[", "isn't closed"),
      ("[]", "a member of the set is empty"),
      ("[1905,,1906]", "a member of the set is empty"),
      ("[..]", "a range needs a date"),
      ("[1905, [1906]]", "another set"),
      ("[1905/1906]", "can't have intervals"),
      ("[1906..1905]", "ends before it starts"),
      ("[1905, ..1906]", "only the first member"),
      ("[1905.., 1906]", "only the last member"),
      ("[1905...1906]", "year of four digits"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: ChronologyError.self) { try CaptureDate(edtf: text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "no error")")
  }

  @Test("a text up to the limit is read, one beyond it is refused and not repeated in the error")
  func length() throws {
    let count = (CaptureDate.greatestLength - 1) / 5
    let full = "[" + Array(repeating: "1905", count: count).joined(separator: ",") + "]"
    #expect(full.utf8.count <= CaptureDate.greatestLength)
    #expect(written(try CaptureDate(edtf: full).strict) == "1905-01-01 1905-12-31")
    for long in [
      String(repeating: "9", count: 100_000), String(repeating: " ", count: 2049),
      String(repeating: "[", count: 50_000), "Y" + String(repeating: "1", count: 3000),
    ] {
      let error = #expect(throws: ChronologyError.self) { try CaptureDate(edtf: long) }
      #expect(error?.reason == "it is longer than 2048 bytes")
      #expect((error?.text.count ?? 0) < 50)
    }
  }

  @Test("an error has the text and the reason why it isn't a date")
  func description() {
    let error = #expect(throws: ChronologyError.self) { try CaptureDate(edtf: "1911-02-30") }
    #expect(error?.description == "\"1911-02-30\" is not a date: 30 February does not exist")
  }
}
