import TimeWalkArchive
import TimeWalkBase

/// Finds the one encoding of a file by its bytes: UTF-8, Windows-1252 or Mac Roman.
///
/// UTF-8 has certain sequences of bytes. The others differ in which of their characters fit between
/// their neighbours: `Caf` and 0x8E are Café in Mac Roman, and a capital at the end of a word in
/// Windows-1252.
struct EncodingSurvey {
  /// The kinds of a byte's neighbours.
  private enum Neighbor: Int, CaseIterable {
    case other, lower, upper, digit, high

    init(_ byte: UInt8) {
      switch byte {
      case 0x61...0x7A: self = .lower
      case 0x41...0x5A: self = .upper
      case 0x30...0x39: self = .digit
      case 0x80...: self = .high
      default: self = .other
      }
    }

    var isLetter: Bool { self == .lower || self == .upper || self == .high }
  }

  private static let candidates = [SingleByteEncoding.windows1252, .macRoman]
  private static let kinds = Neighbor.allCases.count

  /// The numbers of sequences that are UTF-8, and of bytes that aren't.
  private var sequences = 0
  private var faults = 0
  /// The bytes of a sequence that are still to come, and the bounds of the next.
  private var missing = 0
  private var bounds: ClosedRange<UInt8> = 0x80...0xBF
  /// How often each byte from 0x80 on stands between which neighbours.
  private var counts = [Int](repeating: 0, count: 128 * EncodingSurvey.kinds * EncodingSurvey.kinds)
  private var before = Neighbor.other
  private var last: UInt8 = 0

  /// The encoding of a source that is still to be read, with a finding if it isn't UTF-8.
  static func encoding(
    of source: ByteSource
  ) throws(ArchiveError) -> (FileEncoding, [ImportFinding]) {
    var survey = EncodingSurvey()
    let isWhole = try source.look { survey.add($0) }
    if isWhole { survey.finish() }
    guard survey.faults > survey.sequences else { return (.utf8(otherwise: .windows1252), []) }
    let likely = survey.likely
    return (
      .singleByte(likely),
      [
        ImportFinding(
          .warning, line: nil, reason: "the file isn't UTF-8; read as \(likely.title)",
          hint: "if it looks wrong, set its encoding with --encoding NAME")
      ]
    )
  }

  private mutating func add(_ bytes: [UInt8]) {
    if missing == 0, last < 0x80, EncodingSurvey.isASCII(bytes) {
      guard let end = bytes.last else { return }
      (before, last) = (Neighbor(bytes.dropLast().last ?? last), end)
      return
    }
    for byte in bytes {
      check(byte)
      count(nextTo: Neighbor(byte))
      (before, last) = (Neighbor(last), byte)
    }
  }

  private mutating func finish() {
    if missing > 0 { faults += 1 }
    count(nextTo: .other)
  }

  private static func isASCII(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var bits: UInt64 = 0
      var index = 0
      while index + 8 <= bytes.count {
        bits |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index += 8
      }
      for byte in bytes[index...] { bits |= UInt64(byte) }
      return bits & 0x8080_8080_8080_8080 == 0
    }
  }

  /// Follows the sequences of UTF-8 (The Unicode Standard, table 3-7).
  private mutating func check(_ byte: UInt8) {
    if missing > 0 {
      guard !bounds.contains(byte) else {
        missing -= 1
        bounds = 0x80...0xBF
        if missing == 0 { sequences += 1 }
        return
      }
      faults += 1
    }
    bounds = 0x80...0xBF
    missing = 0
    switch byte {
    case 0..<0x80: break
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, bounds) = (2, 0xA0...0xBF)
    case 0xED: (missing, bounds) = (2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, bounds) = (3, 0x90...0xBF)
    case 0xF4: (missing, bounds) = (3, 0x80...0x8F)
    case 0xF1...0xF3: missing = 3
    default: faults += 1
    }
  }

  /// Counts the last byte, whose next neighbour is known now.
  private mutating func count(nextTo after: Neighbor) {
    guard last >= 0x80 else { return }
    let kinds = EncodingSurvey.kinds
    counts[(Int(last) - 0x80) * kinds * kinds + before.rawValue * kinds + after.rawValue] += 1
  }

  /// The encoding whose characters fit best; Windows-1252 if they fit alike.
  private var likely: SingleByteEncoding {
    EncodingSurvey.candidates.max { points(of: $0) < points(of: $1) } ?? .windows1252
  }

  private func points(of encoding: SingleByteEncoding) -> Int {
    var points = 0
    var index = 0
    for scalar in encoding.characters {
      for before in Neighbor.allCases {
        for after in Neighbor.allCases {
          if counts[index] > 0 {
            points += counts[index] * EncodingSurvey.points(of: scalar, before, after)
          }
          index += 1
        }
      }
    }
    return points
  }

  private static func points(
    of scalar: Unicode.Scalar, _ before: Neighbor, _ after: Neighbor
  ) -> Int {
    let isInWord = before.isLetter || after.isLetter
    switch scalar {
    case "\u{FFFD}": return -1
    case "\u{2018}", "\u{201C}", "\u{201E}", "\u{AB}":
      return !before.isLetter && after.isLetter ? 1 : 0
    case "\u{201D}", "\u{BB}": return before.isLetter && !after.isLetter ? 1 : 0
    // Also the apostrophe.
    case "\u{2019}": return before.isLetter ? (after.isLetter ? 2 : 1) : 0
    case "\u{2013}", "\u{2014}": return before == after && !isInWord ? 1 : 0
    case "\u{B0}": return before == .digit ? 1 : 0
    case "\u{2026}", "\u{A0}": return 0
    // Words of one letter.
    case "\u{E0}" where !isInWord, "\u{E5}" where !isInWord: return 1
    default: break
    }
    let properties = scalar.properties
    // The letters of western Europe are more frequent than those of the rest.
    let isWestern = (0xC0...0xFF).contains(scalar.value) || scalar == "\u{153}"
    if properties.isLowercase {
      if before == .upper, after != .lower { return after == .upper ? -1 : 0 }
      return isInWord ? (isWestern ? 2 : 1) : 0
    }
    if properties.isUppercase {
      if before == .lower || before == .upper && after == .lower { return -1 }
      return isInWord ? (isWestern ? 2 : 1) : 0
    }
    return isInWord ? -1 : 0
  }
}
