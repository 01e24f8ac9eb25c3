import Testing
import TimeWalkCore
import TimeWalkTestSupport

@Suite("Dates in words")
struct DateReadingTests {
  @Test(
    "are read as a cataloguer means them",
    arguments: [
      // About and perhaps.
      ("c. 1905", "1905~"), ("ca 1905", "1905~"), ("CIRCA 1905", "1905~"), ("c1905", "1905~"),
      ("[ca.. 1910]", "1910~"), ("about 1890 to 1900", "1890~/1900~"),
      ("1905 [?]", "1905?"), ("probably 1905", "1905?"), ("ca. 1905?", "1905%"),
      ("1862 (uncertain)", "1862?"), ("circa Feb 1812", "1812-02~"),
      ("Feb 1812 approx", "1812-02~"),
      ("[ca. October 23, 1958]", "1958-10-23~"), ("1856-ca. 1865", "1856/1865~"),
      ("1868-1871?", "1868/1871?"),
      // Days and months.
      ("May 12, 1905", "1905-05-12"), ("12 May 1905", "1905-05-12"), ("May 12 1905", "1905-05-12"),
      ("May, 12 1905", "1905-05-12"), ("1905 May 12", "1905-05-12"), ("1905, May", "1905-05"),
      ("October 19th, 1936", "1936-10-19"), ("19th of October, 1936", "1936-10-19"),
      ("Feb. 1918", "1918-02"), ("Sept, 1914", "1914-09"), ("November18, 1918", "1918-11-18"),
      ("12.5.1905", "1905-05-12"), ("13/12/1905", "1905-12-13"), ("5/5/1905", "1905-05-05"),
      ("7/2008", "2008-07"), ("1905/05/12", "1905-05-12"), ("May 191-", "191X-05"),
      ("1905-05-12T00:00:00.000Z", "1905-05-12"), ("[after 14 Feb. 1890]", "1890-02-14/"),
      // Seasons.
      ("Summer 1953", "1953-22"), ("Fall of 1953", "1953-23"), ("about Spring 1849", "1849-21~"),
      ("Winter 1905-06", "1905-12/1906-02"), ("winter 1905", "1905-24"),
      // Decades and centuries.
      ("1890s", "189X"), ("1890's", "189X"), ("[192-?]", "192X?"), ("[ 195-?]", "195X?"),
      ("[194-]", "194X"), ("[ca. 194-?]", "194X%"), ("192?", "192X"), ("19--?", "19XX?"),
      ("19??", "19XX"), ("ca. 191X", "191X~"), ("19th century", "18XX"), ("19c.", "18XX"),
      ("nineteenth century", "18XX"), ("2nd century BCE", "-01XX"), ("c.19c?", "18XX%"),
      ("active 17-19th Centuries", "16XX/18XX"), ("1860s-1870s", "186X/187X"),
      ("first half of the 19th century", "1800/1849"), ("3rd quarter 19th century", "1850/1874"),
      ("last quarter of the 19th century", "1875/1899"), ("2nd half 1920s", "1925/1929"),
      // Before and after.
      ("after 1900", "1900/"), ("[after1900]", "1900/"), ("(after 1900]", "1900/"),
      ("before 1900", "/1900"), ("earlier than 1928", "/1928"), ("pre-1900", "/1900"),
      ("post 1945", "1945/"), ("1905 or later", "1905/"), ("no later than 1905", "/1905"),
      ("not before 1905", "1905/"), ("from 1905", "1905/"), ("until 1905", "/1905"),
      ("before approx January 18 1928", "/1928-01-18~"), ("after 1900, before 1910", "1900/1910"),
      // Ranges.
      ("[between 1916 and 1918]", "1916/1918"), ("[betwen 1930 and 1950?]", "1930/1950?"),
      ("[between 1930? and 1950?]", "1930?/1950?"), ("[between 1916 and 1918", "1916/1918"),
      ("from 1905 to 1910", "1905/1910"), ("1852 - 1860", "1852/1860"), ("1852–1860", "1852/1860"),
      ("1851-52", "1851/1852"), ("[ca. 1945-52]", "1945~/1952~"), ("1905/06", "1905/1906"),
      ("[ca. 1927-1930]", "1927~/1930~"), ("August 10-14, 1939", "1939-08-10/1939-08-14"),
      ("12-14 May 1905", "1905-05-12/1905-05-14"), ("[January/February 1913]", "1913-01/1913-02"),
      ("May 30 - June 2, 1905", "1905-05-30/1905-06-02"), ("1905 May-June", "1905-05/1905-06"),
      ("Oct 1905 - Jan 1906", "1905-10/1906-01"),
      // Other languages.
      ("um 1905", "1905~"), ("vers 1905", "1905~"), ("hacia 1905", "1905~"),
      ("etwa 1905?", "1905%"),
      ("vor 1910", "/1910"), ("nach 1900", "1900/"), ("avant 1910", "/1910"), ("bis 1905", "/1905"),
      ("ab 1905", "1905/"), ("zwischen 1916 und 1918", "1916/1918"),
      ("von 1905 bis 1910", "1905/1910"),
      ("entre 1905 et 1910", "1905/1910"), ("1905 oder 1906", "[1905,1906]"),
      ("3. Mai 1911", "1911-05-03"), ("12 mai 1911", "1911-05-12"), ("Okt. 1911", "1911-10"),
      ("März 1911", "1911-03"), ("1er août 1911", "1911-08-01"),
      ("12 de mayo de 1911", "1911-05-12"),
      ("Sommer 1953", "1953-22"), ("été 1953", "1953-22"), ("1920er Jahre", "192X"),
      ("19. Jahrhundert", "18XX"), ("19e siècle", "18XX"),
      // Several.
      ("1905; 1924", "{1905,1924}"), ("1885; 1885-08", "{1885,1885-08}"),
      ("1905, 1924 and 1926", "{1905,1924,1926}"), ("ca. 1905; 1924", "{1905~,1924}"),
      ("[1871 or 1872]", "[1871,1872]"), ("1901-1903; 1910", "{1901..1903,1910}"),
      ("30 May 1905 or 1 June 1905", "[1905-05-30,1905-06-01]"),
      // Other eras.
      ("AD 64", "0064"), ("64 CE", "0064"), ("64 BCE", "-0063"), ("1 BC", "0000"),
      // Units.
      ("month in 1872", "1872-XX"), ("day in January 1872", "1872-01-XX"),
      ("day in 1872", "1872-XX-XX"),
      ("year in the 1860s", "186X"), ("day in Spring 1849", "1849-21"),
    ])
  func words(text: String, edtf: String) throws {
    let reading = try DateReading(text: text)
    #expect(reading.date?.edtf == edtf)
    #expect(reading.source == .text)
    #expect(reading.notes.isEmpty)
    #expect(reading.text == text)
  }

