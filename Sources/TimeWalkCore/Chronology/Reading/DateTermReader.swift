/// Finds dates among the tokens of a text.
struct DateTermReader {
  /// The tokens.
  let tokens: [DateToken]
  /// The catalogue's order of numeric dates; `nil` if unknown.
  var order: DateReading.NumberOrder?

  /// The years that a bare number of four digits can be; others are more likely shelf marks.
  static let years = 1000...2199

  /// A date that was found.
  struct Found {
    /// The date.
    var term: DateTerm
    /// The index of the token after it.
    var next: Int
    /// The notes for a curator.
    var notes: [DateNote] = []
    /// The reason for an unknown date: `17 Sept 23` has a year without its century.
    var doubt: Doubt?
  }

  /// The reason why a found date is unknown.
  enum Doubt: Hashable, Sendable {
    /// Its year has no century.
    case noCentury
    /// Its last number may be a day or a year.
    case dayOrYear
  }

  /// The date that starts at a token; `nil` when none does.
  ///
  /// - Parameters:
  ///   - index: the token.
  ///   - previous: the date before it, with nothing but a joiner between.
  /// - Returns: the date with the index of the token after it.
  func term(at index: Int, after previous: DateTerm? = nil) -> Found? {
    guard tokens.indices.contains(index) else { return nil }
    var found =
      named(at: index) ?? yearFirst(at: index) ?? dayFirst(at: index) ?? numeric(at: index)
      ?? century(at: index, after: previous) ?? bareDay(at: index, after: previous)
      ?? yearTerm(at: index, after: previous)
    if let date = found, date.term.day != nil, date.term.year != nil, let end = clockEnd(date.next)
    {
      found?.next = end
    }
    return found
  }

  // MARK: tokens

  /// The text of a token; empty beyond the last.
  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// The usual meaning of a token.
  func meaning(_ index: Int) -> DateMeaning? {
    tokens.indices.contains(index) ? tokens[index].meaning : nil
  }

  /// The possible meanings of a token.
  func meanings(_ index: Int) -> [DateMeaning] {
    tokens.indices.contains(index) ? tokens[index].meanings : []
  }

  /// The number at a token when it has so many digits.
  func number(_ index: Int, digits: ClosedRange<Int>) -> Int? {
    guard tokens.indices.contains(index), digits.contains(tokens[index].text.utf8.count) else {
      return nil
    }
    return tokens[index].value
  }

  /// Returns true if a token touches the one before it.
  func isJoined(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isJoined }

  /// Returns true if a token joins the two ends of a range.
  func isRangeJoiner(_ index: Int) -> Bool {
    switch meaning(index) {
    case .to, .until: true
    case nil: text(index) == "-" || text(index) == "/"
    default: false
    }
  }

  /// Returns true if a token joins dates in any way.
  func isJoiner(_ index: Int) -> Bool {
    switch meaning(index) {
    case .and, .or: true
    default: isRangeJoiner(index) || ["&", ",", "+"].contains(text(index))
    }
  }

  /// The index after `of`, `the` and similar words.
  func skippingFillers(_ index: Int) -> Int {
    var index = index
    while meaning(index) == .filler || meaning(index) == .from { index += 1 }
    return index
  }

  // MARK: months by name

  /// `May 12, 1905`, `August 10-14, 1939`, `Feb. 1918`, `January`, `Summer 1953`, `Jul-1905`.
  private func named(at index: Int) -> Found? {
    var found = Found(term: DateTerm(), next: index + 1)
    if case .season(let code) = meaning(index) {
      found.term.month = code
    } else {
      guard let (month, isMisspelt) = month(at: index) else { return nil }
      found.term.month = month
      if isMisspelt { found.notes.append(.misspelt(text(index))) }
      if text(found.next) == "." { found.next += 1 }
      if let (day, last, after) = dayBehindMonth(at: found.next) {
        (found.term.day, found.term.lastDay, found.next) = (day, last, after)
      }
    }
    readYear(into: &found)
    if found.term.month == 24 { readWinterEnd(into: &found) }
    return found
  }

