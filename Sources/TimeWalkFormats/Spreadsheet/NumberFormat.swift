import TimeWalkArchive
import TimeWalkCore

/// The number format of a sheet, as far as it changes the meaning: a date, a time, fixed text or
/// leading zeros.
enum NumberFormat: Hashable {
  /// The displayed parts of a date.
  enum Precision: Hashable {
    case year
    case month
    case day
  }

  case plain
  case date(Precision, hasTime: Bool)
  /// Hours, minutes and seconds.
  case time
  /// Fixed text or leading zeros: `NH-0042`, `00042`.
  case pattern(NumberPattern)

  /// A format that files name by number alone (ECMA-376, part 1, 18.8.30).
  init(builtIn number: Int) {
    switch number {
    case 14...16, 27...31, 36, 50...54, 57...58: self = .date(.day, hasTime: false)
    case 17: self = .date(.month, hasTime: false)
    case 22: self = .date(.day, hasTime: true)
    case 18...21, 32...35, 45...47, 55...56: self = .time
    default: self = .plain
    }
  }

  /// A format by its code (18.8.31), such as `yyyy\-mm\-dd` or `0.00`.
  init(code: String) {
    let letters = NumberFormat.letters(of: code)
    let hasClock = letters.contains("h") || letters.contains("s")
    if letters.contains("y") || letters.contains("d") {
      let precision: Precision =
        letters.contains("d") ? .day : letters.contains("m") ? .month : .year
      self = .date(precision, hasTime: hasClock)
    } else if hasClock {
      self = .time
    } else if letters.contains("m") {
      self = .date(.month, hasTime: false)
    } else {
      self = NumberPattern(code: code).map(NumberFormat.pattern) ?? .plain
    }
  }

  /// The letters of `ymdhs` in a format code, outside quotation marks, brackets, escapes and
  /// `General`.
  private static func letters(of code: String) -> Set<Character> {
    var letters: Set<Character> = []
    var rest = code.lowercased()[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "[":
        // [h], [mm] and [s] are times that continue beyond a day; the rest are colours, languages
        // and conditions.
        let inside = rest.prefix { $0 != "]" }
        if let unit = inside.first, "hms".contains(unit), inside.allSatisfy({ $0 == unit }) {
          letters.insert("h")
        }
        rest = rest.dropFirst(inside.count + 1)
      case "\\", "_", "*": rest = rest.dropFirst()
      // The rest is for negative numbers.
      case ";": return letters
      case "g" where rest.hasPrefix("eneral"): rest = rest.dropFirst(6)
      case "y", "m", "d", "h", "s": letters.insert(character)
      default: break
      }
    }
    return letters
  }

  /// A number as the sheet shows it; dates in ISO 8601.
  ///
  /// - Parameters:
  ///   - written: the number in the file.
  ///   - isFrom1904: true if days are counted from 1904-01-01, as 0; else from 1900-01-01, as 1.
  /// - Returns: `nil` for anything but a number.
  func text(_ written: String, isFrom1904: Bool) -> String? {
    guard let number = DecimalText.parse(written.utf8) else { return nil }
    switch self {
    case .plain: return NumberFormat.plain(number, written)
    case .pattern(let pattern):
      let text = NumberFormat.plain(number, written)
      let digits = text.drop { $0 == "-" }
      guard !digits.contains("e") else { return text }
      return pattern.text(of: number, digits: digits) ?? text
    case .time:
      guard number >= 0, number < SerialDate.end else {
        return NumberFormat.plain(number, written)
      }
      return SerialDate.clock(seconds: Int((number * 86_400).rounded()))
    case .date(let precision, let hasTime):
      return SerialDate.text(
        number, isFrom1904: isFrom1904, precision: precision, hasTime: hasTime)
        ?? NumberFormat.plain(number, written)
    }
  }

  /// A text as the sheet shows it.
  func text(of text: String) -> String {
    if case .pattern(let pattern) = self { pattern.text(of: text) } else { text }
  }

  /// The shortest text of the same number; programs write 40.758 as 40.758000000000003.
  private static func plain(_ number: Double, _ written: String) -> String {
    if written.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) {
      return written
    }
    guard number == number.rounded(), abs(number) < 1e15 else { return DecimalText.write(number) }
    return "\(Int(number))"
  }
}

/// Days as spreadsheets count them (ECMA-376, part 1, 18.17.4.1).
enum SerialDate {
  /// The first number beyond all dates: 10000-01-01.
  static let end = 2_958_466.0
  /// 1899-12-30, from which the days after February 1900 count.
  private static let origin1900 = -25_569
  /// 1904-01-01.
  private static let origin1904 = -24_107

  /// The date in ISO 8601 in its displayed precision, with the time if displayed and present; `nil`
  /// for an invalid date.
  ///
  /// The 1900 system counts the non-existent 29th of February 1900 as 60. It is written like that,
  /// for the catalogue's reader.
  static func text(
    _ number: Double, isFrom1904: Bool, precision: NumberFormat.Precision, hasTime: Bool
  ) -> String? {
    guard number >= (isFrom1904 ? 0 : 1), number < end else { return nil }
    var whole = Int(number)
    var seconds = hasTime ? Int(((number - Double(whole)) * 86_400).rounded()) : 0
    if seconds == 86_400 { (whole, seconds) = (whole + 1, 0) }
    let day: String
    if !isFrom1904, whole == 60 {
      day = "1900-02-29"
    } else {
      // Before that day, all are counted one less.
      let origin = isFrom1904 ? origin1904 : whole < 60 ? origin1900 + 1 : origin1900
      let date = Day(number: origin + whole)
      guard date.year <= 9999 else { return nil }
      day = date.description
    }
    switch precision {
    case .year: return String(day.prefix(4))
    case .month: return String(day.prefix(7))
    case .day: return seconds == 0 ? day : "\(day)T\(clock(seconds: seconds))"
    }
  }

  /// `HH:MM:SS`, also with more than 24 hours.
  static func clock(seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
