import Testing
import TimeWalkCore
import TimeWalkTestSupport

/// The share of the development data's dates in words that is read correctly.
@Suite("Dates in words, development data")
struct DateReadingDataTests {
  /// The dates for which we differ from the data, with our readings.
  private static let ours = [
    // Two digits don't give the century.
    "90": "",
    // EDTF has no day of a season.
    "day in Spring 1849": "1849-21", "a day in about Spring 1849?": "1849-21%",
    // The year before 1 is 0.
    "c64 BCE": "-0063~",
    // Unchanged EDTF.
    "1858/1860": "1858/1860", "1910-30": "1910-30",
    // Both years count.
    "1863 or 1864": "[1863,1864]", "1864 or 1866": "[1864,1866]", "1900; 1973": "{1900,1973}",
  ]

  @Test("every spoken date is read as in the data or as we decided", TestData.isPresent)
  func naturalLanguage() throws {
    let rows = TestTable.rows(try TestData.bytes("edtf/natural-language.csv"))
    #expect(rows.count > 140)
    for row in rows {
      let text = try #require(row["text"])
      let read = (try? DateReading(text: text))?.date?.edtf ?? ""
      #expect(read == DateReadingDataTests.ours[text] ?? row["edtf"], "\(text)")
    }
  }

  @Test(
    "of a real catalogue's 7,798 dates only the one without a year is refused", TestData.isPresent)
  func oldToronto() throws {
    let rows = TestTable.rows(try TestData.bytes("archives/oldtoronto.csv"))
    #expect(rows.count == 7798)
    var refused: [String] = []
    var undated = 0
    var apart: Set<String> = []
    for row in rows {
      let text = try #require(row["dates"])
      guard let reading = try? DateReading(text: text, preferring: .words) else {
        refused.append(text)
        continue
      }
      if case .apart = reading.notes.last { apart.insert(text) }
      guard let span = reading.date?.strict else {
        undated += 1
        continue
      }
      let years = (span.earliest?.parts.year ?? 0)...(span.latest?.parts.year ?? 9999)
      #expect(
        years.lowerBound >= 1800 && years.upperBound <= 2000 || text.hasSuffix(" 917"), "\(text)")
    }
    #expect(refused == ["[after ]"])
    #expect(undated == 714)
    #expect(apart == ["[ca. 1905]1900", "[ca. 1908]1900"])
  }

  @Test("texts that are refused as EDTF are not read as words by guessing", TestData.isPresent)
  func invalidEDTF() throws {
    for row in TestTable.rows(try TestData.bytes("edtf/cases.csv")) {
      let text = try #require(row["edtf"])
      let reading = try? DateReading(text: text)
      #expect(
        reading?.source == (row["valid"] == "1" ? .edtf : text.isEmpty ? .text : nil), "\(text)")
    }
  }

  @Test("curators' texts are read as the data says", TestData.isPresent)
  func curators() throws {
    let text = String(
      decoding: try TestData.bytes("found/catalogues/dates-expected.tsv"), as: UTF8.self)
    let rows = text.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.count > 30)
    for row in rows {
      let read = (try? DateReading(text: row[1]))?.date?.edtf ?? "unknown"
      #expect([row[2], row[3]].contains(read), "\(row[1])")
    }
  }
}
