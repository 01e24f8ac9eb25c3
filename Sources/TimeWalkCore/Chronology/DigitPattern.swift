/// A number of fixed width whose digits may be unspecified, as in `19X5` or `0X`.
struct DigitPattern: Hashable, Sendable {
  /// The digits from left to right; `nil` stands for an `X`.
  let digits: [Int?]

  /// The least number of this shape.
  var least: Int { digits.reduce(0) { $0 * 10 + ($1 ?? 0) } }

  /// The greatest number of this shape.
  var greatest: Int { digits.reduce(0) { $0 * 10 + ($1 ?? 9) } }

  /// True if every digit is given.
  var isKnown: Bool { !digits.contains(nil) }

  /// The number of unspecified digits at the right end.
  var unspecifiedAtEnd: Int { digits.reversed().prefix { $0 == nil }.count }

  /// The numbers of this shape within a range, ascending.
  func numbers(in range: ClosedRange<Int>) -> [Int] {
    let low = max(least, range.lowerBound)
    let high = min(greatest, range.upperBound)
    guard low <= high else { return [] }
    return (low...high).filter(matches)
  }

  /// Returns true if a number has this shape; `false` for a negative one.
  func matches(_ number: Int) -> Bool {
    guard number >= 0 else { return false }
    var rest = number
    for digit in digits.reversed() {
      if let digit, digit != rest % 10 { return false }
      rest /= 10
    }
    return rest == 0
  }
}
