/// Finds the dates of a text with their qualifiers, bounds and parts.
struct DatePhraseReader {
  private let terms: DateTermReader
  private let text: String
  private var phrase = DatePhrase()
  private var index = 0
  private var joiner: DatePhrase.Joiner?
  private var isDash = false
  private var qualifier: EDTFQualifier = []
  private var side: DateSide?
  private var part: DatePart?
  private var openStart: DateEnd?
  private var isBetween = false
  private var unspecified = 0
  /// The first date that a correction may replace.
  private var groupStart = 0
  /// The dates that a correction has replaced.
  private var replaced: [(joiner: DatePhrase.Joiner, term: DateTerm)] = []

  /// True if a year was found without its century.
  private(set) var lacksCentury = false

  /// Makes a reader of some tokens of a text.
  init(tokens: [DateToken], of text: String, order: DateReading.NumberOrder?) {
    terms = DateTermReader(tokens: tokens, order: order)
    self.text = text
  }

  /// The reading of a text.
  struct Outcome {
    /// EDTF; `nil` when the time is unknown.
    var edtf: String?
    /// The notes for a curator.
    var notes: [DateNote]
    /// True if some of the text is not part of the date.
    var hasPassedOver: Bool
  }

  /// Reads the whole text; `nil` when no date is found.
  mutating func outcome() -> Outcome? {
    while index < terms.tokens.count { step() }
    if isBetween, !phrase.found.isEmpty { passOverBound("between") }
    if joiner == .range, let last = phrase.found.indices.last {
      phrase.found[last].term.openEnd = .unknown
      phrase.notes.append(.endIsMissing)
      joiner = nil
    }
    settle()
    if phrase.found.isEmpty { phrase.found = replaced }
    guard !phrase.found.isEmpty || phrase.isUnknown && phrase.notes.contains(.dayOrYear) else {
      return nil
    }
    let edtf = phrase.edtf()
    return Outcome(
      edtf: edtf, notes: phrase.notes,
      hasPassedOver: !phrase.passedOver.isEmpty || phrase.isApart)
  }

  // MARK: tokens

  private mutating func step() {
    if let (part, next) = terms.part(at: index) {
      losePart()
      self.part = DatePart(
        first: part.first, last: part.last, count: part.count, name: written(index..<next))
      index = next
      return
    }
    if let end = terms.timeEnd(index) {
      phrase.passedOver.append(written(index..<end))
      index = end
      return
    }
    let previous = joiner == nil ? nil : phrase.found.last?.term
    if let date = terms.term(at: index, after: previous) { return take(date) }
    let token = terms.tokens[index]
    index += 1
    if token.kind == .sign { return take(sign: token) }
    switch token.meaning {
    case .approximate: take(qualifier: .approximate)
    case .uncertain: take(qualifier: .uncertain)
    case .before: take(side: .before)
    case .after: take(side: .after)
    case .by: if startsDate(index) { take(side: .before) } else { skipAside() }
    case .from: takeFrom()
    case .not: takeNegation(token)
    case .between: isBetween = true
    case .third(let third): take(third: third)
    // A half without an ordinal.
    case .part: passOver(token)
    case .or: take(joiner: isBetween && !phrase.found.isEmpty ? .range : .or)
    case .and: take(joiner: isBetween && !phrase.found.isEmpty ? .range : .and)
    case .to, .until: takeRange(isDash: false)
    case .open: takeOpen(token, .open)
    case .toOpen:
      take(joiner: .range)
      takeOpen(token, .open)
    case .unknown: takeOpen(token, .unknown)
    case .correction: takeCorrection()
    case .unit(let count): unspecified = count
    case .aside: skipAside()
    default: passOver(token)
    }
  }

