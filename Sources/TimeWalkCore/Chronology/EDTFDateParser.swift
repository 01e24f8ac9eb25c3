/// Reads one EDTF date, part by part from the left.
struct EDTFDateParser {
  /// The whole text around the date, for errors.
  private let text: String
  private var rest: ArraySlice<UInt8>

  /// Makes a reader of some of a text's bytes.
  init(text: String, bytes: ArraySlice<UInt8>) {
    self.text = text
    rest = bytes
  }

  /// Reads a date, or a day with its time.
  func dateOrTime() throws(ChronologyError) -> EDTFDate {
    guard let mark = rest.firstIndex(of: UInt8(ascii: "T")), mark > rest.startIndex else {
      return try date()
    }
    let date = try EDTFDateParser(text: text, bytes: rest[..<mark]).date()
    guard case .day(let month, [], let day, []) = date.part, date.yearQualifier.isEmpty,
      case .places(let year, _) = date.year, year.isKnown, month.isKnown, day.isKnown
    else { throw fail("a time of day needs a plain day before it, as in 1985-04-12T23:20:30") }
    if let reason = EDTFTime.fault(rest[(mark + 1)...]) { throw fail(reason) }
    return date
  }

  /// Reads a date; everything that was given must belong to it.
  func date() throws(ChronologyError) -> EDTFDate {
    var reader = self
    return try reader.wholeDate()
  }

