/// Puts the dates of a text together into one EDTF text.
struct DatePhraseReader {
  /// The text between two dates.
  private enum Joiner { case range, or, and, nothing }

  /// The notes for a curator.
  private(set) var notes: [DateNote] = []

  private let terms: DateTermReader
  private var index = 0
  private var found: [(joiner: Joiner, term: DateTerm)] = []
  private var joiner: Joiner?
  private var qualifier: EDTFQualifier = []
  private var side: DateSide?
  private var part: DatePart?
  private var isBetween = false
  private var unspecified = 0
  private var passedOver: [String] = []
  /// True if a bracket was closed after the first date: the rest is not part of it.
  private var isClosed = false

  /// Makes a reader of some pieces.
  init(tokens: [DateToken], order: DateReading.NumberOrder?) {
    terms = DateTermReader(tokens: tokens, order: order)
  }

  /// True if some of the text was passed over.
  var hasPassedOver: Bool { !passedOver.isEmpty }

  /// The lengths of EDTF texts for which `doubtfulRange` may have a note, in bytes: `1910-30`,
  /// `[1910-30]`.
  static let doubtfulLengths = [7, 9]

  /// The note on a text that is both a year with an EDTF code and a short range: `1910-30`.
  static func doubtfulRange(_ tokens: [DateToken]) -> DateNote? {
    let inner = tokens.filter { !"[]().".contains($0.text) }
    guard inner.count == 3, inner[1].text == "-", inner[2].text.count == 2,
      let year = inner[0].value, year > 999, let ending = inner[2].value, ending > year % 100
    else { return nil }
    switch ending {
    case 1...12: return .monthMayBeRange
    case 21...41: return .seasonMayBeRange
    default: return nil
    }
  }

  /// The text in EDTF; `nil` when no date is found.
  mutating func edtf() -> String? {
    while index < terms.tokens.count { step() }
    settle()
    inheritYears()
    chooseDecades()
    guard !found.isEmpty else { return nil }
    if found.contains(where: { $0.term.year == nil }) { notes.append(.noYear) }
    let text = assembled()
    if !passedOver.isEmpty { notes.append(.passedOver(passedOver.joined(separator: " "))) }
    return text
  }

  // MARK: pieces

  private mutating func step() {
    if let (part, next) = terms.part(at: index) {
      self.part = part
      index = next
      return
    }
    if let date = terms.term(at: index) { return take(date) }
    let token = terms.tokens[index]
    index += 1
    if let more = DateWords.qualifiers[token.text] { return take(qualifier: more) }
    if let side = DateWords.sides[token.text] { return take(side: side) }
    // Misspelt in real catalogues.
    if token.text.hasPrefix("betw") { return isBetween = true }
    if let third = DateWords.thirds[token.text] { return take(third: third, name: token.text) }
    switch token.text {
    case "from": if found.isEmpty { side = .after } else { skipAside(token.text) }
    case "by": if found.isEmpty { side = .before } else { skipAside(token.text) }
    case "no", "not":
      guard let side = DateWords.sides[terms.text(index)] else { return passOver(token) }
      take(side: side == .before ? .after : .before)
      index += 1
    case "month" where terms.text(index) == "in": unspecified = 1
    case "day" where terms.text(index) == "in": unspecified = 2
    case "day", "month": break
    case let word where DateWords.asides.contains(word): skipAside(word)
    default: takeJoiner(token)
    }
  }

  private mutating func takeJoiner(_ token: DateToken) {
    switch token.text {
    case "-", "to", "until", "till", "through", "thru", "/":
      settle()
      if found.isEmpty, token.text == "until" || token.text == "till" { side = .before }
      joiner = .range
    case "or":
      settle()
      joiner = .or
    case "and", "&", ",", ";":
      settle()
      if token.text == ";" { isClosed = false }
      joiner = isBetween && token.text != "," ? .range : .and
    case "]", ")":
      if !found.isEmpty { isClosed = true }
    case "[", "(", ".", ":", "\"": break
    default: passOver(token)
    }
  }

  private mutating func take(_ date: DateTermReader.Found) {
    let piece = terms.tokens[index..<date.next].map(\.text).joined()
    index = date.next
    if isClosed && joiner == nil {
      // [ca. 1905]1900
      passedOver.append(piece)
      return
    }
    var term = date.term
    notes += date.notes
    term.qualifier.formUnion(qualifier)
    term.leadingQualifier = qualifier
    term.side = side
    term.part = part
    term.unspecified = unspecified
    (qualifier, side, part, unspecified) = ([], nil, nil, 0)
    // A question mark belongs to the date that it touches.
    while let sure = DateWords.qualifiers[terms.text(index)], terms.tokens[index].kind == .sign,
      terms.text(index) != "~"
    {
      term.qualifier.formUnion(sure)
      index += 1
    }
    found.append((joiner ?? .nothing, term))
    joiner = nil
  }

