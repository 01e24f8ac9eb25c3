internal import CText

/// The direction in which each character of a paragraph is read, by the Unicode bidirectional
/// algorithm (UAX #9).
struct BidiLevels: Sendable {
  /// The embedding level of each character: odd for right-to-left text.
  let levels: [Int8]
  /// True if the paragraph itself is read from right to left, as its first strong character is.
  let isRightToLeft: Bool
  /// True if FriBidi was needed to order the text and isn't installed.
  let isOrderUnknown: Bool

  /// The paragraph's own level, which its end and an ellipsis there have.
  var base: Int8 { isRightToLeft ? 1 : 0 }

  /// Finds the levels; FriBidi is loaded only where a character is read from right to left.
  init(_ scalars: [UInt32]) {
    guard scalars.contains(where: Self.isRightToLeft) else {
      levels = [Int8](repeating: 0, count: scalars.count)
      isRightToLeft = false
      isOrderUnknown = false
      return
    }
    var found = [Int8](repeating: 0, count: scalars.count)
    var turned = false
    if twi_levels(scalars, Int32(scalars.count), &found, &turned) {
      levels = found
      isRightToLeft = turned
      isOrderUnknown = false
      return
    }
    // Without FriBidi the whole line has the direction of its first letter.
    let first = scalars.first { Self.isRightToLeft($0) || Self.isLetter($0) }
    let isTurned = first.map(Self.isRightToLeft) ?? false
    levels = scalars.map { _ in isTurned ? 1 : 0 }
    isRightToLeft = isTurned
    isOrderUnknown = !isTurned || scalars.contains { !Self.isRightToLeft($0) && Self.isWord($0) }
  }

  /// The left-to-right order of runs of text with these levels (rule L2).
  static func visualOrder(_ levels: [Int8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() else {
      return order
    }
    for level in stride(from: highest, through: lowest, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }

  /// Returns true if a character may be read from right to left: the blocks that Unicode keeps for
  /// such scripts, and their mark.
  private static func isRightToLeft(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x590 else { return false }
    return switch scalar {
    case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
  }

  private static func isWord(_ scalar: UInt32) -> Bool {
    isLetter(scalar) || (Unicode.Scalar(scalar)?.properties.numericType != nil)
  }
}