  @Test(
    "are read with a note where a curator should look",
    arguments: [
      ("5/12/1905", "1905-05-12", [DateNote.dayAndMonthMayBeSwapped]),
      ("1900s", "19XX", [.decadeOrCentury]),
      ("c. 1900s", "190X~", [.decadeOrCentury]),
      ("early 1900s", "1900/1933~", [.decadeOrCentury, .partIsThird("early")]),
      ("mid-1930s", "1933~/1936~", [.partIsThird("mid")]),
      ("late 19th century", "1866~/1899", [.partIsThird("late")]),
      ("early to mid 1920s", "1920/1926~", [.partIsThird("early to mid")]),
      ("early 1905", "1905", [.partIsLost("early")]),
      ("1857-mid 1860s", "1857/186X", [.partIsLost("mid")]),
      ("active late 17th-19th centuries", "16XX/18XX", [.partIsLost("late")]),
      ("1915 late - autumn 1916", "1915/1916-23", [.partIsLost("late")]),
      ("January 12", "XXXX-01-12", [.noYear]),
      ("January 9, 917", "0917-01-09", [.shortYear("917")]),
      ("[ca. 1948-?]", "1948~/", [.endIsMissing]),
      ("1929--", "1929/", [.endIsMissing]),
      ("[ca. February 8, 1958-?]", "1958-02-08~/", [.endIsMissing]),
      ("ca. 1900-05", "1900-05~", [.monthMayBeRange]),
      ("Decemeber 5, 1927", "1927-12-05", [.misspelt("decemeber")]),
      ("[ca. 1905]1900", "1900/1905~", [.apart("1900")]),
      ("1905 [i.e. 1906]", "1906", [.corrected]),
      ("estate 1905", "1905", [.twoMeanings]),
      ("Plate 12; June 1905", "1905", [.passedOver("plate 12")]),
      ("3pm October 1969", "1969-10", [.passedOver("3pm")]),
      ("9.30am 12 May 1905", "1905-05-12", [.passedOver("9.30am")]),
      ("Christmas 1905", "1905", [.passedOver("christmas")]),
      ("1863, printed ca. 1866", "1863", [.passedOver("printed ca 1866")]),
      ("1851-1852; printed 1853-1854", "1851/1852", [.passedOver("printed 1853 1854")]),
    ])
  func notes(text: String, edtf: String, notes: [DateNote]) throws {
    let reading = try DateReading(text: text)
    #expect(reading.date?.edtf == edtf)
    #expect(reading.notes == notes)
    #expect(reading.notes.allSatisfy { !$0.description.isEmpty })
  }

