/// Years and decades.
extension DateTermReader {
  /// A year, perhaps with unspecified digits: `1905`, `192-`, `192X`, `199u`, `192?`, `19--`.
  func year(at index: Int) -> (year: String, next: Int)? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    let digits = text(index)
    if digits.utf8.count == 4 {
      guard let year = tokens[index].value, DateTermReader.years.contains(year) else { return nil }
      // Spreadsheets write 1905.0.
      let isDecimal =
        [".", ","].contains(text(index + 1)) && isJoined(index + 1) && isJoined(index + 2)
        && ["0", "00"].contains(text(index + 2)) && !isJoined(index + 3)
      return (digits, isDecimal ? index + 3 : index + 1)
    }
    guard digits.utf8.count == 2 || digits.utf8.count == 3, isJoined(index + 1) else { return nil }
    let missing = 4 - digits.utf8.count
    let year = digits + String(repeating: "X", count: missing)
    let sign = text(index + 1)
    if sign == String(repeating: "x", count: missing)
      || sign == String(repeating: "u", count: missing)
    {
      return (year, index + 2)
    }
    guard sign == "-" || sign == "?", (1...missing).allSatisfy({ text(index + $0) == sign }) else {
      return nil
    }
    let next = index + 1 + missing
    if isJoined(next), tokens[next].kind != .sign { return nil }
    return (year, next)
  }

  /// A year alone with its possible suffixes: `1945-52`, `1905/06`, `1900-05`, `1860s`, `64 BCE`.
  func yearTerm(at index: Int, after previous: DateTerm?) -> Found? {
    if let found = commonEra(at: index) ?? decade(at: index, after: previous) { return found }
    if number(index, digits: 2...2) != nil, tokens[index].hasApostrophe {
      return Found(term: DateTerm(), next: index + 1, doubt: .noCentury)
    }
    guard let (year, after) = year(at: index) else { return nil }
    var found = Found(term: DateTerm(year: year), next: after)
    if let value = Int(year), let (ending, isMonth, isDoubtful) = shortEnd(at: after, year: value) {
      if isMonth {
        found.term.month = ending
        if isDoubtful { found.notes.append(.monthMayBeRange) }
      } else if ending > 0 {
        found.term.lastYear = String(ending)
      }
      found.next += 2
    }
    if found.term.lastYear == nil { readOpenEnd(into: &found) }
    return found
  }

  /// A range without an end: `1948-?`, `1920-`, `1910 -`.
  func readOpenEnd(into found: inout Found) {
    guard text(found.next) == "-" else { return }
    var after = found.next
    while text(after) == "-" { after += 1 }
    let isQuestion = text(after) == "?"
    if isQuestion { after += 1 }
    // The next token must not be the range's end.
    guard after >= tokens.count || ["]", ")", ",", ";"].contains(text(after)) || isQuestion else {
      return
    }
    found.term.openEnd = .unknown
    found.next = after
    found.notes.append(.endIsMissing)
  }

  /// The `52` of `1945-52` as a year, the `05` of `1900-05` as a month that may be a year, or the
  /// `00` of `1900-00` as an unknown month.
  private func shortEnd(
    at index: Int, year: Int
  ) -> (ending: Int, isMonth: Bool, isDoubtful: Bool)? {
    let sign = text(index)
    guard sign == "-" || sign == "/", text(index + 2) != sign,
      let ending = number(index + 1, digits: 1...2),
      // In 1860-70s it is the second decade.
      decadeEnd(index + 2, isJoined: true) == nil, meaning(index + 2) != .hundreds
    else { return nil }
    let unit = text(index + 1).utf8.count == 1 ? 10 : 100
    let last = year - year % unit + ending
    if sign == "-", unit == 100 {
      if ending == 0 { return (0, false, false) }
      if ending <= 12 { return (ending, true, last > year) }
    }
    return last > year ? (last, false, false) : nil
  }

  // MARK: decades

  /// `1860s`, `1900s`, `1860er`, `années 1930`, `década de 1930`, `1930-talet`, the `70s` of `1860s
  /// to 70s`.
  private func decade(at index: Int, after previous: DateTerm?) -> Found? {
    if meaning(index) == .decades || meaning(index) == .decade {
      return spokenDecade(at: index, after: previous)
    }
    if let year = number(index, digits: 4...4), year.isMultiple(of: 10) {
      let next = text(index + 1) == "-" ? index + 2 : index + 1
      if meaning(next) == .hundreds, isJoined(next) {
        let digits = text(index)
        let year = year.isMultiple(of: 100) ? digits.prefix(2) + "XX" : digits.prefix(3) + "X"
        return Found(term: DateTerm(year: String(year)), next: next + 1)
      }
      if let end = decadeEnd(index + 1, isJoined: true) { return decade(of: index, next: end) }
      if let previous, previous.isSpokenDecade { return decade(of: index, next: index + 1) }
    }
    return shortDecade(at: index, after: previous)
  }

  /// The end of a decade's suffix.
  private func decadeEnd(_ index: Int, isJoined mustTouch: Bool) -> Int? {
    guard isJoined(index) || !mustTouch,
      text(index) == "s" || meanings(index).contains(.decadeEnding)
    else { return nil }
    return index + 1
  }

  /// A decade or, for `1900s`, possibly a century; `1900s (decade)` is the decade.
  private func decade(of index: Int, next: Int) -> Found? {
    let digits = text(index)
    let decade = DateTerm(year: digits.prefix(3) + "X")
    guard digits.hasSuffix("00") else { return Found(term: decade, next: next) }
    let word = text(next) == "(" || text(next) == "[" ? next + 1 : next
    let century = DateTerm(year: digits.prefix(2) + "XX", maybeDecade: decade.year)
    switch meaning(word) {
    case .decade: return Found(term: decade, next: word + 1)
    case .century:
      return Found(term: DateTerm(year: century.year), next: word + 1)
    default: return Found(term: century, next: next, notes: [.decadeOrCentury])
    }
  }

  /// A decade with its word first: `années 1930`, `década de 1930`.
  private func spokenDecade(at index: Int, after previous: DateTerm?) -> Found? {
    let start = skippingFillers(index + 1)
    let isUnit = meaning(index) == .decade
    if let year = number(start, digits: 4...4), DateTermReader.years.contains(year) {
      // A range of other years is one of years: années 1914-1918.
      let isDecade = year.isMultiple(of: 10) && decadeEnd(start + 1, isJoined: true) == nil
      let last =
        isRangeJoiner(start + 1) ? number(skippingFillers(start + 2), digits: 2...4) : nil
      guard isDecade, isUnit || last?.isMultiple(of: 10) ?? true else { return nil }
      var term = DateTerm(year: text(start).prefix(3) + "X")
      term.isSpokenDecade = true
      return Found(term: term, next: start + 1)
    }
    guard number(start, digits: 2...2)?.isMultiple(of: 10) == true else { return nil }
    return shortDecade(of: start, next: start + 1, after: previous)
  }

  /// The `70s` of `1860s to 70s`; alone, its century must be asked.
  private func shortDecade(at index: Int, after previous: DateTerm?) -> Found? {
    guard number(index, digits: 2...2)?.isMultiple(of: 10) == true else { return nil }
    let word = text(index + 1) == "-" ? index + 2 : index + 1
    let end =
      decadeEnd(index + 1, isJoined: true) ?? (meaning(word) == .hundreds ? word + 1 : nil)
    if let end { return shortDecade(of: index, next: end, after: previous) }
    guard let previous, previous.isSpokenDecade, year(at: index) == nil else { return nil }
    return shortDecade(of: index, next: index + 1, after: previous)
  }

  private func shortDecade(of index: Int, next: Int, after previous: DateTerm?) -> Found {
    var found = Found(term: DateTerm(), next: next)
    if let year = previous?.year, previous?.month == nil, !year.hasPrefix("-"),
      text(index) > year.dropFirst(2).prefix(1) + "0"
    {
      found.term.year = year.prefix(2) + text(index).prefix(1) + "X"
      found.term.isSpokenDecade = previous?.isSpokenDecade ?? false
    } else {
      found.doubt = .noCentury
    }
    return found
  }

  // MARK: other eras

  /// `127 CE`, `AD 127`, `64 BCE`, the German `44 v. Chr.`, and others.
  private func commonEra(at index: Int) -> Found? {
    if meaning(index) == .commonEra, let year = number(index + 1, digits: 1...4) {
      return Found(term: DateTerm(year: DateTerm.fourDigits(year)), next: index + 2)
    }
    guard let year = number(index, digits: 1...4), year > 0,
      let (isBefore, next) = era(at: index + 1)
    else { return nil }
    // The year before 1 is 0.
    let counted = isBefore ? 1 - year : year
    return Found(term: DateTerm(year: DateTerm.fourDigits(counted)), next: next)
  }

  /// The era behind a year or century.
  func era(at index: Int) -> (isBefore: Bool, next: Int)? {
    switch meaning(index) {
    case .commonEra: (false, index + 1)
    case .beforeCommonEra: (true, index + 1)
    default: nil
    }
  }
}
