/// Dates in numbers only, and the times behind them.
extension DateTermReader {
  /// `5/12/1905`, `12.5.1905`, `1905-05-12`, `1944:06:15`, `7/2008`.
  ///
  /// A month or day `00` is unknown, as in databases.
  func numeric(at index: Int) -> Found? {
    let sign = text(index + 1)
    guard ["/", "-", ".", ":"].contains(sign) else { return nil }
    if let year = number(index, digits: 4...4), DateTermReader.years.contains(year),
      let month = number(index + 2, digits: 1...2),
      text(index + 3) == sign, let day = number(index + 4, digits: 1...2)
    {
      return dated(year, month: month, day: day, next: index + 5)
    }
    guard sign != ":", let first = number(index, digits: 1...2) else { return nil }
    if let second = number(index + 2, digits: 1...2), text(index + 3) == sign {
      if let year = number(index + 4, digits: 4...4) {
        return ordered(first, second, year: year, sign: sign, next: index + 5)
      }
      if number(index + 4, digits: 2...2) != nil, text(index + 5) != sign {
        return Found(term: DateTerm(month: 1, day: 1), next: index + 5, doubt: .noCentury)
      }
    }
    if sign != ".", (1...12).contains(first), let year = number(index + 2, digits: 4...4) {
      return Found(
        term: DateTerm(year: DateTerm.fourDigits(year), month: first), next: index + 3)
    }
    return nil
  }

  private func dated(_ year: Int, month: Int, day: Int, next: Int) -> Found {
    var term = DateTerm(year: DateTerm.fourDigits(year))
    if month > 0 { term.month = month }
    if day > 0 { term.day = day }
    guard month == 0, day > 0 else { return Found(term: term, next: next) }
    // A day of no month is the year.
    term.day = nil
    return Found(term: term, next: next, notes: [.passedOver("\(day)")])
  }

  private func ordered(
    _ first: Int, _ second: Int, year: Int, sign: String, next: Int
  ) -> Found {
    if first == 0 || second == 0 {
      let known = max(first, second)
      return known > 12
        ? dated(year, month: 0, day: known, next: next)
        : dated(year, month: known, day: 0, next: next)
    }
    // With points the day always comes first; else the American order counts.
    let isSaid = order.map { $0 == .dayMonth } ?? (sign == ".")
    let isDayFirst = first > 12 || (isSaid && second <= 12)
    var found =
      isDayFirst
      ? dated(year, month: second, day: first, next: next)
      : dated(year, month: first, day: second, next: next)
    if order == nil {
      let isOpen = sign != "." && first <= 12 && second <= 12 && first != second
      if isOpen { found.notes.append(.dayAndMonthMayBeSwapped) }
    } else if isDayFirst != isSaid {
      found.notes.append(.orderDiffers)
    }
    return found
  }

  /// The end of the time of day behind a date, as in `1905-05-12T00:00:00.000Z` and
  /// `4.7.1905 14:30 Uhr`; `nil` when there is none.
  func clockEnd(_ index: Int) -> Int? {
    var next = index
    if text(next) == "," { next += 1 }
    if text(next) == "t", isJoined(next) { next += 1 }
    while meaning(next) == .filler { next += 1 }
    return timeEnd(next).map(zoneEnd)
  }

  /// The end of a time of day: `14:30`, `9:10:11.5`, `14h30`, `3pm`, `12 noon`, `9 Uhr`; `nil` for
  /// another number.
  func timeEnd(_ index: Int) -> Int? {
    guard let hour = number(index, digits: 1...2), hour <= 24 else { return nil }
    var next = index + 1
    while [":", "h"].contains(text(next)), number(next + 1, digits: 2...2) != nil { next += 2 }
    if next > index + 1, text(next) == ".", number(next + 1, digits: 1...6) != nil { next += 2 }
    // 14.30 Uhr; 14.30 alone is none.
    let minutes = text(next) == "." && number(next + 1, digits: 2...2) != nil ? next + 2 : next
    return clockWordEnd(minutes, isAfterMinutes: minutes > index + 1)
      ?? (next > index + 1 ? next : nil)
  }

  private func clockWordEnd(_ index: Int, isAfterMinutes: Bool) -> Int? {
    if ["a", "p"].contains(text(index)), text(index + 1) == ".", text(index + 2) == "m" {
      return index + 3
    }
    // In German, am precedes days.
    let isWord =
      text(index) == "am"
      ? isJoined(index) || isAfterMinutes : DateTermReader.clockWords.contains(text(index))
    return isWord ? index + 1 : nil
  }

  private func zoneEnd(_ index: Int) -> Int {
    if ["z", "utc", "gmt"].contains(text(index)) { return index + 1 }
    guard ["+", "-"].contains(text(index)), isJoined(index),
      number(index + 1, digits: 2...2) != nil || number(index + 1, digits: 4...4) != nil
    else { return index }
    return text(index + 2) == ":" && number(index + 3, digits: 2...2) != nil ? index + 4 : index + 2
  }

  private static let clockWords: Set<String> = ["uhr", "h", "pm", "hrs", "noon"]
}