  private mutating func take(qualifier more: EDTFQualifier) {
    qualifier.formUnion(more)
    skipHyphen()
  }

  /// `early`, or the `mid` of `early to mid`.
  private mutating func take(third: Int, name: String) {
    if let before = part, before.count == 3, before.first <= third {
      part = DatePart(first: before.first, last: third, count: 3, name: "\(before.name) to \(name)")
    } else {
      losePart()
      part = DatePart(first: third, last: third, count: 3, name: name)
    }
    let isJoiner = terms.text(index) == "-" || terms.text(index) == "to"
    if isJoiner, DateWords.thirds[terms.text(index + 1)] != nil { index += 1 }
    skipHyphen()
  }

  private mutating func take(side: DateSide) {
    self.side = side
    skipHyphen()
  }

  /// The hyphen of `mid-1930s` and `pre-1900` joins nothing.
  private mutating func skipHyphen() {
    if terms.text(index) == "-", terms.isJoined(index), terms.isJoined(index + 1) { index += 1 }
  }

  private mutating func passOver(_ token: DateToken) {
    if !DateWords.fillers.contains(token.text), !DateWords.ordinalEndings.contains(token.text) {
      passedOver.append(token.text)
    }
  }

  /// Skips text about other things than the picture's date, up to the next semicolon.
  private mutating func skipAside(_ word: String) {
    losePart()
    (qualifier, side, joiner) = ([], nil, nil)
    passedOver.append(word)
    while index < terms.tokens.count, terms.text(index) != ";" {
      if terms.tokens[index].kind != .sign { passedOver.append(terms.text(index)) }
      index += 1
    }
  }

  /// Applies qualifiers after a date to it, if no other date follows.
  private mutating func settle() {
    if let last = found.indices.last {
      if joiner == nil || side != nil || !qualifier.isEmpty {
        found[last].term.qualifier.formUnion(qualifier)
        if let side, found[last].term.side == nil { found[last].term.side = side }
        (qualifier, side) = ([], nil)
      }
    }
    if !found.isEmpty { losePart() }
  }

  private mutating func losePart() {
    if let part { notes.append(.partIsLost(part.name)) }
    part = nil
  }

  // MARK: the whole

  /// `January/February 1913`, `1905 May-June`: the year occurs once.
  private mutating func inheritYears() {
    for index in found.indices.dropLast().reversed()
    where found[index].term.year == nil && found[index + 1].joiner != .nothing {
      found[index].term.year = found[index + 1].term.year
    }
    for index in found.indices.dropFirst()
    where found[index].term.year == nil && found[index].joiner != .nothing {
      found[index].term.year = found[index - 1].term.year
    }
  }

  /// `c. 1900s` is ten years, `1900s` a hundred.
  private mutating func chooseDecades() {
    for index in found.indices {
      guard let decade = found[index].term.maybeDecade else { continue }
      if found[index].term.qualifier.contains(.approximate) { found[index].term.year = decade }
    }
  }

  private mutating func assembled() -> String {
    var members: [(joiner: Joiner, text: String, isRange: Bool)] = []
    var index = 0
    while index < found.count {
      let (joiner, term) = found[index]
      let next = index + 1 < found.count ? found[index + 1] : nil
      if joiner == .nothing, !members.isEmpty {
        passedOver.append(term.edtf)
      } else if let next, DatePhraseReader.isRange(term, next.joiner, next.term) {
        members.append((joiner, range(term, next.term), true))
        index += 1
      } else {
        members.append((joiner, single(term), term.isRange))
      }
      index += 1
    }
    if members.count == 1 { return members[0].text }
    let isOr = members.dropFirst().contains { $0.joiner == .or }
    let texts = members.map { DatePhraseReader.member($0.text) }
    return (isOr ? "[" : "{") + texts.joined(separator: ",") + (isOr ? "]" : "}")
  }

  private static func isRange(_ first: DateTerm, _ joiner: Joiner, _ last: DateTerm) -> Bool {
    if joiner == .range { return true }
    // After 1900, before 1910.
    return first.side == .after && last.side == .before && joiner != .or
  }

  private mutating func range(_ first: DateTerm, _ last: DateTerm) -> String {
    for part in [first.part, last.part] { if let part { notes.append(.partIsLost(part.name)) } }
    var last = last
    last.qualifier.formUnion(first.leadingQualifier)
    return "\(first.start)/\(last.end)"
  }

  private mutating func single(_ term: DateTerm) -> String {
    guard let part = term.part else { return term.edtf }
    guard let text = term.partEDTF else {
      notes.append(.partIsLost(part.name))
      return term.edtf
    }
    if part.count == 3 { notes.append(.partIsThird(part.name)) }
    return text
  }

  /// A date or interval as a member of a set, which has `..` where an interval has `/`.
  private static func member(_ text: String) -> String {
    text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "..")
  }
}