  /// The days behind a month's name; some put a comma between: `May, 12 1905`.
  private func dayBehindMonth(at index: Int) -> (day: Int, last: Int?, next: Int)? {
    var start = index
    let isJoinedBySign = ["-", "/"].contains(text(index))
    if [",", "-", "/", "[", "("].contains(text(index)) { start += 1 }
    guard year(at: start) == nil, let (day, last, after) = days(at: start) else { return nil }
    guard isJoinedBySign else { return (day, last, after) }
    // Jul-04-1905 has a day, Jun-05 perhaps a year.
    let next = ["-", "/", ","].contains(text(after)) ? after + 1 : after
    let isShort = text(start).utf8.count == 1 && after >= tokens.count
    return year(at: next) != nil || isShort ? (day, last, after) : nil
  }

  /// `12 May 1905`, `12-14 May 1905`, `19th of October, 1936`, `12. Mai 1905`, `4-Jul-1905`.
  private func dayFirst(at index: Int) -> Found? {
    guard let (day, last, after) = days(at: index) else { return nil }
    var next = after
    var isUncertain = false
    while true {
      if text(next) == "?" { isUncertain = true } else if !isWithinDate(next) { break }
      next += 1
    }
    guard let (month, isMisspelt) = month(at: next) ?? romanMonth(at: next) else { return nil }
    var found = Found(term: DateTerm(month: month, day: day, lastDay: last), next: next + 1)
    if isMisspelt { found.notes.append(.misspelt(text(next))) }
    if isUncertain { found.term.qualifier = .uncertain }
    readYear(into: &found)
    return found
  }

  /// Returns true if a token may be between a day, its month and its year.
  private func isWithinDate(_ index: Int) -> Bool {
    [".", ",", "-", "/", "[", "]", "(", ")"].contains(text(index)) || meaning(index) == .filler
  }

  /// `1905 May 12`, as archivists write it; not `1905, May 12, 1906`.
  private func yearFirst(at index: Int) -> Found? {
    guard let (year, after) = year(at: index) else { return nil }
    let next = [",", ":", "-", "/", ".", "("].contains(text(after)) ? after + 1 : after
    guard var found = named(at: next) ?? dayFirst(at: next), found.term.year == nil else {
      return nil
    }
    // The last number of 1905-Jul-04 isn't a year.
    if found.doubt == .dayOrYear, let (day, _, end) = days(at: next + 2) {
      (found.term.day, found.next, found.doubt) = (day, end, nil)
    }
    found.term.year = year
    return found
  }

  /// A month's name; a misspelt one counts only where a day or a year touches on it.
  private func month(at index: Int) -> (month: Int, isMisspelt: Bool)? {
    for case .month(let month) in meanings(index) { return (month, false) }
    guard tokens.indices.contains(index), tokens[index].kind == .word, meanings(index).isEmpty,
      let month = MonthSpelling.misspelt(text(index)),
      [index - 1, index + 1].contains(where: { number($0, digits: 1...4) != nil })
    else { return nil }
    return (month, true)
  }

  /// The month of `12.VI.1905`.
  private func romanMonth(at index: Int) -> (month: Int, isMisspelt: Bool)? {
    guard tokens.indices.contains(index), let month = RomanNumeral.value(text(index)), month <= 12,
      year(at: ["-", ".", "/"].contains(text(index + 1)) ? index + 2 : index + 1) != nil
    else { return nil }
    return (month, false)
  }

  /// The `-06` or `-1906` of `Winter 1905-06`: the winter from December to February.
  private func readWinterEnd(into found: inout Found) {
    guard let year = found.term.year.flatMap({ Int($0) }), ["-", "/"].contains(text(found.next))
    else { return }
    let isNext =
      number(found.next + 1, digits: 4...4) == year + 1
      || number(found.next + 1, digits: 2...2) == (year + 1) % 100
    guard isNext else { return }
    found.term.month = 12
    (found.term.lastMonth, found.term.lastYear) = (2, DateTerm.fourDigits(year + 1))
    found.next += 2
  }

  // MARK: days

  /// One day, or two with a dash between them; `12./13.` are two.
  private func days(at index: Int) -> (first: Int, last: Int?, next: Int)? {
    guard let (first, next) = day(at: index) else { return nil }
    let sign = text(next) == "." ? next + 1 : next
    if ["-", "/"].contains(text(sign)), let (last, after) = day(at: sign + 1), last > first,
      year(at: sign + 1) == nil
    {
      return (first, last, after)
    }
    return (first, nil, next)
  }

