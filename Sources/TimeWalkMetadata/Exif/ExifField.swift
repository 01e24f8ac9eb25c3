/// A number as a TIFF block writes it: a fraction, or a plain number over 1.
struct ExifNumber: Hashable {
  let numerator: Double
  let denominator: Double

  /// The number; `nil` for n/0, NaN and infinity.
  var value: Double? {
    guard denominator != 0 else { return nil }
    let quotient = numerator / denominator
    return quotient.isFinite ? quotient : nil
  }

  /// True if it is 0/0, which cameras write for "unknown".
  var isBlank: Bool { numerator == 0 && denominator == 0 }
}

/// The parsed value of one entry of a TIFF block.
struct ExifField {
  /// The TIFF type: 1 BYTE, 2 ASCII, 3 SHORT, 4 LONG, 5 RATIONAL, 6-10 the signed ones, 11 FLOAT,
  /// 12 DOUBLE.
  let type: UInt16
  /// The value's bytes as stored.
  let bytes: [UInt8]
  private let order: ByteOrder

  init(type: UInt16, bytes: [UInt8], order: ByteOrder) {
    self.type = type
    self.bytes = bytes
    self.order = order
  }

  /// The bytes that one element of a type takes; `nil` for an unknown type.
  static func size(ofType type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }

  /// True if it is text: ASCII, or EXIF 3.0's UTF-8.
  var isText: Bool { type == 2 || type == 129 }

  /// The elements as numbers; empty for text and unknown types.
  var numbers: [ExifNumber] {
    guard let size = ExifField.size(ofType: type) else { return [] }
    return stride(from: 0, through: bytes.count - size, by: size).compactMap(number)
  }

  /// The first element as a number; `nil` if there is none or it is n/0.
  var number: Double? {
    guard let size = ExifField.size(ofType: type), bytes.count >= size else { return nil }
    return number(at: 0)?.value
  }

  /// The value as text up to the first NUL, without blanks around it; `nil` when nothing is left.
  var text: String? {
    guard [1, 2, 7, 129].contains(type) else { return nil }
    let trimmed = bytes.prefix { $0 != 0 }.drop { $0 == 0x20 }
    let kept = trimmed.reversed().drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }.reversed()
    return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
  }

  private func number(at i: Int) -> ExifNumber? {
    let plain: Double
    switch type {
    case 1, 7: plain = Double(bytes[i])
    case 6: plain = Double(Int8(bitPattern: bytes[i]))
    case 3: plain = Double(order.uint16(bytes, i))
    case 8: plain = Double(Int16(bitPattern: order.uint16(bytes, i)))
    case 4, 13: plain = Double(order.uint32(bytes, i))
    case 9: plain = Double(Int32(bitPattern: order.uint32(bytes, i)))
    case 11: plain = Double(Float(bitPattern: order.uint32(bytes, i)))
    case 12: plain = Double(bitPattern: order.uint64(bytes, i))
    case 5:
      return ExifNumber(
        numerator: Double(order.uint32(bytes, i)), denominator: Double(order.uint32(bytes, i + 4)))
    case 10:
      return ExifNumber(
        numerator: Double(Int32(bitPattern: order.uint32(bytes, i))),
        denominator: Double(Int32(bitPattern: order.uint32(bytes, i + 4))))
    default: return nil
    }
    return ExifNumber(numerator: plain, denominator: 1)
  }
}
