import Foundation
import TimeWalkCore
import TimeWalkTables

/// An argument of a statement: a value, or a list of numbers.
enum ServerArgument {
  case value(SQLValue)
  /// A list of `bigint`.
  case numbers([Int64])
}

/// PostgreSQL's types for values, by their numbers (`pg_type.dat`), in the binary form of its
/// `send` and `receive` functions: numbers in network order.
enum ServerType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701

  /// Values that are written as text are also text.
  private static let texts: Set<UInt32> = [text, json, 19, 705, 1042, 1043]

  /// Returns true if a column of a type gives a value back as it was; a text may not hold NUL.
  static func isExact(_ value: SQLValue, _ type: UInt32) -> Bool {
    switch value {
    case .null: true
    case .integer(let number):
      type == int8 || (type == int4 && Int32(exactly: number) != nil)
        || (type == int2 && Int16(exactly: number) != nil)
    case .real: type == float8
    case .text(let text): texts.contains(type) && !text.utf8.contains(0)
    case .blob: type == bytea
    }
  }

  /// The type of a value; a text for NULL, which a cursor's statement can't leave open.
  static func type(_ argument: ServerArgument) -> UInt32 {
    switch argument {
    case .numbers: 1016
    case .value(let value):
      switch value {
      case .null: text
      case .integer: int8
      case .real: float8
      case .text: text
      case .blob: bytea
      }
    }
  }

  /// The bytes of an argument of a type; `nil` for NULL.
  ///
  /// Throws for a value that the type doesn't have.
  static func bytes(_ argument: ServerArgument, _ type: UInt32) throws -> [UInt8]? {
    switch argument {
    case .numbers(let numbers): list(numbers)
    case .value(let value): try bytes(value, type)
    }
  }

  private static func bytes(_ value: SQLValue, _ type: UInt32) throws -> [UInt8]? {
    switch value {
    case .null: return nil
    case .integer(let number):
      switch type {
      case bool: return [number == 0 ? 0 : 1]
      case int8: return big(number)
      case int4: return Int32(exactly: number).map(big) ?? []
      case int2: return Int16(exactly: number).map(big) ?? []
      case float8: return big(Double(number).bitPattern)
      default: return texts.contains(type) ? Array(String(number).utf8) : big(number)
      }
    case .real(let number):
      switch type {
      case float4: return big(Float(number).bitPattern)
      case int8: return big(Int64(Int(nearest: number)))
      default: return big(number.bitPattern)
      }
    case .text(let text):
      guard !text.utf8.contains(0) else {
        throw ServerError(state: "22021", message: "it has a NUL character")
      }
      return Array(text.utf8)
    case .blob(let data): return Array(data)
    }
  }

  /// An array of one dimension ("array_recv"): dimensions, flags, the type, how many, where they
  /// begin, and each with its length.
  private static func list(_ numbers: [Int64]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + 12 * numbers.count)
    bytes += big(Int32(numbers.isEmpty ? 0 : 1)) + big(Int32(0)) + big(int8)
    guard !numbers.isEmpty else { return bytes }
    bytes += big(Int32(numbers.count)) + big(Int32(1))
    for number in numbers {
      bytes += big(Int32(8))
      bytes += big(number)
    }
    return bytes
  }

  /// Reads a value of a type.
  static func value(_ bytes: UnsafeRawBufferPointer, _ type: UInt32) -> SQLValue {
    switch type {
    case bool: .integer(bytes.first == 0 ? 0 : 1)
    case int8: .integer(Int64(bitPattern: number(bytes)))
    case int4, 26: .integer(Int64(Int32(bitPattern: number(bytes))))
    case int2: .integer(Int64(Int16(bitPattern: number(bytes))))
    case float8: .real(Double(bitPattern: number(bytes)))
    case float4: .real(Double(Float(bitPattern: number(bytes))))
    case let type where texts.contains(type): .text(String(decoding: bytes, as: UTF8.self))
    default: .blob(Data(bytes))
    }
  }

  static func big<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func number<T: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer) -> T {
    bytes.count == MemoryLayout<T>.size ? T(bigEndian: bytes.loadUnaligned(as: T.self)) : 0
  }
}

extension [[UInt8]?] {
  /// The values as libpq takes them, all in binary form.
  func withPointers(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) throws -> Void
  ) rethrows {
    let lengths = map { Int32(clamping: $0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: count)
    // One block for all, as each alone would be a closure in a closure.
    var offsets: [Int?] = []
    var block: [UInt8] = []
    for value in self {
      offsets.append(value == nil ? nil : block.count)
      block += value ?? []
    }
    // No bytes have no address, and a null pointer would be NULL.
    block.append(0)
    try block.withUnsafeBufferPointer { block in
      let pointers = offsets.map { offset in
        offset.flatMap { offset in
          block.baseAddress.map {
            UnsafeRawPointer($0 + offset).assumingMemoryBound(to: CChar.self)
          }
        }
      }
      try pointers.withUnsafeBufferPointer { pointers in
        try body(pointers.baseAddress, lengths, formats)
      }
    }
  }
}
