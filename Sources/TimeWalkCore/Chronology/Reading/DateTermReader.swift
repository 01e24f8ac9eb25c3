/// Finds dates among the pieces of a text.
struct DateTermReader {
  /// The pieces.
  let tokens: [DateToken]
  /// The catalogue's order of numeric dates; `nil` if unknown.
  var order: DateReading.NumberOrder?

  /// The years that a bare number of four digits can be; others are more likely shelf marks.
  static let years = 1000...2199

  /// A date with the index of the piece after it.
  typealias Found = (term: DateTerm, next: Int, notes: [DateNote])

  /// The date that starts at a piece; `nil` when none does.
  func term(at index: Int) -> Found? {
    named(at: index) ?? yearFirst(at: index) ?? dayFirst(at: index) ?? numeric(at: index)
      ?? century(at: index)
      ?? yearTerm(at: index)
  }

  /// The text of a piece; empty beyond the last.
  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// The number at a piece when it has so many digits.
  func number(_ index: Int, digits: ClosedRange<Int>) -> Int? {
    guard tokens.indices.contains(index), digits.contains(tokens[index].text.count) else {
      return nil
    }
    return tokens[index].value
  }

  /// Returns true if a piece touches the one before it.
  func isJoined(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isJoined }

  // MARK: names first

  /// `May 12, 1905`, `August 10-14, 1939`, `Feb. 1918`, `January`, `Summer 1953`.
  private func named(at index: Int) -> Found? {
    var term = DateTerm()
    var next = index + 1
    var notes: [DateNote] = []
    if let season = DateWords.seasons[text(index)] {
      term.month = season
    } else {
      guard let (month, isMisspelt) = month(at: index) else { return nil }
      term.month = month
      if isMisspelt { notes.append(.misspelt(text(index))) }
      if text(next) == "." { next += 1 }
      // Some put the comma after the month: May, 12 1905.
      if let (day, last, after) = days(at: text(next) == "," ? next + 1 : next) {
        (term.day, term.lastDay, next) = (day, last, after)
      }
    }
    readYear(into: &term, next: &next, notes: &notes)
    if term.month == 24 { readWinterEnd(into: &term, next: &next) }
    return (term, next, notes)
  }

  /// `12 May 1905`, `12-14 May 1905`, `19th of October, 1936`, `12. Mai 1905`.
  private func dayFirst(at index: Int) -> Found? {
    guard let (day, last, after) = days(at: index) else { return nil }
    var next = after
    if ["of", "."].contains(text(next)) { next += 1 }
    guard let (month, isMisspelt) = month(at: next) else { return nil }
    var term = DateTerm(month: month, day: day, lastDay: last)
    var notes: [DateNote] = isMisspelt ? [.misspelt(text(next))] : []
    next += 1
    readYear(into: &term, next: &next, notes: &notes)
    return (term, next, notes)
  }

  /// `1905 May 12`, as archivists write it; not `1905, May 12, 1906`.
  private func yearFirst(at index: Int) -> Found? {
    guard let (year, after) = year(at: index) else { return nil }
    guard var found = named(at: [",", ":"].contains(text(after)) ? after + 1 : after),
      found.term.year == nil
    else {
      return nil
    }
    found.term.year = year
    return found
  }

  /// A month's name; a misspelt one counts only where a day or a year touches on it.
  private func month(at index: Int) -> (month: Int, isMisspelt: Bool)? {
    if let month = DateWords.months[text(index)] { return (month, false) }
    guard tokens.indices.contains(index), tokens[index].kind == .word,
      let month = DateWords.misspeltMonth(text(index)),
      [index - 1, index + 1].contains(where: { number($0, digits: 1...4) != nil })
    else { return nil }
    return (month, true)
  }

  /// The `-06` of `Winter 1905-06`: the winter from December to February.
  private func readWinterEnd(into term: inout DateTerm, next: inout Int) {
    guard let year = term.year.flatMap({ Int($0) }), ["-", "/"].contains(text(next)),
      let ending = number(next + 1, digits: 2...2), ending == (year + 1) % 100
    else { return }
    (term.month, term.lastMonth, term.lastYear) = (12, 2, DateTerm.fourDigits(year + 1))
    next += 2
  }

  /// One day, or two with a dash between them.
  private func days(at index: Int) -> (first: Int, last: Int?, next: Int)? {
    guard let (first, next) = day(at: index) else { return nil }
    if text(next) == "-", let (last, after) = day(at: next + 1), last > first {
      return (first, last, after)
    }
    return (first, nil, next)
  }

  private func day(at index: Int) -> (day: Int, next: Int)? {
    guard let day = number(index, digits: 1...2), (1...31).contains(day) else { return nil }
    let isOrdinal = isJoined(index + 1) && DateWords.ordinalEndings.contains(text(index + 1))
    return (day, index + (isOrdinal ? 2 : 1))
  }

  /// A year after a month or season, behind a full stop, comma or `of`.
  private func readYear(into term: inout DateTerm, next: inout Int, notes: inout [DateNote]) {
    var index = next
    while [".", ",", "of"].contains(text(index)) { index += 1 }
    if let (year, after) = year(at: index) {
      term.year = year
      next = after
      readOpenEnd(into: &term, next: &next, notes: &notes)
    } else if term.day != nil, let year = number(index, digits: 3...3) {
      notes.append(.shortYear(text(index)))
      term.year = DateTerm.fourDigits(year)
      next = index + 1
    }
  }

  // MARK: numbers only

  /// `5/12/1905`, `12.5.1905`, `1905-05-12`, `7/2008`.
  private func numeric(at index: Int) -> Found? {
    let sign = text(index + 1)
    guard ["/", "-", "."].contains(sign) else { return nil }
    if let year = number(index, digits: 4...4), DateTermReader.years.contains(year),
      let month = number(index + 2, digits: 1...2),
      text(index + 3) == sign, let day = number(index + 4, digits: 1...2)
    {
      let term = DateTerm(year: DateTerm.fourDigits(year), month: month, day: day)
      return (term, clockEnd(index + 5), [])
    }
    guard let first = number(index, digits: 1...2) else { return nil }
    if let second = number(index + 2, digits: 1...2), text(index + 3) == sign,
      let year = number(index + 4, digits: 4...4)
    {
      // With points the day stands first wherever this is written; else the American order counts.
      let isSaid = order.map { $0 == .dayMonth } ?? (sign == ".")
      let isDayFirst = first > 12 || (isSaid && second <= 12)
      var notes: [DateNote] = []
      if order == nil {
        let isOpen = sign != "." && first <= 12 && second <= 12 && first != second
        if isOpen { notes.append(.dayAndMonthMayBeSwapped) }
      } else if isDayFirst != isSaid {
        notes.append(.orderDiffers)
      }
      let term = DateTerm(
        year: DateTerm.fourDigits(year), month: isDayFirst ? second : first,
        day: isDayFirst ? first : second)
      return (term, index + 5, notes)
    }
    if sign != ".", (1...12).contains(first), let year = number(index + 2, digits: 4...4) {
      return (DateTerm(year: DateTerm.fourDigits(year), month: first), index + 3, [])
    }
    return nil
  }

  /// The end of a time of day after a date, as in `1905-05-12T00:00:00.000Z`.
  private func clockEnd(_ index: Int) -> Int {
    guard text(index) == "t", isJoined(index), number(index + 1, digits: 2...2) != nil else {
      return index
    }
    var next = index + 1
    while isJoined(next) { next += 1 }
    return next
  }
}
