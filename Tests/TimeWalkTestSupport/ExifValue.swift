/// The value of an Exif entry, as a test wants it written.
///
/// Nothing is corrected: texts need not end, fractions may be over zero.
package enum ExifValue: Sendable {
  /// BYTE.
  case bytes([UInt8])
  /// ASCII; a NUL is added.
  case text(String)
  /// SHORT.
  case shorts([UInt16])
  /// LONG.
  case longs([UInt32])
  /// RATIONAL: numerators and denominators.
  case rationals([(UInt32, UInt32)])
  /// UNDEFINED.
  case undefined([UInt8])
  /// SRATIONAL.
  case signedRationals([(Int32, Int32)])
  /// DOUBLE.
  case doubles([Double])
  /// Any type, even none that exists, with its bytes in the block's order and the count that is
  /// claimed.
  case raw(type: UInt16, count: UInt32, bytes: [UInt8])

  /// Degrees, minutes and seconds of an angle, as phones write them: seconds in hundredths.
  package static func degrees(_ angle: Double) -> ExifValue {
    let size = abs(angle)
    let whole = size.rounded(.down)
    let minutes = ((size - whole) * 60).rounded(.down)
    let seconds = (size - whole - minutes / 60) * 3600
    return .rationals([
      (UInt32(whole), 1), (UInt32(minutes), 1), (UInt32((seconds * 10_000).rounded()), 10_000),
    ])
  }

  var type: UInt16 {
    switch self {
    case .bytes: 1
    case .text: 2
    case .shorts: 3
    case .longs: 4
    case .rationals: 5
    case .undefined: 7
    case .signedRationals: 10
    case .doubles: 12
    case .raw(let type, _, _): type
    }
  }

  var count: UInt32 {
    switch self {
    case .bytes(let values), .undefined(let values): UInt32(values.count)
    case .text(let text): UInt32(text.utf8.count + 1)
    case .shorts(let values): UInt32(values.count)
    case .longs(let values): UInt32(values.count)
    case .rationals(let values): UInt32(values.count)
    case .signedRationals(let values): UInt32(values.count)
    case .doubles(let values): UInt32(values.count)
    case .raw(_, let count, _): count
    }
  }

  func encoded(bigEndian: Bool) -> [UInt8] {
    func number(_ value: UInt64, _ size: Int) -> [UInt8] {
      let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
      return bigEndian ? little.reversed() : little
    }
    switch self {
    case .bytes(let values), .undefined(let values), .raw(_, _, let values): return values
    case .text(let text): return Array(text.utf8) + [0]
    case .shorts(let values): return values.flatMap { number(UInt64($0), 2) }
    case .longs(let values): return values.flatMap { number(UInt64($0), 4) }
    case .rationals(let values):
      return values.flatMap { number(UInt64($0.0), 4) + number(UInt64($0.1), 4) }
    case .signedRationals(let values):
      return values.flatMap {
        number(UInt64(UInt32(bitPattern: $0.0)), 4) + number(UInt64(UInt32(bitPattern: $0.1)), 4)
      }
    case .doubles(let values): return values.flatMap { number($0.bitPattern, 8) }
    }
  }
}
