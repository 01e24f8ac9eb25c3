import TimeWalkMetadata

@testable import TimeWalkCore

extension FuzzTarget {
  /// Dates in EDTF: the reader of plain ones against that of all, and the days against each other.
  static let edtf = FuzzTarget("edtf", longest: 128) {
    [
      "1911", "1911-05-26", "1911~/1912?", "192X", "1985-04-12T23:20:30Z", "2001-21", "-0044",
      "Y-170000002", "1928/", "../1985-04", "[1667,1668,1670..1672]", "{..1983-12-31,1984}",
      "2004-06-~01/2004-06-~20", "1950S2", "Y17E8", "156X-12-25", "?2004-06-~11", "2001-34/2002",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let date = try? CaptureDate(edtf: text)
    try promise(date == (try? CaptureDate(parsing: text)), "the two readers differ on \(text)")
    guard let date else {
      _ = CaptureTime(iso8601: text)
      return
    }
    try promise(date.fuzzy.contains(date.strict), "\(text) names days that it can't mean")
    try promise(
      (try? CaptureDate(edtf: date.edtf)) == date, "\(text) is kept as another date: \(date.edtf)")
    for member in date.members {
      try promise(date.strict.contains(member), "\(text) has a member outside of it")
    }
    _ = (date.strict.length, date.fuzzy.length, date.fuzzy.middle)
  }

  /// Dates in words, as catalogues have them.
  static let dates = FuzzTarget("dates", longest: 128) {
    [
      "c. 1905", "[between 1916 and 1918]", "[192-?]", "12 May 1905", "1905; 1924", "n.d.",
      "early 20th century", "um 1900", "vers 1890-1900", "3/4/1905", "5.12.1905", "1910-30",
      "after 1 Jan. 1888", "1880s?", "verano de 1931", "c1923, printed later", "XIX век",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let ways: [(DateReading.Preference, DateReading.NumberOrder?)] = [
      (.edtf, nil), (.words, .dayMonth), (.words, .monthDay),
    ]
    for (preference, order) in ways {
      guard let reading = try? DateReading(text: text, preferring: preference, order: order),
        let date = reading.date
      else { continue }
      try promise(
        (try? CaptureDate(edtf: date.edtf)) == date, "\(text) became no EDTF: \(date.edtf)")
      try promise(date.fuzzy.contains(date.strict), "\(text) names days that it can't mean")
    }
  }
}