  private mutating func take(sign token: DateToken) {
    switch token.text {
    case "?":
      if phrase.found.isEmpty && terms.isRangeJoiner(index) || joiner == .range && isAtEnd(index) {
        takeOpen(token, .unknown)
      } else {
        take(qualifier: .uncertain)
      }
    case "~": take(qualifier: .approximate)
    case "%": take(qualifier: [.uncertain, .approximate])
    case "-", "/": takeRange(isDash: token.text == "-")
    case "&", ",", ";", "+", "|":
      let isRange = isBetween && !phrase.found.isEmpty && token.text != ","
      take(joiner: isRange ? .range : .and)
      if token.text == ";" || token.text == "|" { groupStart = phrase.found.count }
    case "=" where phrase.found.count > groupStart: takeCorrection()
    case "]", ")", "[", "(", ".", ":", "\"", "“", "”", "„", "«", "»", "{", "}", "<", ">", "*": break
    default: passOver(token)
    }
  }

  private mutating func take(_ date: DateTermReader.Found) {
    index = date.next
    switch date.doubt {
    case .noCentury:
      lacksCentury = true
      phrase.isUnknown = true
    case .dayOrYear:
      phrase.notes.append(.dayOrYear)
      phrase.isUnknown = true
    case nil: break
    }
    var term = date.term
    phrase.notes += date.notes
    if case .passedOver = date.notes.last { phrase.notes.removeLast() }
    for case .passedOver(let number) in date.notes { phrase.passedOver.append(number) }
    term.leadingQualifier = qualifier
    term.qualifier.formUnion(qualifier)
    term.side = side
    term.part = part
    term.unspecified = unspecified
    term.openStart = openStart
    term.isDashed = isDash
    (qualifier, side, part, unspecified, openStart) = ([], nil, nil, 0, nil)
    // A question mark belongs to the date that it touches.
    while let sure = DatePhraseReader.signs[terms.text(index)] {
      term.qualifier.formUnion(sure)
      index += 1
    }
    if joiner == .range, isBetween { isBetween = false }
    if term.year == nil, let year = replaced.last?.term.year, phrase.found.count == groupStart {
      term.year = year
    }
    replaced = []
    phrase.found.append((joiner ?? .nothing, term))
    (joiner, isDash) = (nil, false)
  }

  private static let signs: [String: EDTFQualifier] = [
    "?": .uncertain, "%": [.uncertain, .approximate],
  ]

  // MARK: joiners

  private mutating func take(joiner next: DatePhrase.Joiner) {
    settle()
    joiner = next
    isDash = false
  }

  private mutating func takeRange(isDash: Bool) {
    // Until 1905, - 1910: the start is unknown.
    if phrase.found.isEmpty, openStart == nil, side == nil, startsDate(index) {
      if isDash { phrase.notes.append(.endIsMissing) }
      side = .before
      return
    }
    take(joiner: .range)
    self.isDash = isDash
  }

  private mutating func takeFrom() {
    if part != nil || joiner == .range { return }
    if phrase.found.isEmpty || startsDate(index) { side = .from } else { skipAside() }
  }

  /// `open` and `unknown` at the start or end of a range; elsewhere they are skipped.
  private mutating func takeOpen(_ token: DateToken, _ end: DateEnd) {
    if joiner == .range, let last = phrase.found.indices.last, !startsDate(index) {
      phrase.found[last].term.openEnd = end
      if end == .unknown { phrase.notes.append(.endIsMissing) }
      joiner = nil
    } else if phrase.found.isEmpty, terms.isRangeJoiner(index) {
      openStart = end
      index += 1
      if terms.text(index - 1) == "-" { phrase.notes.append(.endIsMissing) }
    } else {
      passOver(token)
    }
  }

  private mutating func takeNegation(_ token: DateToken) {
    let next = terms.skippingFillers(index)
    switch terms.meaning(next) {
    case .before: take(side: .after)
    case .after, .from: take(side: .before)
    case .until: take(side: .after)
    default:
      phrase.passedOver.append(written(token))
      phrase.isUnknown = true
      return
    }
    index = next + 1
    skipHyphen()
  }

  /// `1905 [i.e. 1906]`: the cataloguer knows better than the picture.
  private mutating func takeCorrection() {
    settle()
    guard phrase.found.count > groupStart else { return }
    replaced = Array(phrase.found[groupStart...])
    phrase.found.removeSubrange(groupStart...)
    phrase.notes.append(.corrected)
    joiner = replaced.first?.joiner
  }

  // MARK: qualifiers, bounds and parts

  private mutating func take(qualifier more: EDTFQualifier) {
    qualifier.formUnion(more)
    skipHyphen()
  }

