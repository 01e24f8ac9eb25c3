package import TimeWalkCore

/// The time of a photo: the local clock at its place, and its offset from UTC if known.
package struct CaptureTime: Codable, Hashable, Sendable {
  /// The local day.
  package let day: Day
  /// The local hour, 0...23.
  package let hour: Int
  /// The minute, 0...59.
  package let minute: Int
  /// The second, 0...60; 60 is a leap second.
  package let second: Int
  /// Minutes that the local clock is ahead of UTC, -840...840; `nil` when unknown.
  package let offsetMinutes: Int?
  /// True if the time is a satellite receiver's, which is UTC and not the local clock.
  package let isFromGPS: Bool
  /// True if hour, minute and second are known; without them they are 0, and only the day counts.
  package let hasClock: Bool

  /// Makes a time; `nil` when a part is outside its range.
  package init?(
    day: Day, hour: Int, minute: Int, second: Int = 0, offsetMinutes: Int? = nil,
    isFromGPS: Bool = false
  ) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (-840...840).contains(offsetMinutes ?? 0)
    else { return nil }
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.offsetMinutes = offsetMinutes
    self.isFromGPS = isFromGPS
    hasClock = true
  }

  /// Makes a day without a time.
  package init(day: Day) {
    self.day = day
    (hour, minute, second) = (0, 0, 0)
    offsetMinutes = nil
    isFromGPS = false
    hasClock = false
  }
}

extension CaptureTime: CustomStringConvertible {
  /// Reads ISO 8601: `2026-11-21T12:00:00-05:00`, with `Z`, without offset, without seconds, or
  /// with a fraction of a second, which is dropped.
  ///
  /// `nil` for anything else, and for a date that the calendar doesn't have.
  package init?(iso8601 text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let day = scanner.day(separators: "-"), scanner.skip(oneOf: "Tt ") else { return nil }
    self.init(day: day, scanner: &scanner)
  }

  private init?(day: Day, scanner: inout TimeScanner) {
    guard let hour = scanner.number(digits: 2), scanner.skip(oneOf: ":"),
      let minute = scanner.number(digits: 2)
    else { return nil }
    var second = 0
    if scanner.skip(oneOf: ":") {
      guard let seconds = scanner.number(digits: 2) else { return nil }
      second = seconds
      if scanner.skip(oneOf: ".,"), !scanner.skipDigits() { return nil }
    }
    var offset: Int?
    if !scanner.isAtEnd {
      offset = scanner.offset()
      if offset == nil || !scanner.isAtEnd { return nil }
    }
    self.init(day: day, hour: hour, minute: minute, second: second, offsetMinutes: offset)
  }

  /// ISO 8601 with the offset, if known: `2026-11-21T12:00:00-05:00`, `Z` for UTC; the date alone
  /// without a time.
  package var description: String {
    guard hasClock else { return "\(day)" }
    let clock = [hour, minute, second].map(CaptureTime.two).joined(separator: ":")
    guard let offsetMinutes else { return "\(day)T\(clock)" }
    guard offsetMinutes != 0 else { return "\(day)T\(clock)Z" }
    let (hours, minutes) = Int(offsetMinutes.magnitude).quotientAndRemainder(dividingBy: 60)
    let sign = offsetMinutes < 0 ? "-" : "+"
    return "\(day)T\(clock)\(sign)\(CaptureTime.two(hours)):\(CaptureTime.two(minutes))"
  }

  /// The local clock in ISO 8601, without offset; `nil` if only a receiver's time or a day is
  /// known.
  package var local: String? {
    isFromGPS || !hasClock ? nil : String(description.prefix("\(day)".count + 9))
  }

  /// The offset in ISO 8601, `+00:00` for UTC; `nil` if unknown.
  package var offset: String? {
    guard offsetMinutes != nil else { return nil }
    let text = description.dropFirst("\(day)".count + 9)
    return text == "Z" ? "+00:00" : String(text)
  }

  /// The same time with an offset; itself where the offset or the time can't be.
  func with(offsetMinutes: Int) -> CaptureTime {
    guard hasClock else { return self }
    return CaptureTime(
      day: day, hour: hour, minute: minute, second: second, offsetMinutes: offsetMinutes,
      isFromGPS: isFromGPS) ?? self
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Reads the parts of a date and time from text, one after another.
private struct TimeScanner {
  private var rest: Substring

  init(_ text: some StringProtocol) {
    let trimmed = text.drop(while: \.isWhitespace)
    rest = Substring(String(trimmed.reversed().drop(while: \.isWhitespace).reversed()))
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(digits)
    return Int(text)
  }

  mutating func skip(oneOf characters: String) -> Bool {
    guard let first = rest.first, characters.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func skipDigits() -> Bool {
    let after = rest.drop { ("0"..."9").contains($0) }
    defer { rest = after }
    return after.count < rest.count
  }

  mutating func day(separators: String) -> Day? {
    guard let year = number(digits: 4), skip(oneOf: separators), let month = number(digits: 2),
      skip(oneOf: separators), let day = number(digits: 2)
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// `Z`, `+05:30`, `+0530` or `+05`, in minutes.
  mutating func offset() -> Int? {
    if skip(oneOf: "Zz") { return 0 }
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    guard skip(oneOf: "+-\u{2212}"), let hours = number(digits: 2) else { return nil }
    var minutes = 0
    if skip(oneOf: ":") || !rest.isEmpty {
      guard let read = number(digits: 2), read < 60 else { return nil }
      minutes = read
    }
    let total = hours * 60 + minutes
    guard total <= 840 else { return nil }
    return isNegative ? -total : total
  }
}
