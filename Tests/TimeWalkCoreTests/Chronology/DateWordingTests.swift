import Testing

@testable import TimeWalkCore

@Suite("Dates in words")
struct DateWordingTests {
  @Test(
    "A date has its usual wording",
    arguments: [
      ("1911", "1911"), ("1911~", "about 1911"), ("1911?", "perhaps 1911"),
      ("1911%", "perhaps about 1911"), ("1905-05", "May 1905"), ("1905-05-12", "12 May 1905"),
      ("1905-05-12~", "about 12 May 1905"), ("1905-22", "summer 1905"),
      ("1905-33", "January–March 1905"), ("189X", "1890s"), ("18XX", "19th century"),
      ("190X?", "perhaps 1900s"), ("1900~/1910~", "about 1900–1910"), ("1900/1910", "1900–1910"),
      ("1900/1910~", "1900 to about 1910"), ("1905-05/1906-06", "May 1905 – June 1906"),
      ("189X/190X", "1890s–1900s"), ("1911/..", "1911 or later"),
      ("../1911~", "about 1911 or earlier"),
      ("1928/", "1928 to an unknown date"), ("/1928", "an unknown date to 1928"),
      ("[1605,1885]", "1605 or 1885"), ("{1905,1924,1925}", "1905, 1924 and 1925"),
      ("[1667,1670..1672]", "1667 or 1670–1672"), ("-0043", "44 BCE"), ("0000", "1 BCE"),
      ("19X5", "19X5"), ("1911-XX-12", "1911-XX-12"), ("1950S2", "1950S2"), ("../..", "../.."),
    ])
  func words(edtf: String, words: String) throws {
    #expect(try CaptureDate(edtf: edtf).words == words)
  }
}

@Suite("The weight of a date for an era")
struct EraWorthTests {
  @Test(
    "The worth never grows with the gap, has no step behind what is near, and is next to nothing after centuries"
  )
  func falls() throws {
    let weights = MatchWeights()
    let era = try Era(edtf: "1900/1910")
    let worths = try (1600...1899).reversed().map { year in
      try weights.worth(of: CaptureDate(edtf: "\(year)"), in: era)
    }
    #expect(worths[0] == weights.eraNear)
    for (near, far) in zip(worths, worths.dropFirst()) {
      #expect(far <= near && far > near * 0.6)
    }
    // 240 years off: a certain match is worth less than a 2 % match of the era.
    #expect(worths[239] < 0.02 / 40)
    #expect(try weights.worth(of: CaptureDate(edtf: "1905"), in: era) == 1)
    #expect(weights.worth(of: nil, in: era) == weights.eraUnknown)
  }

  @Test("In a set the member that fits the era best counts")
  func sets() throws {
    let weights = MatchWeights()
    let era = try Era(edtf: "1740/1750")
    let far = try weights.worth(of: CaptureDate(edtf: "1605"), in: era)
    let near = try weights.worth(of: CaptureDate(edtf: "1885"), in: era)
    #expect(try weights.worth(of: CaptureDate(edtf: "{1605,1885}"), in: era) == max(far, near))
    let gaps = try ["1605", "1885"].compactMap { try era.gap(to: CaptureDate(edtf: $0)) }
    #expect(try era.gap(to: CaptureDate(edtf: "{1605,1885}")) == gaps.min())
    #expect(gaps.count == 2)
  }
}