  /// `early`, or the `mid` of `early to mid`.
  private mutating func take(third: Int) {
    let name = written(terms.tokens[index - 1])
    if let before = part, before.count == 3, before.first <= third {
      part = DatePart(first: before.first, last: third, count: 3, name: "\(before.name) to \(name)")
    } else {
      losePart()
      part = DatePart(first: third, last: third, count: 3, name: name)
    }
    if terms.isJoiner(index), case .third = terms.meaning(index + 1) { index += 1 }
    skipHyphen()
  }

  private mutating func take(side next: DateSide) {
    if let side, side != .from { passOverBound(side == .before ? "before" : "after") }
    side = next
    skipHyphen()
  }

  /// The hyphen of `mid-1930s` and `pre-1900` joins nothing.
  private mutating func skipHyphen() {
    if terms.text(index) == "-", terms.isJoined(index), terms.isJoined(index + 1) { index += 1 }
  }

  /// Applies qualifiers after a date to it, if no other date follows.
  private mutating func settle() {
    guard let last = phrase.found.indices.last else { return }
    if joiner == nil || side != nil || !qualifier.isEmpty {
      phrase.found[last].term.qualifier.formUnion(qualifier)
      if let side {
        if phrase.found[last].term.side == nil {
          phrase.found[last].term.side = side
          phrase.found[last].term.isSideBehind = true
        } else {
          passOverBound(side == .before ? "before" : "after")
        }
      }
      (qualifier, side) = ([], nil)
    }
    let term = phrase.found[last].term
    if let part, term.part == nil, term.isDecade || term.isCentury || term.maybeDecade != nil {
      phrase.found[last].term.part = part
      self.part = nil
    }
    losePart()
  }

  private mutating func losePart() {
    if let part { phrase.notes.append(.partIsLost(part.name)) }
    part = nil
  }

  // MARK: skipped text

  private mutating func passOver(_ token: DateToken) {
    switch token.kind {
    case .word:
      let isEnding = token.isJoined && DateTermReader.ordinalEndings.contains(token.text)
      if isEnding { return }
      switch token.meaning {
      case .filler, .decade, .decades, .decadeEnding, .hundreds, .ordinal: return
      default: phrase.passedOver.append(written(token))
      }
    case .number:
      phrase.passedOver.append(written(token))
      // A number of this size may be a day or a month: the years are right then.
      if let value = token.value, value <= 31 {
        phrase.isYearOnly = true
      } else {
        phrase.isUnknown = true
      }
    case .sign: phrase.passedOver.append(written(token))
    }
  }

  private mutating func passOverBound(_ words: String) {
    phrase.passedOver.append(words)
    phrase.isUnknown = true
  }

  /// Skips text about other things than the picture's date, up to the next semicolon.
  private mutating func skipAside() {
    losePart()
    (qualifier, side, joiner) = ([], nil, nil)
    phrase.passedOver.append(written(terms.tokens[index - 1]))
    while index < terms.tokens.count, terms.text(index) != ";" {
      if terms.tokens[index].kind != .sign {
        phrase.passedOver.append(written(terms.tokens[index]))
      }
      index += 1
    }
  }

  // MARK: looking ahead

  private func startsDate(_ index: Int) -> Bool {
    var index = index
    while index < terms.tokens.count {
      if terms.part(at: index) != nil || terms.term(at: index) != nil { return true }
      switch terms.meaning(index) {
      case .filler, .approximate, .uncertain, .before, .after, .third: index += 1
      case nil where ["[", "(", ".", "?", "~"].contains(terms.text(index)): index += 1
      default: return false
      }
    }
    return false
  }

  private func isAtEnd(_ index: Int) -> Bool {
    terms.text(index).isEmpty || ["]", ")", ";", ","].contains(terms.text(index))
  }

  private func written(_ token: DateToken) -> String { text[token.range].lowercased() }

  private func written(_ range: Range<Int>) -> String {
    guard let first = terms.tokens[range].first, let last = terms.tokens[range].last else {
      return ""
    }
    return text[first.range.lowerBound..<last.range.upperBound].lowercased()
  }
}
