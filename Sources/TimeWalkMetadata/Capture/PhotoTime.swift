internal import TimeWalkCore

/// A time as cameras and programs write it into Exif and XMP.
///
/// Exif's form is `2026:11:21 12:00:00` (CIPA DC-008, 4.6.5), XMP's is ISO 8601. Read are also
/// other separators and none, one digit or a blank for two, 24 for midnight, half days by their
/// marks, an offset behind a blank, and a date alone.
struct PhotoTime {
  /// The time; without an offset where the text has none that is understood.
  let time: CaptureTime
  /// The text behind the time that isn't understood; `nil` if all of it is.
  let rest: String?

  /// The marks of half days, from Unicode's CLDR ("dayPeriod"), in capitals without dots and
  /// blanks.
  private static let morning = [
    "AM", "上午", "午前", "오전", "ΠΜ", "ص", "قظ", "DE", "FM", "AP", "ÖÖ", "SA", "FH", "VM", "PD", "ПРОБ",
    "ДП",
  ]
  private static let afternoon = [
    "PM", "下午", "午後", "오후", "ΜΜ", "م", "بظ", "DU", "EM", "IP", "ÖS", "CH", "EH", "NM", "MD", "СЛОБ",
    "ПП",
  ]

  /// Reads a text; `nil` for one without a day of the calendar, or with a time that can't be.
  init?(_ text: String) {
    var scanner = Scanner(text)
    guard let day = scanner.day() else { return nil }
    scanner.skip { $0.isWhitespace || $0 == "T" || $0 == "t" || $0 == "," }
    guard !scanner.rest.isEmpty else {
      (time, rest) = (CaptureTime(day: day), nil)
      return
    }
    let before = scanner.halfDay()
    guard let clock = scanner.clock() else { return nil }
    let isAfternoon = before ?? scanner.halfDay()
    guard let hour = PhotoTime.hour(clock.hour, isAfternoon: isAfternoon) else { return nil }
    let remaining = String(scanner.rest).trimmingBlanks
    let offset = PhotoTime.offset(remaining)
    // 24:00:00 is the midnight at the day's end (ISO 8601).
    let isMidnight = hour == 24 && clock.minute == 0 && clock.second == 0
    guard
      let time = CaptureTime(
        day: isMidnight ? Day(number: day.number + 1) : day, hour: isMidnight ? 0 : hour,
        minute: clock.minute, second: clock.second, offsetMinutes: offset)
    else { return nil }
    self.time = time
    rest = remaining.isEmpty || offset != nil ? nil : remaining
  }

  /// The hour of 24 that an hour of a half day is; `nil` for one that a half day doesn't have.
  private static func hour(_ hour: Int, isAfternoon: Bool?) -> Int? {
    guard let isAfternoon else { return hour }
    // Some write the mark behind an hour of 24.
    if hour > 12 { return isAfternoon ? hour : nil }
    return hour % 12 + (isAfternoon ? 12 : 0)
  }

  /// Minutes ahead of UTC: `Z`, `UTC`, `GMT+2`, `+05:30`, `+0530`, `+5`, `-4:00`; `nil` for
  /// anything else, and for more than 14 hours.
  static func offset(_ text: String) -> Int? {
    var rest = Substring(text.uppercased().trimmingBlanks)
    if rest == "Z" { return 0 }
    for name in ["GMT", "UTC"] where rest.hasPrefix(name) {
      rest = rest.dropFirst(name.count)
      if rest.isEmpty { return 0 }
    }
    let text = rest.filter { !$0.isWhitespace }
    guard let sign = text.first, "+-\u{2212}".contains(sign) else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    var numbers = parts.map { Int($0) ?? 99 }
    if parts.count == 1, parts[0].count > 2 {
      guard parts[0].count <= 4 else { return nil }
      numbers = [numbers[0] / 100, numbers[0] % 100]
    }
    guard numbers.count <= 2, parts.allSatisfy({ parts.count == 1 || $0.count <= 2 }),
      numbers[0] <= 14, numbers.count == 1 || numbers[1] < 60
    else { return nil }
    let minutes = numbers[0] * 60 + (numbers.count == 2 ? numbers[1] : 0)
    guard minutes <= 840 else { return nil }
    return sign == "+" ? minutes : -minutes
  }

  /// Returns true if a text has no value: blanks, zeros and separators.
  static func isBlank(_ text: String) -> Bool {
    !text.contains { ("1"..."9").contains($0) || $0.isLetter }
  }

  /// Reads parts from a text's start.
  private struct Scanner {
    var rest: Substring

    init(_ text: String) { rest = Substring(text.trimmingBlanks) }

    mutating func skip(while isSkipped: (Character) -> Bool) { rest = rest.drop(while: isSkipped) }

    /// A number of some digits at most, perhaps behind blanks.
    mutating func number(most: Int) -> (value: Int, digits: Int)? {
      skip(while: \.isWhitespace)
      let digits = rest.prefix(most).prefix { ("0"..."9").contains($0) }
      guard let value = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      return (value, digits.count)
    }

    mutating func separator(_ characters: String) -> Bool {
      let after = rest.drop(while: \.isWhitespace)
      guard let first = after.first, characters.contains(first) else { return false }
      rest = after.dropFirst()
      return true
    }

    /// Year, month and day, with separators or as eight digits.
    mutating func day() -> Day? {
      guard let year = number(most: 4), year.digits == 4, year.value > 0 else { return nil }
      let isCompact = rest.first?.isNumber == true
      guard isCompact || separator(":-/."), let month = number(most: 2),
        isCompact ? month.digits == 2 : separator(":-/."), let day = number(most: 2),
        !isCompact || day.digits == 2
      else { return nil }
      return Day(year: year.value, month: month.value, day: day.value)
    }

    /// Hour, minute and perhaps second, with separators or as four or six digits; a fraction is
    /// dropped.
    mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
      guard let hour = number(most: 2) else { return nil }
      let isCompact = rest.first?.isNumber == true
      guard isCompact || separator(":."), let minute = number(most: 2),
        !isCompact || minute.digits == 2
      else { return nil }
      var second = 0
      if isCompact ? rest.first?.isNumber == true : separator(":.") {
        guard let read = number(most: 2) else { return nil }
        second = read.value
      }
      if let first = rest.first, ".,".contains(first) {
        rest = rest.dropFirst()
        skip { ("0"..."9").contains($0) }
      }
      return (hour.value, minute.value, second)
    }

    /// True if the afternoon's mark is here; `nil` if no mark does.
    mutating func halfDay() -> Bool? {
      let word = rest.drop(while: \.isWhitespace).prefix {
        !("0"..."9").contains($0) && $0 != "+" && $0 != "-"
      }
      let mark = word.uppercased().filter { !$0.isWhitespace && $0 != "." }
      let isAfternoon = PhotoTime.afternoon.contains(mark)
      guard isAfternoon || PhotoTime.morning.contains(mark) else { return nil }
      rest = rest[word.endIndex...]
      return isAfternoon
    }
  }
}
