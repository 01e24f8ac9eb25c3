/// A text that is put together from short pieces and whole numbers, in one piece of memory.
///
/// Interpolation makes a string of each number and copies the text each time it grows. That took
/// longer than reading the item.
struct PlainText {
  private var bytes: [UInt8] = []

  /// Starts empty, with a capacity in bytes.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// The text so far.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a text.
  mutating func add(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds a whole number.
  mutating func add(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The last digit came first; to reverse a part of an array would copy the array.
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
