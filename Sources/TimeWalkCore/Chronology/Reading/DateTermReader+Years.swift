/// Years, decades and centuries.
extension DateTermReader {
  /// A year, perhaps with unspecified digits: `1905`, `192-`, `192X`, `192?`, `19--`, `19??`.
  func year(at index: Int) -> (year: String, next: Int)? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    let digits = text(index)
    if digits.count == 4 {
      return number(index, digits: 4...4).flatMap {
        DateTermReader.years.contains($0) ? (digits, index + 1) : nil
      }
    }
    guard digits.count == 2 || digits.count == 3, isJoined(index + 1) else { return nil }
    let missing = 4 - digits.count
    let year = digits + String(repeating: "X", count: missing)
    if text(index + 1) == String(repeating: "x", count: missing) { return (year, index + 2) }
    let sign = text(index + 1)
    guard sign == "-" || sign == "?", (1...missing).allSatisfy({ text(index + $0) == sign }) else {
      return nil
    }
    let next = index + 1 + missing
    if isJoined(next), tokens[next].kind != .sign { return nil }
    return (year, next)
  }

  /// A year alone with its possible suffixes: `1945-52`, `1905/06`, `1900-05`, `1860s`, `64 BCE`.
  func yearTerm(at index: Int) -> Found? {
    if let found = commonEra(at: index) ?? decade(at: index) { return found }
    guard let (year, after) = year(at: index) else { return nil }
    var term = DateTerm(year: year)
    var next = after
    var notes: [DateNote] = []
    if let value = Int(year), let (ending, isMonth, isDoubtful) = shortEnd(at: next, year: value) {
      if isMonth {
        term.month = ending
        if isDoubtful { notes.append(.monthMayBeRange) }
      } else {
        term.lastYear = String(ending)
      }
      next += 2
    }
    if term.lastYear == nil { readOpenEnd(into: &term, next: &next, notes: &notes) }
    return (term, next, notes)
  }

  /// A range without an end: `1948-?`, `1920-`.
  func readOpenEnd(into term: inout DateTerm, next: inout Int, notes: inout [DateNote]) {
    guard text(next) == "-", isJoined(next) else { return }
    var after = next
    while text(after) == "-" { after += 1 }
    let isQuestion = text(after) == "?"
    if isQuestion { after += 1 }
    // The next token must not be the range's end.
    guard after >= tokens.count || "]),;".contains(text(after)) || isQuestion else { return }
    term.isOpen = true
    next = after
    notes.append(.endIsMissing)
  }

  /// The `52` of `1945-52` as a year, or the `05` of `1900-05` as a month that may be a year.
  private func shortEnd(
    at index: Int, year: Int
  ) -> (ending: Int, isMonth: Bool, isDoubtful: Bool)? {
    let sign = text(index)
    guard sign == "-" || sign == "/", text(index + 2) != sign,
      let ending = number(index + 1, digits: 1...2)
    else { return nil }
    let unit = text(index + 1).count == 1 ? 10 : 100
    let last = year - year % unit + ending
    if sign == "-", unit == 100, (1...12).contains(ending) { return (ending, true, last > year) }
    return last > year ? (last, false, false) : nil
  }

  /// `1860s`, `1900s`, `1860er`.
  private func decade(at index: Int) -> Found? {
    guard let year = number(index, digits: 4...4), year.isMultiple(of: 10), isJoined(index + 1),
      ["s", "er"].contains(text(index + 1))
    else { return nil }
    let digits = text(index)
    if year.isMultiple(of: 100) {
      let term = DateTerm(year: digits.prefix(2) + "XX", maybeDecade: digits.prefix(3) + "X")
      return (term, index + 2, [.decadeOrCentury])
    }
    return (DateTerm(year: digits.prefix(3) + "X"), index + 2, [])
  }

  /// `127 CE`, `AD 127`, `64 BCE`.
  private func commonEra(at index: Int) -> Found? {
    if text(index) == "ad", let year = number(index + 1, digits: 1...4) {
      return (DateTerm(year: DateTerm.fourDigits(year)), index + 2, [])
    }
    guard let year = number(index, digits: 1...4), year > 0,
      let (isBefore, next) = era(at: index + 1)
    else { return nil }
    // The year before 1 is 0.
    return (DateTerm(year: DateTerm.fourDigits(isBefore ? 1 - year : year)), next, [])
  }

  private func era(at index: Int) -> (isBefore: Bool, next: Int)? {
    switch text(index) {
    case "ad", "ce": (false, index + 1)
    case "bc", "bce": (true, index + 1)
    default: nil
    }
  }

  /// `19th century`, `19c.`, `nineteenth century`, `2nd century BCE`, the `17th` of `17th-19th
  /// centuries`.
  func century(at index: Int) -> Found? {
    guard let (number, after) = ordinal(at: index), (1...22).contains(number) else { return nil }
    var next = after
    if let end = centuryWord(at: after) {
      next = end
    } else if !["-", "to", "and", "or", "&"].contains(text(after))
      || laterCentury(at: after + 1) == nil
    {
      return nil
    }
    var isBefore = false
    if let (before, end) = era(at: next) { (isBefore, next) = (before, end) }
    let year = (isBefore ? "-" : "") + DateTerm.twoDigits(number - 1) + "XX"
    return (DateTerm(year: year), next, [])
  }

  /// A century after the joiner of a range, behind words such as `early`.
  private func laterCentury(at index: Int) -> Int? {
    var index = index
    while DateWords.thirds[text(index)] != nil || text(index) == "the" { index += 1 }
    return ordinal(at: index).flatMap { centuryWord(at: $0.next) }
  }

  private func ordinal(at index: Int) -> (number: Int, next: Int)? {
    if let number = DateWords.ordinals[text(index)] { return (number, index + 1) }
    guard let number = number(index, digits: 1...2) else { return nil }
    let isOrdinal = isJoined(index + 1) && DateWords.ordinalEndings.contains(text(index + 1))
    return (number, index + (isOrdinal ? 2 : 1))
  }

  private func centuryWord(at index: Int) -> Int? {
    let index = ["-", "."].contains(text(index)) ? index + 1 : index
    switch text(index) {
    case "century", "centuries", "cent": return index + 1
    case "c" where isJoined(index): return index + 1
    default: return nil
    }
  }

  /// `first half of`, `2nd quarter of`, `last third of`: a part, before the decade or century it
  /// divides.
  func part(at index: Int) -> (part: DatePart, next: Int)? {
    let counts = ["half": 2, "third": 3, "quarter": 4]
    let isLast = text(index) == "last" || text(index) == "latter"
    guard let (number, next) = isLast ? (0, index + 1) : ordinal(at: index),
      let count = counts[text(next)], (isLast ? 0...0 : 1...count).contains(number)
    else { return nil }
    let part = (isLast ? count : number) - 1
    let name = "\(text(index)) \(text(next))"
    return (DatePart(first: part, last: part, count: count, name: name), next + 1)
  }
}