  /// Some bytes as visible text.
  static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    "\"" + String(decoding: Array(bytes), as: UTF8.self) + "\""
  }

  private mutating func wholeDate() throws(ChronologyError) -> EDTFDate {
    let prefix = takeQualifier()
    var isAlone = false
    let year: EDTFYear
    if take("Y") {
      year = try longYear()
      isAlone = true
    } else {
      year = try shortYear()
      if case .number = year { isAlone = true }
    }
    var date = EDTFDate(year: year, yearQualifier: prefix ?? [], part: .none)
    let suffix = try suffix(after: prefix)
    date.yearQualifier.formUnion(suffix)
    if rest.isEmpty { return date }
    if isAlone { throw fail("a year with Y or S must be alone, without month or anything else") }
    guard take("-") else { throw unexpected("after the year") }
    try readMonth(into: &date)
    return date
  }

  private mutating func readMonth(into date: inout EDTFDate) throws(ChronologyError) {
    let prefix = takeQualifier()
    let month = try twoDigits("month")
    let suffix = try suffix(after: prefix)
    date.yearQualifier.formUnion(suffix)
    let qualifier = suffix.union(prefix ?? [])
    if month.isKnown, let season = EDTFSeason(code: month.least) {
      guard rest.isEmpty else { throw unexpected("after a season, which has no days") }
      date.part = .season(season, qualifier)
      return
    }
    if month.numbers(in: 1...12).isEmpty {
      throw fail("month \(EDTFDateParser.written(month)) does not exist")
    }
    if rest.isEmpty {
      date.part = .month(month, qualifier)
      return
    }
    guard take("-") else { throw unexpected("after the month") }
    try readDay(into: &date, month: month, monthQualifier: qualifier)
  }

  private mutating func readDay(
    into date: inout EDTFDate, month: DigitPattern, monthQualifier: EDTFQualifier
  ) throws(ChronologyError) {
    let prefix = takeQualifier()
    let day = try twoDigits("day")
    let suffix = try suffix(after: prefix)
    date.yearQualifier.formUnion(suffix)
    guard rest.isEmpty else { throw unexpected("after the day") }
    if day.numbers(in: 1...31).isEmpty {
      throw fail("day \(EDTFDateParser.written(day)) does not exist")
    }
    date.part = .day(month, monthQualifier.union(suffix), day, suffix.union(prefix ?? []))
  }

  // MARK: years

  private mutating func shortYear() throws(ChronologyError) -> EDTFYear {
    let isNegative = take("-")
    let places = takePlaces()
    guard places.count == 4 else { throw fail(EDTFDateParser.reason(forYearOf: places.count)) }
    let pattern = DigitPattern(digits: places)
    if isNegative && pattern.greatest == 0 { throw fail("year 0 can't have a minus") }
    guard take("S") else { return .places(pattern, isNegative: isNegative) }
    guard pattern.isKnown else { throw fail("a year with S must have all its digits") }
    let number = pattern.least
    let digits = try significantDigits(of: number)
    return .number(isNegative ? -number : number, significantDigits: digits)
  }

  private static func reason(forYearOf count: Int) -> String {
    switch count {
    case 0: "it must start with a year of four digits"
    case 3: "a year has four digits (a decade is written 192X)"
    case 5, 6, 7: "a year of more than four digits starts with Y"
    case 8: "a day is written with dashes, as in 1911-05-26"
    default: "a year has four digits"
    }
  }

  private mutating func longYear() throws(ChronologyError) -> EDTFYear {
    let isNegative = take("-")
    let digits = takeDigits()
    guard let first = digits.first, first != UInt8(ascii: "0") else {
      throw fail("Y must be followed by a year that starts with a digit from 1 to 9")
    }
    var number = try limited(digits)
    if take("E") {
      let exponent = takeDigits()
      guard !exponent.isEmpty else { throw fail("E must be followed by a number of zeros") }
      for _ in 0..<(try limited(exponent)) {
        // Every round makes the number ten times greater, so it ends at the limit.
        number = try limited(number.multipliedReportingOverflow(by: 10))
      }
    } else if digits.count < 5 {
      throw fail("Y is for years of more than four digits")
    }
    let significant = take("S") ? try significantDigits(of: number) : nil
    return .number(isNegative ? -number : number, significantDigits: significant)
  }

  private mutating func significantDigits(of number: Int) throws(ChronologyError) -> Int {
    let digits = takeDigits()
    let length = String(number).count
    guard let count = Int(String(decoding: digits, as: UTF8.self)), count > 0 else {
      throw fail("S must be followed by the number of significant digits")
    }
    guard count <= length else {
      throw fail("the year has only \(length) digits that can be significant")
    }
    return count
  }

  private func limited(_ digits: ArraySlice<UInt8>) throws(ChronologyError) -> Int {
    var number = 0
    for digit in digits {
      // At most the limit before, so ten times that plus nine fits into an Int.
      number = try limited((number * 10 + Int(digit - UInt8(ascii: "0")), false))
    }
    return number
  }

  private func limited(
    _ result: (partialValue: Int, overflow: Bool)
  ) throws(ChronologyError) -> Int {
    guard !result.overflow, result.partialValue <= Day.greatestYear else {
      throw fail("it is more than \(Day.greatestYear) years away")
    }
    return result.partialValue
  }

  // MARK: bytes

  private mutating func twoDigits(_ name: String) throws(ChronologyError) -> DigitPattern {
    let places = takePlaces()
    guard places.count == 2 else { throw fail("a \(name) has two digits") }
    return DigitPattern(digits: places)
  }

  private mutating func takePlaces() -> [Int?] {
    let places = rest.prefix { EDTFDateParser.isDigit($0) || $0 == UInt8(ascii: "X") }
    rest = rest.dropFirst(places.count)
    return places.map { EDTFDateParser.isDigit($0) ? Int($0 - UInt8(ascii: "0")) : nil }
  }

  private mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: EDTFDateParser.isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeQualifier() -> EDTFQualifier? {
    guard let first = rest.first, let qualifier = EDTFQualifier(byte: first) else { return nil }
    rest.removeFirst()
    return qualifier
  }

  private mutating func suffix(
    after prefix: EDTFQualifier?
  ) throws(ChronologyError) -> EDTFQualifier {
    guard let suffix = takeQualifier() else { return [] }
    if prefix != nil { throw fail("a part can be qualified before it or after it, not both") }
    if let next = rest.first, EDTFQualifier(byte: next) != nil {
      throw fail("use one sign for a part; uncertain and approximate together are %")
    }
    return suffix
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func written(_ pattern: DigitPattern) -> String {
    pattern.digits.map { $0.map(String.init) ?? "X" }.joined()
  }

  private func unexpected(_ place: String) -> ChronologyError {
    if rest.first == UInt8(ascii: "T") { return fail("a time of day can't stand here") }
    let character = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
    return fail("\"\(character)\" can't stand \(place)")
  }

  private func fail(_ reason: String) -> ChronologyError {
    ChronologyError(text: text, reason: reason)
  }
}
