import Testing
import TimeWalkCore
import TimeWalkTestSupport

/// Kinds of texts that curators write, each in several languages.
@Suite("Dates as curators write them")
struct DateKindsTests {
  private func expect(_ text: String, _ edtf: String?) throws {
    let reading = try DateReading(text: text)
    #expect(reading.date?.edtf == edtf, "\(text)")
    #expect(reading.source == .text)
  }

  @Test(
    "a negation turns its bound around",
    arguments: [
      ("nicht nach 1930", "/1930"), ("nicht später als 1930", "/1930"), ("pas après 1925", "/1925"),
      ("non prima del 1930", "1930/"), ("no antes de 1930", "1930/"),
      ("no después de 1930", "/1930"),
      ("niet voor 1930", "1930/"), ("não depois de 1930", "/1930"), ("inte före 1930", "1930/"),
      ("no earlier than June 1930", "1930-06/"), ("not until 1905", "1905/"),
      ("spätestens 1930", "/1930"), ("au plus tard en 1925", "/1925"), ("senast 1905", "/1905"),
    ])
  func negation(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "months, days and years may have hyphens, slashes, brackets and question marks between",
    arguments: [
      ("Aug-1911", "1911-08"), ("12-Dec-1911", "1911-12-12"), ("12/Dec/1911", "1911-12-12"),
      ("1911-Dec-12", "1911-12-12"), ("Dec-12-1911", "1911-12-12"), ("12.VI.1905", "1905-06-12"),
      ("12-déc-1911", "1911-12-12"), ("May? 1911", "1911-05?"), ("12? June 1905", "1905-06-12?"),
      ("July [1905]", "1905-07"), ("12 and 13 June 1905", "{1905-06-12,1905-06-13}"),
      ("June 12 or 13, 1905", "[1905-06-12,1905-06-13]"),
      ("12 oder 13. Juni 1905", "[1905-06-12,1905-06-13]"),
      ("12, 13 and 14 June 1905", "{1905-06-12,1905-06-13,1905-06-14}"),
      ("12./13. Juni 1905", "1905-06-12/1905-06-13"),
      ("du 12 au 14 juin 1905", "1905-06-12/1905-06-14"),
      ("3.5.-6.5.1905", "1905-05-03/1905-05-06"),
      ("Hiver 1910-1911", "1910-12/1911-02"), ("Winter 1910-1913", "1910-24/1913"),
      ("3 aout 1911", "1911-08-03"), ("decembre 1911", "1911-12"), ("Fruehling 1905", "1905-21"),
      ("Ma\u{308}rz 1911", "1911-03"),
    ])
  func months(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "decades",
    arguments: [
      ("années 1950", "195X"), ("début des années 1950", "1950/1953~"), ("jaren 1930", "193X"),
      ("années 1914-1918", "1914/1918"), ("années 1920 et 1930", "{192X,193X}"),
      ("fine degli anni 1920", "1926~/1929"), ("década de 1930", "193X"),
      ("início dos anos 1930", "1930/1933~"), ("slutet av 1920-talet", "1926~/1929"),
      ("Ende der 1920er", "1926~/1929"), ("1900s (decade)", "190X"), ("1900s (century)", "19XX"),
      ("second decade of the 20th century", "191X"), ("1920s-30s", "192X/193X"),
      ("erstes Jahrzehnt des 20. Jahrhunderts", "190X"),
      ("early 1900s-late 1910s", "1900/1919"),
    ])
  func decades(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "centuries and their parts",
    arguments: [
      ("XIXème siècle", "18XX"), ("XIXe s.", "18XX"), ("2e moitié 19e siècle", "1850/1899"),
      ("fin XIXe - début XXe siècle", "1866~/1933~"), ("s. XIX", "18XX"),
      ("siglos XIX y XX", "{18XX,19XX}"), ("mediados del siglo XIX", "1833~/1866~"),
      ("segunda mitad del s. XIX", "1850/1899"), ("sec. XX", "19XX"), ("XX secolo", "19XX"),
      ("prima metà del XX secolo", "1900/1949"), ("sec. XIX, seconda metà", "1850/1899"),
      ("metà del XIX secolo", "1833~/1866~"), ("fine Ottocento", "1866~/1899"),
      ("no início do século XX", "1900/1933~"), ("början av 1900-talet", "1900/1933~"),
      ("Ende 19. Jh.", "1866~/1899"), ("18./19. Jh.", "17XX/18XX"), ("20th c.", "19XX"),
      ("eerste helft van de 19e eeuw", "1800/1849"), ("IIe siècle av. J.-C.", "-01XX"),
      ("19th century, second half", "1850/1899"), ("44 v. Chr.", "-0043"),
    ])
  func centuries(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "ranges by words, and open ends",
    arguments: [
      ("mellan 1900 och 1910", "1900/1910"), ("fra il 1900 e il 1910", "1900/1910"),
      ("zwischen 1905 und ca. 1910", "1905/1910~"), ("dal 1900 al 1910", "1900/1910"),
      ("van 1900 tot 1910", "1900/1910"), ("de 1900 a 1910", "1900/1910"),
      ("1905..1910", "1905/1910"), ("1896-present", "1896/.."), ("1896 to date", "1896/.."),
      ("1896 à nos jours", "1896/.."), ("1910 -", "1910/"), ("? - 1905", "/1905"),
      ("1905 bis ?", "1905/"), ("to 1910", "/1910"), ("1905 to after 1910", "1905/"),
      ("1898-1901 or earlier", "/1901"), ("1930 of later", "1930/"), ("1930 ou avant", "/1930"),
      // An unknown end is within ten years, so these are open.
      ("1880-1901 and later", "1880/.."), ("before 1905 to 1950", "../1950"),
    ])
  func ranges(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "EDTF's draft, timestamps, numbers of spreadsheets and databases",
    arguments: [
      ("open/1984", "../1984"), ("1984/unknown", "1984/"), ("19uu", "19XX"),
      ("1984-06-uu", "1984-06-XX"), ("1984?~", "1984%"), ("1911.00", "1911"),
      ("1911-08-03 09:10:11+02:00", "1911-08-03"), ("3 August 1911, 9:10 p.m.", "1911-08-03"),
      ("1911:08:03", "1911-08-03"), ("1911:08:03 09:10:11", "1911-08-03"),
      ("1883-00-00", "1883"), ("00/07/1883", "1883-07"), ("1883-00", "1883"),
    ])
  func numbers(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "corrections and qualifiers",
    arguments: [
      ("1905 [d.h. 1906]", "1906"), ("1905-1907 [i.e. 1906-1908]", "1906/1908"),
      ("1904; 1905 [i.e. 1906]", "{1904,1906}"), ("1905 [c'est-à-dire 1906?]", "1906?"),
      ("1905 [i.e.]", "1905"), ("1905 est.", "1905~"), ("geschätzt 1905", "1905~"),
      ("por volta de 1905", "1905~"), ("omkring 1905", "1905~"), ("talvez 1905", "1905?"),
    ])
  func corrections(text: String, edtf: String) throws { try expect(text, edtf) }

