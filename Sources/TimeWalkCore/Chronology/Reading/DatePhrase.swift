/// The dates of a text with their joiners, to be written as one EDTF text.
struct DatePhrase {
  /// The text between two dates.
  enum Joiner { case range, or, and, nothing }

  /// The dates in the order of the text, each with the joiner in front of it.
  var found: [(joiner: Joiner, term: DateTerm)] = []
  /// The notes for a curator.
  var notes: [DateNote] = []
  /// The skipped words and numbers.
  var passedOver: [String] = []
  /// True if the time is unknown, because a negation, a bound or a large number was skipped.
  var isUnknown = false
  /// True if two dates have no joiner between them.
  var isApart = false
  /// True if a number was skipped that may be a day or a month of these years.
  var isYearOnly = false

  /// The text in EDTF; `nil` when the time is unknown.
  mutating func edtf() -> String? {
    inheritYears()
    chooseDecades()
    if isYearOnly { widenToYears() }
    if !isUnknown, found.contains(where: { $0.term.year == nil }) { notes.append(.noYear) }
    let text = assembled()
    if !passedOver.isEmpty { notes.append(.passedOver(passedOver.joined(separator: " "))) }
    return isUnknown ? nil : text
  }

  /// `January/February 1913`, `1905 May-June`, `12 or 13 June 1905`: the year and month occur
  /// once.
  private mutating func inheritYears() {
    for index in found.indices.dropLast().reversed() where found[index + 1].joiner != .nothing {
      if found[index].term.year == nil { found[index].term.year = found[index + 1].term.year }
      if found[index].term.day != nil, found[index].term.month == nil {
        found[index].term.month = found[index + 1].term.month
      }
    }
    for index in found.indices.dropFirst()
    where found[index].term.year == nil && found[index].joiner != .nothing {
      found[index].term.year = found[index - 1].term.year
    }
  }

  /// `c. 1900s` is ten years, and so are the `1900s` of `late 1890s to early 1900s`; `1900s` alone
  /// is a hundred.
  private mutating func chooseDecades() {
    for index in found.indices {
      guard let decade = found[index].term.maybeDecade else { continue }
      let isBesideDecade = [index - 1, index + 1].contains { other in
        found.indices.contains(other) && found[max(index, other)].joiner != .nothing
          && found[other].term.isDecade
      }
      if isBesideDecade || found[index].term.qualifier.contains(.approximate) {
        found[index].term.year = decade
        found[index].term.maybeDecade = nil
      }
    }
  }

  /// Makes each date its year; one that is a year already, or a longer time, becomes uncertain.
  private mutating func widenToYears() {
    for index in found.indices where found[index].term.year != nil {
      if found[index].term.month == nil { found[index].term.qualifier.formUnion(.uncertain) }
      found[index].term.month = nil
      found[index].term.day = nil
      found[index].term.lastDay = nil
      found[index].term.lastMonth = nil
    }
  }

  // MARK: the text

  private mutating func assembled() -> String? {
    var members: [(joiner: Joiner, text: String)] = []
    var index = 0
    while index < found.count {
      let (joiner, term) = found[index]
      let next = index + 1 < found.count ? found[index + 1] : nil
      var text: String?
      if let next, DatePhrase.isRange(term, next.joiner, next.term) {
        text = range(term, next.term)
        index += 1
      } else {
        text = single(term)
      }
      index += 1
      guard let text else { return nil }
      if joiner == .nothing, let last = members.last {
        // Their relation is unknown: any time from one to the other.
        isApart = true
        notes.append(.apart(text))
        guard let both = DateUnion.text(last.text, text) else { return nil }
        members[members.count - 1].text = both
      } else {
        members.append((joiner, text))
      }
    }
    return DatePhrase.joined(members)
  }

  private static func joined(_ members: [(joiner: Joiner, text: String)]) -> String? {
    guard let first = members.first else { return nil }
    if members.count == 1 { return first.text }
    let isSet = members.indices.allSatisfy { index in
      let ends = members[index].text.split(separator: "/", omittingEmptySubsequences: false)
      guard ends.count == 2 else { return !members[index].text.hasPrefix("[") }
      // Only the first may start open, and only the last end so.
      return (index == 0 || !ends[0].isEmpty && ends[0] != "..")
        && (index == members.count - 1 || !ends[1].isEmpty && ends[1] != "..")
    }
    guard isSet else {
      return members.dropFirst().reduce(first.text) { DateUnion.text($0 ?? "", $1.text) }
    }
    let isOr = members.dropFirst().contains { $0.joiner == .or }
    let texts = members.map { DatePhrase.member($0.text) }
    return (isOr ? "[" : "{") + texts.joined(separator: ",") + (isOr ? "]" : "}")
  }

  private static func isRange(_ first: DateTerm, _ joiner: Joiner, _ last: DateTerm) -> Bool {
    if joiner == .range { return true }
    // After 1900, before 1910.
    return (first.side == .after || first.side == .from) && last.side == .before && joiner != .or
      && !last.isSideBehind
  }

  private mutating func range(_ first: DateTerm, _ last: DateTerm) -> String? {
    var last = last
    last.qualifier.formUnion(first.leadingQualifier)
    var (start, end) = (first.start, last.end)
    if let firstPart = first.partEDTF, let lastPart = last.partEDTF {
      // Late 1890s to early 1900s.
      start = DateUnion.ends(firstPart).start
      end = DateUnion.ends(lastPart).end
      for part in [first.part, last.part] where part?.count == 3 {
        if let part { notes.append(.partIsThird(part.name)) }
      }
    } else {
      for part in [first.part, last.part] { if let part { notes.append(.partIsLost(part.name)) } }
    }
    // Before 1945 to 1950, 1898-1901 or earlier.
    let startsBefore = first.side == .before || last.side == .before && last.isSideBehind
    // 1905 to after 1910; after 1898-1901 is after both.
    let endsAfter = last.side == .after || first.side == .after && last.isDashed
    return DateUnion.opened(
      start, end, start: startsBefore ? .unknown : first.openStart,
      end: endsAfter ? .unknown : last.openEnd)
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
    let ends = text.split(separator: "/", omittingEmptySubsequences: false)
    return ends.count == 2
      ? "\(ends[0] == ".." ? "" : ends[0])..\(ends[1] == ".." ? "" : ends[1])" : text
  }
}
