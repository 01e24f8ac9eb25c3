/// A column of some of a page's candidates, numbers of 32 bits that are read eight at a time where
/// they lie.
///
/// A column is unpacked first only if nearly all of its values are equal, or few differ.
struct PackedColumn {
  private let start: UnsafeRawPointer
  /// The bytes of a number: 1, 2 or 4.
  private let width: Int
  private let least: Int32

  /// Finds a column; the memory of page and scratch has to stay for as long as it is used.
  init(
    _ page: CandidatePage, _ column: CandidatePage.Column, _ range: Range<Int>,
    _ scratch: Scratch, _ place: Int
  ) {
    if let found = page.numbers(column, range) {
      (start, width, least) = found
    } else {
      let words = scratch.column(place)
      page.unpack(column, range, to: words)
      (start, width, least) = (UnsafeRawPointer(words), 4, 0)
    }
  }

  /// Eight numbers from one on; those behind the last are any.
  @inline(__always)
  func eight(_ first: Int) -> SIMD8<Int32> {
    switch width {
    case 1:
      let more = start.loadUnaligned(fromByteOffset: first, as: SIMD8<UInt8>.self)
      return SIMD8<Int32>(truncatingIfNeeded: more) &+ least
    case 2:
      let more = start.loadUnaligned(fromByteOffset: 2 * first, as: SIMD8<UInt16>.self)
      return SIMD8<Int32>(truncatingIfNeeded: more) &+ least
    default:
      return start.loadUnaligned(fromByteOffset: 4 * first, as: SIMD8<Int32>.self) &+ least
    }
  }

  /// Buffers for columns that have to be unpacked.
  final class Scratch {
    private let words: UnsafeMutablePointer<UInt32>

    init(columns: Int) {
      // The maximum number of candidates in a page is a multiple of eight.
      let count = columns * CandidatePage.mostCandidates
      words = .allocate(capacity: count)
      words.initialize(repeating: 0, count: count)
    }

    deinit { words.deallocate() }

    fileprivate func column(_ place: Int) -> UnsafeMutablePointer<UInt32> {
      words + place * CandidatePage.mostCandidates
    }
  }
}