  @Test(
    "a number, negation or bound that is passed over is never lost in silence",
    arguments: [
      ("not 1905", nil), ("nicht 1905", nil), ("between 1905", nil), ("100 Broadway, 1905", nil),
      ("1905 dito 1910", "1905/1910"), ("Plate 12; June 1905", "1905"), ("attica 1802", "1802"),
      ("Box 12, 1905", "1905?"), ("1905, folder 3", "1905?"), ("Plate 3, 1905-1910", "1905?/1910?"),
      ("Sheet 4; 1920s", "192X?"),
      ("Jun-05", nil), ("Mar-12", nil),
    ] as [(String, String?)])
  func passedOver(text: String, edtf: String?) throws {
    try expect(text, edtf)
    #expect(try !DateReading(text: text).notes.isEmpty)
  }

  @Test(
    "a year of two digits is asked for its century",
    arguments: [
      "17 Sept 23", "Sept 17, 23", "28Sep02", "28-Sep-02", "17/9/23", "circa 17/9/23", "Mai-35",
      "summer '35", "'35", "the '30s", "30s", "anni '20", "30-talet",
    ])
  func noCentury(text: String) {
    let error = #expect(throws: ChronologyError.self) { try DateReading(text: text) }
    #expect(error?.reason == "its year has no century")
  }

  @Test("a word with two meanings and no other hint has both")
  func twoMeanings() throws {
    // Dutch after, Portuguese in the.
    try expect("na 1905", "1905/")
    try expect("na década de 1930", "193X")
    // Dutch or, English of.
    try expect("1905 of 1906", "[1905,1906]")
    #expect(try DateReading(text: "na 1905").notes == [.twoMeanings])
  }

  @Test("no year of any random text lies outside of its reading")
  func neverNarrower() throws {
    let words = [
      "c.", "um", "vers", "not", "nicht", "pas", "niet", "avant", "prima", "vor", "före", "after",
      "nach", "dopo", "na", "to", "bis", "a", "al", "tot", "until", "between", "tra", "and", "et",
      "e", "or", "oder", "o", "of", "early", "Ende", "fin", "later", "früher", "XXe", "Jh.", "May",
      "12", "Winter", "[", "]", "?", "-", "/", ",", ";", ".", "attica", "unknown", "1910/11",
      "12/6/1905", "first", "half",
    ]
    let years = [1896, 1905, 1910, 1930]
    var generator = SeededGenerator(seed: 54)
    var read = 0
    for _ in 0..<20_000 {
      var said: [Int] = []
      let text = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
        guard Int.random(in: 0..<3, using: &generator) == 0,
          let year = years.randomElement(using: &generator)
        else { return words.randomElement(using: &generator) ?? "" }
        said.append(year)
        return "\(year)"
      }.joined(separator: " ")
      guard let span = (try? DateReading(text: text))?.date?.strict else { continue }
      read += 1
      for year in said {
        #expect(
          (span.earliest?.year ?? .min) <= year && year <= (span.latest?.year ?? .max), "\(text)")
      }
    }
    #expect(read > 4_000, "too few of the random texts are dates to show anything")
  }
}
