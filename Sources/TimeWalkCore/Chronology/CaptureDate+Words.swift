extension CaptureDate {
  /// The date in usual English: `about 1900–1910`, `12 May 1905`, `1890s`, `1928 or later`.
  ///
  /// EDTF without a usual wording, such as `19X5`, stays unchanged.
  package var words: String {
    guard let expression = try? EDTFParser(text: edtf).expression() else { return edtf }
    switch expression {
    case .date(let date): return DateWording(date)?.sentence ?? edtf
    case .interval(let start, let end): return DateWording.interval(start, end) ?? edtf
    case .set(let members):
      let texts = members.map { member in
        switch member {
        case .date(let date): DateWording(date)?.sentence
        case .range(let first, let last):
          DateWording.interval(
            first.map { .date($0) } ?? .open, last.map { .date($0) } ?? .open)
        }
      }
      let said = texts.compactMap { $0 }
      guard said.count == members.count, let last = said.last else { return edtf }
      let joint = edtf.hasPrefix("[") ? " or " : " and "
      guard said.count > 1 else { return last }
      return said.dropLast().joined(separator: ", ") + joint + last
    }
  }
}

/// One date in words, and separately its qualifier.
private struct DateWording {
  let text: String
  let qualifier: EDTFQualifier

  /// `nil` for a date without a usual wording.
  init?(_ date: EDTFDate) {
    guard let year = DateWording.year(date.year) else { return nil }
    switch date.part {
    case .none:
      text = year
      qualifier = date.yearQualifier
    case .season(let season, let own):
      text = "\(DateWording.name(of: season)) \(year)"
      qualifier = date.yearQualifier.union(own)
    case .month(let month, let own):
      guard let month = DateWording.name(of: month) else { return nil }
      text = "\(month) \(year)"
      qualifier = date.yearQualifier.union(own)
    case .day(let month, let monthQualifier, let day, let own):
      guard let month = DateWording.name(of: month), day.isKnown else { return nil }
      text = "\(day.least) \(month) \(year)"
      qualifier = date.yearQualifier.union(monthQualifier).union(own)
    }
  }

  var sentence: String { DateWording.said(text, qualifier) }

  static func interval(_ start: EDTFEnd, _ end: EDTFEnd) -> String? {
    switch (start, end) {
    case (.date(let first), .date(let last)):
      guard let first = DateWording(first), let last = DateWording(last) else { return nil }
      let isShort = !(first.text + last.text).contains(" ")
      guard first.qualifier == last.qualifier else {
        return "\(first.sentence) to \(last.sentence)"
      }
      return said(first.text + (isShort ? "–" : " – ") + last.text, first.qualifier)
    case (.date(let first), .open): return DateWording(first).map { "\($0.sentence) or later" }
    case (.open, .date(let last)): return DateWording(last).map { "\($0.sentence) or earlier" }
    case (.date(let first), .unknown):
      return DateWording(first).map { "\($0.sentence) to an unknown date" }
    case (.unknown, .date(let last)):
      return DateWording(last).map { "an unknown date to \($0.sentence)" }
    default: return nil
    }
  }

  private static func said(_ text: String, _ qualifier: EDTFQualifier) -> String {
    (qualifier.contains(.uncertain) ? "perhaps " : "")
      + (qualifier.contains(.approximate) ? "about " : "") + text
  }

  private static func year(_ year: EDTFYear) -> String? {
    switch year {
    case .number(let number, nil): return counted(number)
    case .number: return nil
    case .places(let pattern, let isNegative):
      if pattern.isKnown { return counted(isNegative ? -pattern.least : pattern.least) }
      // Only a pattern that begins with digits and ends open is a decade or a century.
      let open = pattern.unspecifiedAtEnd
      guard !isNegative, pattern.digits.filter({ $0 == nil }).count == open else { return nil }
      switch open {
      case 1: return "\(pattern.least)s"
      case 2:
        let century = DateSpan(
          earliest: Day.first(ofYear: pattern.least), latest: Day.last(ofYear: pattern.greatest))
        return pattern.least > 0 ? century.flatMap(Period.init(of:))?.description : nil
      default: return nil
      }
    }
  }

  private static func counted(_ year: Int) -> String {
    year > 0 ? "\(year)" : "\(1 - year) BCE"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func name(of month: DigitPattern) -> String? {
    guard month.isKnown, (1...12).contains(month.least) else { return nil }
    return months[month.least - 1]
  }

  private static func name(of season: EDTFSeason) -> String {
    switch season.code {
    case 21, 25, 29: season.code == 29 ? "spring (southern)" : "spring"
    case 22, 26, 30: season.code == 30 ? "summer (southern)" : "summer"
    case 23, 27, 31: season.code == 31 ? "autumn (southern)" : "autumn"
    case 24, 28, 32: season.code == 32 ? "winter (southern)" : "winter"
    default: "\(months[season.months.lowerBound - 1])–\(months[season.months.upperBound - 1])"
    }
  }
}
