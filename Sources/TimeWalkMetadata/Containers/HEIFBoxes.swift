/// Boxes of an ISO base media file, read in their order (ISO 14496-12, 4.2).
///
/// The confined decoder trusts no result of another process, so C reads them as well
/// (`CImages/HEIF/boxes.h`): that refuses the faults that this skips.
struct HEIFBoxes {
  /// One box.
  struct Box {
    let type: String
    /// The range of its content in the file.
    let content: Range<Int>
  }

  private let bytes: [UInt8]
  private var at: Int
  private let end: Int
  /// True if a box claims to reach beyond its parent.
  private(set) var isDamaged = false

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  /// The next box; `nil` at the end.
  ///
  /// A box that reaches beyond its parent is cut at the parent's end.
  mutating func next() -> Box? {
    guard at + 8 <= end else { return nil }
    var size = Int(ByteOrder.big.uint32(bytes, at))
    let type = String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self)
    var start = at + 8
    if size == 1 {
      guard at + 16 <= end else { return nil }
      size = Int(clamping: ByteOrder.big.uint64(bytes, at + 8))
      start += 8
    } else if size == 0 {
      size = end - at
    }
    guard size >= start - at else {
      isDamaged = true
      return nil
    }
    if size > end - at {
      isDamaged = true
      size = end - at
    }
    at += size
    return Box(type: type, content: start..<at)
  }

  /// All boxes of a part of a file, up to a number that no photo has.
  static func all(_ bytes: [UInt8], in range: Range<Int>, limit: Int) -> [Box] {
    var boxes = HEIFBoxes(bytes, in: range)
    var result: [Box] = []
    while result.count < limit, let box = boxes.next() { result.append(box) }
    return result
  }
}

/// Numbers of a box, read one after another; `nil` at its end.
struct HEIFNumbers {
  private let bytes: [UInt8]
  private(set) var at: Int
  private let end: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  var left: Range<Int> { min(at, end)..<end }

  /// A number of 0...8 bytes; of none it is 0.
  mutating func number(_ count: Int) -> Int? {
    guard count <= 8, at + count <= end else { return nil }
    var value: UInt64 = 0
    for i in 0..<count { value = value << 8 | UInt64(bytes[at + i]) }
    at += count
    return Int(exactly: value)
  }

  /// Version and flags of a full box.
  mutating func header() -> (version: Int, flags: Int)? {
    guard let version = number(1), let flags = number(3) else { return nil }
    return (version, flags)
  }

  /// A text that ends with a NUL.
  mutating func text() -> String? {
    guard let nul = bytes[left].firstIndex(of: 0) else { return nil }
    defer { at = nul + 1 }
    return String(decoding: bytes[at..<nul], as: UTF8.self)
  }
}