  private func day(at index: Int) -> (day: Int, next: Int)? {
    guard let day = number(index, digits: 1...2), (1...31).contains(day), timeEnd(index) == nil
    else { return nil }
    return (day, ordinalEnd(index + 1))
  }

  /// The end of an ordinal's suffix: the `th` of `12th`.
  func ordinalEnd(_ index: Int) -> Int {
    isJoined(index) && DateTermReader.ordinalEndings.contains(text(index)) ? index + 1 : index
  }

  /// Endings of ordinals in numbers.
  static let ordinalEndings: Set<String> = [
    "st", "nd", "rd", "th", "e", "er", "ere", "eme", "ieme", "re", "de", "ste", "o", "a", "te",
    "ten", "ter",
  ]

  /// A day whose month is written at another day: the `12` of `12 or 13 June 1905`, the `13` of
  /// `June 12 or 13, 1905`.
  private func bareDay(at index: Int, after previous: DateTerm?) -> Found? {
    guard let (day, after) = day(at: index), year(at: index) == nil else { return nil }
    if let previous, previous.day != nil, previous.year == nil, previous.month != nil {
      var found = Found(term: DateTerm(month: previous.month, day: day), next: after)
      readYear(into: &found)
      if found.term.year != nil || isJoiner(found.next) { return found }
    }
    let joiner = text(after) == "." ? after + 1 : after
    if let month = number(joiner, digits: 1...2), (1...12).contains(month), text(after) == ".",
      text(joiner + 1) == ".", isJoiner(joiner + 2),
      numeric(at: joiner + 3)?.term.day != nil
    {
      // 3.5.-6.5.1905
      return Found(term: DateTerm(month: month, day: day), next: joiner + 2)
    }
    guard isJoiner(joiner) else { return nil }
    let next = skippingFillers(joiner + 1)
    guard let later = dayFirst(at: next) ?? numeric(at: next) ?? bareDay(at: next, after: nil),
      later.term.day != nil
    else { return nil }
    return Found(term: DateTerm(day: day), next: joiner)
  }

  // MARK: years behind months

  /// A year after a month or season: behind a full stop, comma, `of`, or the hyphen of `Jul-1905`.
  private func readYear(into found: inout Found) {
    var index = found.next
    var isUncertain = false
    while tokens.indices.contains(index) {
      if text(index) == "?" {
        isUncertain = true
      } else if !isWithinDate(index), meaning(index) != .from {
        break
      }
      index += 1
    }
    if let (year, after) = year(at: index) {
      found.term.year = year
      found.next = after
      if isUncertain { found.term.qualifier.formUnion(.uncertain) }
      readOpenEnd(into: &found)
      return
    }
    if found.term.day != nil, let year = number(index, digits: 3...3) {
      found.notes.append(.shortYear(text(index)))
      found.term.year = DateTerm.fourDigits(year)
      found.next = index + 1
      return
    }
    readShortYear(at: index, into: &found)
  }

  /// A year of two digits, whose century is unknown.
  private func readShortYear(at index: Int, into found: inout Found) {
    guard let year = number(index, digits: 2...2), text(index + 1) != ":",
      ordinalEnd(index + 1) == index + 1
    else { return }
    // In 12 May - 14 June 1905 the number is the next date's day.
    if ["-", "/"].contains(text(index - 1)), index - 1 >= found.next {
      guard isJoined(index), term(at: index) == nil else { return }
      found.doubt = found.term.day == nil && year <= 31 && year > 0 ? .dayOrYear : .noCentury
    } else if tokens[index].hasApostrophe || found.term.day != nil || year > 31
      || found.term.month ?? 0 > 12
    {
      // In June 12, 14, 1905 it is another day.
      let isDay = self.year(at: text(index + 1) == "," ? index + 2 : index + 1) != nil
      guard !isDay, term(at: index) == nil else { return }
      found.doubt = .noCentury
    } else {
      return
    }
    found.next = index + 1
  }
}