  @Test(
    "mean an unknown date, which isn't an error",
    arguments: [
      "", "  ", "n.d.", "[n.d.]", "N. D.", "nd", "s.d.", "undated", "ohne Jahr", "sans date",
      "Unknown", "no date", "-",
      "[?]",
    ])
  func undated(text: String) throws {
    let reading = try DateReading(text: text)
    #expect(reading.date == nil && reading.notes.isEmpty)
    #expect(try CaptureDate(text: text) == nil)
  }

  @Test(
    "are refused with a reason when they hold no date",
    arguments: [
      ("this isn't a date", "it has no date"), ("23rd Dynasty", "it has no date"),
      ("[after ]", "it has no date"), ("turn of the century", "it has no date"),
      ("Building 9021", "it has no date"), ("February 30, 1905", "30 February does not exist"),
      ("1905-1904", "ends before it starts"), ("5/12/05", "has no century"),
      ("90", "four digits"), ("2016-13-08", "month 13 does not exist"),
      ("-0000-01-01", "year 0 can't have a minus"), ("2004-(06)?-11", "two digits"),
      ("13/13/1905", "month 13 does not exist"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: ChronologyError.self) { try DateReading(text: text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "no error")")
    #expect(error?.text == text)
  }

  @Test("a text that is EDTF is taken as that, with a note where catalogues mean something else")
  func edtf() throws {
    for text in ["1905", "1905-05~", "192X?", "[1667, 1668]", "/1928", "Y17E7", "1900/1930"] {
      let reading = try DateReading(text: text)
      #expect(reading.source == .edtf && reading.notes.isEmpty)
      #expect(try reading.date == CaptureDate(edtf: text))
    }
    #expect(try DateReading(text: "1910-30").notes == [.seasonMayBeRange])
    #expect(try DateReading(text: "1900-05").notes == [.monthMayBeRange])
    #expect(try DateReading(text: "1930-22").notes == [])
  }

  @Test("if words are preferred, doubtful texts are read in the catalogues' form")
  func preferringWords() throws {
    for (text, edtf) in [
      ("1910-30", "1910/1930"), ("[1903]", "1903"), ("[1959?]", "1959?"), ("[1900-05]", "1900-05"),
    ] {
      let reading = try DateReading(text: text, preferring: .words)
      #expect(reading.date?.edtf == edtf && reading.source == .text)
    }
    #expect(try DateReading(text: "1905-05", preferring: .words).source == .edtf)
  }

  @Test("a text that is too long is refused before it is read")
  func length() {
    for text in [String(repeating: " ", count: 3000), String(repeating: "1905; ", count: 1000)] {
      let error = #expect(throws: ChronologyError.self) { try DateReading(text: text) }
      #expect(error?.reason.contains("longer than 2048") == true)
    }
  }

  @Test("random words never crash the reader, and its results are EDTF")
  func random() throws {
    let pieces = [
      "c.", "ca", "?", "between", "and", "or", ";", ",", "-", "/", "(", "]", "[", "1905", "1924",
      "19",
      "192", "-?", "--", "s", "th", "century", "c", "BCE", "AD", "before", "after", "early", "late",
      "to",
      "May", "Sept.", "12", "31", "0", "half", "first", "last", "of the", "winter", "printed",
      "n.d.", "x",
      "day in", "1900s", "9999", "99999999999999999999", "T", ":", "é", "from", "no", "Decemebr",
    ]
    var generator = SeededGenerator(seed: 15)
    var read = 0
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...10, using: &generator)).map { _ in
        (pieces.randomElement(using: &generator) ?? "")
          + (Bool.random(using: &generator) ? " " : "")
      }.joined()
      for preference in [DateReading.Preference.edtf, .words] {
        guard let date = try? DateReading(text: text, preferring: preference).date else { continue }
        read += 1
        #expect((try? CaptureDate(edtf: date.edtf)) == date, "\(text)")
      }
    }
    #expect(read > 2_000, "too few of the random texts are dates to show anything")
  }
}
