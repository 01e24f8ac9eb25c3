/// A number with a few decimal places, as answers are rounded.
///
/// Writing it takes a tenth of the time of a general shortest text. Its text equals
/// `Double.description`, the shortest text that gives the number back. Of texts with at most 15
/// digits only one does (`DBL_DIG`). The quotient of two exact whole numbers is the number nearest
/// to it.
struct ShortDecimal {
  /// The most bytes that one takes: a sign, 15 digits, a point, and a zero before it.
  static let mostBytes = 24

  private let isNegative: Bool
  private let whole: UInt64
  private let fraction: UInt64
  private let places: Int

  /// Three places for rated values, seven for coordinates.
  private static let scales: [(places: Int, scale: Double, whole: UInt64)] = [
    (3, 1e3, 1000), (7, 1e7, 10_000_000),
  ]

  /// `nil` for a number that has more places, is too small to be written without an exponent, or
  /// too large.
  init?(_ value: Double) {
    let magnitude = value.magnitude
    // Below this, `description` uses an exponent; above, 15 digits don't hold seven places.
    guard magnitude >= 1e-3, magnitude < 1e8 else { return nil }
    for (places, scale, whole) in ShortDecimal.scales {
      let scaled = (magnitude * scale).rounded()
      guard scaled / scale == magnitude else { continue }
      isNegative = value < 0
      let number = UInt64(scaled)
      self.whole = number / whole
      fraction = number % whole
      self.places = places
      return
    }
    return nil
  }

  /// Writes it without zeros at the end.
  ///
  /// - Returns: the number of bytes.
  func write(to target: UnsafeMutableRawBufferPointer) -> Int {
    var at = 0
    if isNegative {
      target[0] = UInt8(ascii: "-")
      at = 1
    }
    at += DecimalDigits.write(
      Int(whole), to: UnsafeMutableRawBufferPointer(rebasing: target[at...]))
    guard fraction > 0 else { return at }
    target[at] = UInt8(ascii: ".")
    at += 1
    var (rest, count) = (fraction, places)
    while rest % 10 == 0 {
      rest /= 10
      count -= 1
    }
    for place in stride(from: at + count - 1, through: at, by: -1) {
      target[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return at + count
  }
}

/// Writes whole numbers.
enum DecimalDigits {
  /// The most bytes that one takes.
  static let mostBytes = 20

  /// Writes a number.
  ///
  /// - Returns: the number of bytes.
  static func write(_ value: Int, to target: UnsafeMutableRawBufferPointer) -> Int {
    var rest = value.magnitude
    var count = value < 0 ? 2 : 1
    var limit: UInt = 10
    while rest >= limit, count < mostBytes {
      count += 1
      let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
      if overflow { break }
      limit = next
    }
    if value < 0 { target[0] = UInt8(ascii: "-") }
    var at = count
    repeat {
      at -= 1
      target[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    return count
  }
}
