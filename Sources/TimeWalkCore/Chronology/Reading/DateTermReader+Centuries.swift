/// Centuries and the parts of longer times.
extension DateTermReader {
  /// `19th century`, `19c.`, `20th c.`, `XIXe siècle`, `siglo XIX`, `Ottocento`, `2nd century BCE`,
  /// the `17th` of `17th-19th centuries`, the `XX` of `siglos XIX y XX`.
  func century(at index: Int, after previous: DateTerm?) -> Found? {
    if case .namedCentury(let number) = meaning(index) { return century(number, next: index + 1) }
    if let found = centuryWordFirst(at: index) { return found }
    guard let (number, after) = centuryOrdinal(at: index) else { return nil }
    if let end = centuryWord(at: after, isBehindOrdinal: after > index + 1) {
      return century(number, next: end)
    }
    let isRoman = tokens[index].kind == .word && RomanNumeral.value(text(index)) != nil
    if let previous, previous.isCentury, previous.isWordFirst,
      isRoman || year(at: index) == nil && tokens[index].kind == .number && after == index + 1
    {
      var found = century(number, next: after)
      found.term.isWordFirst = true
      return found
    }
    // XIXe is always a century.
    if number > 12, text(index).hasSuffix("e"), RomanNumeral.value(text(index)) == nil,
      meanings(index).isEmpty, tokens[index].kind == .word
    {
      return century(number, next: after)
    }
    // In 10, 19th century the first number isn't an ordinal.
    let joiner = pastPoint(after)
    guard isJoiner(joiner), text(joiner) != "," || joiner > index + 1 || isRoman,
      hasLaterCentury(at: joiner + 1)
    else { return nil }
    return century(number, next: after)
  }

  private func century(_ number: Int, next: Int) -> Found {
    var next = next
    var isBefore = false
    if let (before, end) = era(at: next) { (isBefore, next) = (before, end) }
    let year = (isBefore ? "-" : "") + DateTerm.twoDigits(number - 1) + "XX"
    return Found(term: DateTerm(year: year), next: next)
  }

  /// `siglo XIX`, `sec. XX`, `s. XIX`, `século 19`.
  private func centuryWordFirst(at index: Int) -> Found? {
    let isAbbreviation = text(index) == "s"
    guard meaning(index) == .century || isAbbreviation, index + 1 < tokens.count else { return nil }
    let start = skippingFillers(pastPoint(index + 1))
    guard let (number, after) = centuryOrdinal(at: start), year(at: start) == nil,
      tokens[start].kind == .word || !isAbbreviation && term(at: start) == nil
    else { return nil }
    var found = century(number, next: after)
    found.term.isWordFirst = true
    return found
  }

  /// The century after the joiner of a range, behind words such as `early`, and perhaps others
  /// between.
  private func hasLaterCentury(at index: Int) -> Bool {
    var index = index
    while index < tokens.count {
      if let (_, after) = part(at: index) {
        index = after
        continue
      }
      if let (_, after) = centuryOrdinal(at: index) {
        if centuryWord(at: after, isBehindOrdinal: after > index + 1) != nil { return true }
        guard isJoiner(pastPoint(after)) else { return false }
        index = pastPoint(after)
      }
      switch meaning(index) {
      case .third, .filler, .and, .or, .to, .until, .from, .approximate:
        index += 1
      default:
        guard isJoiner(index) || text(index) == "." else { return false }
        index += 1
      }
    }
    return false
  }

  /// An ordinal that can be a century's, in words, digits or Roman digits.
  private func centuryOrdinal(at index: Int) -> (number: Int, next: Int)? {
    guard tokens.indices.contains(index) else { return nil }
    if let (number, next) = ordinal(at: index) {
      return (1...22).contains(number) ? (number, next) : nil
    }
    guard tokens[index].kind == .word else { return nil }
    let word = text(index)
    if let number = RomanNumeral.value(word) {
      return number <= 22 ? (number, ordinalEnd(index + 1)) : nil
    }
    for ending in ["ieme", "eme", "th", "st", "nd", "rd", "e", "o"] where word.hasSuffix(ending) {
      if let number = RomanNumeral.value(String(word.dropLast(ending.count))), number <= 22 {
        return (number, index + 1)
      }
    }
    return nil
  }

  private func ordinal(at index: Int) -> (number: Int, next: Int)? {
    for case .ordinal(let number) in meanings(index) { return (number, index + 1) }
    guard let number = number(index, digits: 1...2) else { return nil }
    return (number, ordinalEnd(index + 1))
  }

  private func pastPoint(_ index: Int) -> Int { text(index) == "." ? index + 1 : index }

  private func centuryWord(at index: Int, isBehindOrdinal: Bool) -> Int? {
    let word = ["-", "."].contains(text(index)) ? index + 1 : index
    if meaning(word) == .century { return word + 1 }
    // 20th c., 19c.; but c. 1905 is a year.
    if text(word) == "c", isJoined(word) || isBehindOrdinal {
      return year(at: pastPoint(word + 1)) == nil ? word + 1 : nil
    }
    // XIXe s., but not 1860 s.
    if text(word) == "s", word == index, tokens[word - 1].kind == .word { return word + 1 }
    return nil
  }

  /// `first half of`, `2nd quarter of`, `1. Drittel`, `seconda metà`, `last decade of`: a part,
  /// before the decade or century it divides.
  func part(at index: Int) -> (part: DatePart, next: Int)? {
    let isLast = meanings(index).contains(.last)
    guard let (number, after) = isLast ? (0, index + 1) : ordinal(at: index) else { return nil }
    let next = pastPoint(after)
    guard let count = partCount(next), isLast || (1...count).contains(number) else { return nil }
    let part = (isLast ? count : number) - 1
    let name = "\(text(index)) \(text(next))"
    return (DatePart(first: part, last: part, count: count, name: name), next + 1)
  }

  private func partCount(_ index: Int) -> Int? {
    for meaning in meanings(index) {
      switch meaning {
      case .part(let count): return count
      case .decade: return 10
      default: continue
      }
    }
    return nil
  }
}
