import TimeWalkArchive

/// A number format with fixed text or leading zeros, such as `"NH-"0000` (ECMA-376, part 1,
/// 18.8.31).
///
/// The text that the sheet shows counts, with the decimals that the sheet rounds away. Percent,
/// powers of ten, fractions and divided thousands change the number, and have no pattern.
struct NumberPattern: Hashable {
  /// The longest format that Excel writes.
  private static let longest = 255

  private let sections: [Section]

  /// Reads a format of numbers; `nil` if no part of it shows more than the number.
  init?(code: String) {
    guard code.utf16.count <= NumberPattern.longest else { return nil }
    var sections = [Section()]
    var rest = code[...]
    while let character = rest.popFirst() {
      if character == ";" {
        sections.append(Section())
      } else {
        sections[sections.count - 1].add(character, before: &rest)
      }
    }
    guard sections.contains(where: \.isShown) else { return nil }
    self.sections = sections
  }

  /// The text of a number; `nil` where the sheet shows only the number.
  ///
  /// `digits` is the number without its sign and without an exponent.
  func text(of number: Double, digits: Substring) -> String? {
    guard let (section, isSigned) = section(for: number), section.isShown,
      let text = section.filled(with: digits)
    else { return nil }
    return (isSigned ? "-" : "") + text
  }

  /// A text as the sheet shows it.
  func text(of text: String) -> String {
    guard let section = sections.last, section.isForText, section.isShown else { return text }
    return section.filled(with: text[...]) ?? text
  }

  /// The section that a number has, and true if the sheet adds the sign to it.
  private func section(for number: Double) -> (Section, isSigned: Bool)? {
    let own = sections.count > 1 ? sections.filter { !$0.isForText } : sections
    let isNegative = number < 0
    if own.contains(where: { $0.condition != nil }) {
      let section = own.first { $0.condition?.holds(for: number) ?? true } ?? own.last
      return section.map { ($0, isNegative && $0.condition?.bound != 0) }
    }
    switch own.count {
    case 0: return nil
    case 1: return (own[0], isNegative)
    case 2: return (own[isNegative ? 1 : 0], false)
    default: return (own[isNegative ? 1 : number == 0 ? 2 : 0], false)
    }
  }
}

/// A part of a number format, between semicolons.
private struct Section: Hashable {
  enum Part: Hashable {
    case text(String)
    /// A digit; a zero is written also without one.
    case digit(isZero: Bool)
    case point
    /// The whole value: `General`, or `@`.
    case value

    var isPlace: Bool {
      switch self {
      case .digit, .value: true
      case .text, .point: false
      }
    }
  }

  /// The numbers that it is for, such as `<1000`.
  struct Condition: Hashable {
    private let sign: Substring
    let bound: Double

    init?(_ text: Substring) {
      sign = text.prefix { "<>=".contains($0) }
      guard !sign.isEmpty, let bound = DecimalText.parse(text.dropFirst(sign.count).utf8) else {
        return nil
      }
      self.bound = bound
    }

    func holds(for number: Double) -> Bool {
      switch sign {
      case "<": number < bound
      case "<=": number <= bound
      case ">": number > bound
      case ">=": number >= bound
      case "=": number == bound
      default: number != bound
      }
    }
  }

  private var parts: [Part] = []
  private(set) var condition: Condition?
  private(set) var isForText = false
  /// True if the digits aren't those of the number.
  private var isComputed = false

  /// True if the sheet shows more than the number.
  var isShown: Bool {
    let zeros = parts.prefix { $0 != .point }.count { $0 == .digit(isZero: true) }
    return !isComputed && (zeros > 1 || hasText)
  }

  /// True if it has a text other than blanks, a currency, and the marks of negative numbers.
  private var hasText: Bool {
    let places = parts.indices.filter { parts[$0].isPlace }
    return parts.enumerated().contains { index, part in
      guard case .text(let text) = part else { return false }
      let isInside = (places.first ?? index) < index && index < (places.last ?? index)
      return text.contains {
        "()+-".contains($0) ? isInside : !$0.isWhitespace && !$0.isCurrencySymbol && $0 != "'"
      }
    }
  }

  /// Takes a character of a code, and those behind it that belong to it.
  mutating func add(_ character: Character, before rest: inout Substring) {
    switch character {
    case "0", "#", "?": parts.append(.digit(isZero: character == "0"))
    case ".": parts.append(.point)
    case ",":
      // Between digits it groups them; behind them it divides by a thousand.
      if rest.first.map({ "0#?".contains($0) }) != true { takeMark(",") }
    case "%": isComputed = true
    case "/": takeMark("/")
    case "E", "e":
      if rest.first == "+" || rest.first == "-" {
        isComputed = true
      } else {
        parts.append(.text(String(character)))
      }
    case "@":
      parts.append(.value)
      isForText = true
    case "G" where rest.hasPrefix("eneral"), "g" where rest.hasPrefix("eneral"):
      rest = rest.dropFirst(6)
      parts.append(.value)
    case "\"":
      let text = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(text.count + 1)
      parts.append(.text(String(text)))
    case "\\":
      if let escaped = rest.popFirst() { parts.append(.text(String(escaped))) }
    // A blank as wide as a character, and a character that fills the cell.
    case "_", "*": rest = rest.dropFirst()
    case "[":
      let inside = rest.prefix { $0 != "]" }
      rest = rest.dropFirst(inside.count + 1)
      // Others are colours, languages and currencies.
      condition = Condition(inside) ?? condition
    default: parts.append(.text(String(character)))
    }
  }

  /// Takes a mark that means a computation behind digits, and itself elsewhere.
  private mutating func takeMark(_ mark: String) {
    if parts.contains(where: \.isPlace) { isComputed = true } else { parts.append(.text(mark)) }
  }

  /// The text with a number's digits, or with the text of a cell; `nil` without a place for
  /// decimals.
  func filled(with digits: Substring) -> String? {
    let point = parts.firstIndex(of: .point) ?? parts.endIndex
    let places = parts[..<point].indices.filter { parts[$0].isPlace }
    guard let first = places.first, let last = places.last else {
      return point == parts.endIndex ? texts(parts.indices).joined() : nil
    }
    var whole = isForText ? digits : digits.prefix { $0 != "." }
    var decimals = String(digits.dropFirst(whole.count + 1))
    let isSplit = parts[first...last].contains { !$0.isPlace }
    guard decimals.isEmpty || !isSplit else { return nil }
    let fraction = parts[point...].filter(\.isPlace)
    let least = fraction.lastIndex(of: .digit(isZero: true)).map { $0 + 1 } ?? 0
    decimals += String(repeating: "0", count: max(0, least - decimals.count))
    if whole == "0" { whole = "" }
    var filled = texts(parts.indices)
    for index in places.reversed() {
      let own = index == first ? whole : whole.suffix(1)
      whole = whole.dropLast(own.count)
      filled[index] = own.isEmpty && parts[index] != .digit(isZero: false) ? "0" : String(own)
    }
    if !decimals.isEmpty { filled[last] += "." + decimals }
    return filled.joined()
  }

  /// The fixed texts of its parts; "" for the others.
  private func texts(_ indices: Range<Int>) -> [String] {
    indices.map { index in
      if case .text(let text) = parts[index] { text } else { "" }
    }
  }
}
