/// At most some hundreds of candidates in few bytes: the format of the index in an archive.
///
/// Candidates are in groups with rising numbers. Each column has the shortest of several forms, so
/// a column with nearly all values unknown takes next to no space. Reading restores the written
/// bits exactly. All numbers are little-endian; a big-endian machine finds impossible counts.
///
/// The bytes are untrusted: reading never goes beyond them and makes at most `mostCandidates`.
package struct CandidatePage {
  /// The most candidates that a page holds.
  package static let mostCandidates = 512

  /// The storage form of a column.
  enum Form: UInt32 {
    /// A number that all have, and the others' places and numbers.
    case sparse
    /// Up to 256 different numbers, and for each candidate which it is.
    case dictionary
    /// As in memory.
    case plain
    /// The least number, and how much more each is, in 8, 16 or 32 bits.
    case offsets8
    case offsets16
    case offsets32
  }

  /// The columns in the order of their declaration in `Candidates`.
  enum Column: Int, CaseIterable {
    case keys, latitudes, longitudes, accuracies, headings, headingAccuracies, fieldsOfView
    case pitches, altitudes, altitudeAccuracies, viewDistances
    case earliest, latest, earliestFuzzy, latestFuzzy, traits
  }

  /// Some of a page's candidates, side by side.
  package struct Slice {
    let page: CandidatePage
    let range: Range<Int>
    /// The number of candidates in the group.
    package var count: Int { range.count }
  }

  /// The number of candidates.
  package let count: Int
  private let groups: Int
  private let start: UnsafeRawPointer
  private let size: Int

  // Two counts; for each column where it begins, with its form in the lowest three bits, which are
  // free; the first group's number.
  static let columnsOffset = 8
  static let firstGroupOffset = columnsOffset + 4 * Column.allCases.count
  static let groupsOffset = firstGroupOffset + 8
  static let formMask: UInt32 = 7

  /// Reads a page where it lies; `nil` for anything else.
  ///
  /// The memory has to stay for as long as the page and its slices are used.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count >= CandidatePage.groupsOffset else {
      return nil
    }
    count = Int(start.loadUnaligned(as: UInt32.self))
    groups = Int(start.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    self.start = start
    size = bytes.count
    guard (1...CandidatePage.mostCandidates).contains(count), (1...count).contains(groups),
      CandidatePage.groupsOffset + 6 * groups <= size
    else { return nil }
  }

  /// The candidates of the groups whose numbers are in a range; `nil` if the bytes contradict
  /// themselves.
  package func slice(ofGroups numbers: ClosedRange<Int64>) -> Slice? {
    let first = place(ofGroupFrom: numbers.lowerBound)
    let last =
      numbers.upperBound == .max ? count : place(ofGroupFrom: numbers.upperBound + 1)
    return 0 <= first && first <= last && last <= count
      ? Slice(page: self, range: first..<last) : nil
  }

  /// The groups with their candidates, in rising order; `nil` if the bytes contradict themselves.
  package var slices: [(group: Int64, slice: Slice)]? {
    var found: [(group: Int64, slice: Slice)] = []
    for index in 0..<groups {
      let first = place(ofGroupAt: index)
      let next = index + 1 < groups ? place(ofGroupAt: index + 1) : count
      guard first < next, next <= count else { return nil }
      found.append((number(ofGroupAt: index), Slice(page: self, range: first..<next)))
    }
    return found
  }

  /// The number of the first group of at least this number; `nil` when all are less.
  package func firstGroup(from number: Int64) -> Int64? {
    let index = index(ofGroupFrom: number)
    return index < groups ? self.number(ofGroupAt: index) : nil
  }

  private func number(ofGroupAt index: Int) -> Int64 {
    let first = start.loadUnaligned(fromByteOffset: CandidatePage.firstGroupOffset, as: Int64.self)
    let more = start.loadUnaligned(
      fromByteOffset: CandidatePage.groupsOffset + 4 * index, as: UInt32.self)
    return first &+ Int64(more)
  }

  private func place(ofGroupAt index: Int) -> Int {
    Int(
      start.loadUnaligned(
        fromByteOffset: CandidatePage.groupsOffset + 4 * groups + 2 * index, as: UInt16.self))
  }

  /// The index of the first group with at least this number.
  private func place(ofGroupFrom number: Int64) -> Int {
    let index = index(ofGroupFrom: number)
    return index < groups ? place(ofGroupAt: index) : count
  }

  private func index(ofGroupFrom number: Int64) -> Int {
    var (low, high) = (0, groups)
    while low < high {
      let middle = (low + high) / 2
      if self.number(ofGroupAt: middle) < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The start of a column and its form; `nil` unless all its declared bytes lie within the page.
  @inline(__always)
  private func entry(_ column: Column, width: Int) -> (start: UnsafeRawPointer, form: Form)? {
    let entry = start.loadUnaligned(
      fromByteOffset: CandidatePage.columnsOffset + 4 * column.rawValue, as: UInt32.self)
    let offset = Int(entry & ~CandidatePage.formMask)
    guard let form = Form(rawValue: entry & CandidatePage.formMask), offset + 16 <= size else {
      return nil
    }
    let length =
      switch form {
      case .sparse:
        16 + (2 + width) * Int(start.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
      case .dictionary:
        8 + width * Int(start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) + count
      case .plain: width * count
      case .offsets8: 8 + count
      case .offsets16: 8 + 2 * count
      case .offsets32: 8 + 4 * count
      }
    return length <= size - offset ? (start + offset, form) : nil
  }

  /// The sum of some words that a search will read, which loads them into the cache at once.
  ///
  /// It reads every line of the places and the first line of other columns.
  func touch(_ range: Range<Int>) -> UInt32 {
    func lines(_ column: Column, isWhole: Bool) -> UInt32 {
      guard let (first, width, _) = numbers(column, range) else { return 0 }
      var sum: UInt32 = 0
      let end = isWhole ? width * range.count : 1
      for offset in stride(from: 0, to: end, by: 64) {
        sum &+= UInt32(first.load(fromByteOffset: offset, as: UInt8.self))
      }
      return sum
    }
    return lines(.latitudes, isWhole: true) &+ lines(.longitudes, isWhole: true)
      &+ lines(.earliest, isWhole: false) &+ lines(.latest, isWhole: false)
      &+ lines(.headings, isWhole: false)
  }

  /// The position of some candidates' numbers of a 32-bit column: the first, the bytes of each, and
  /// their base.
  ///
  /// `nil` if they aren't adjacent or reading eight at a time would exceed the page.
  func numbers(
    _ column: Column, _ range: Range<Int>
  ) -> (first: UnsafeRawPointer, width: Int, least: Int32)? {
    guard let (start, form) = entry(column, width: 4) else { return nil }
    let width: Int
    switch form {
    case .offsets8: width = 1
    case .offsets16: width = 2
    case .plain, .offsets32: width = 4
    case .sparse, .dictionary: return nil
    }
    let head = form == .plain ? 0 : 8
    let first = start + head + width * range.lowerBound
    guard first + width * ((range.count + 7) & ~7) <= self.start + size else { return nil }
    return (first, width, form == .plain ? 0 : start.loadUnaligned(as: Int32.self))
  }

  /// Writes some candidates' numbers of a column.
  ///
  /// An incomplete column, which no valid page has, is 0. The memory has space for as many numbers
  /// as the range has, of the column's width.
  @inline(__always)
  func unpack<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ column: Column, _ range: Range<Int>, to words: UnsafeMutablePointer<Word>
  ) {
    let (width, first) = (MemoryLayout<Word>.size, range.lowerBound)
    guard let (start, form) = entry(column, width: width) else {
      words.initialize(repeating: 0, count: range.count)
      return
    }
    switch form {
    case .sparse:
      words.initialize(repeating: start.loadUnaligned(as: Word.self), count: range.count)
      let others = Int(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
      for index in 0..<others {
        let place = start.loadUnaligned(
          fromByteOffset: 16 + width * others + 2 * index, as: UInt16.self)
        guard range.contains(Int(place)) else { continue }
        words[Int(place) - first] = start.loadUnaligned(
          fromByteOffset: 16 + width * index, as: Word.self)
      }
    case .dictionary:
      let known = Int(start.loadUnaligned(as: UInt32.self))
      let indexes = start + 8 + width * known + first
      for index in 0..<range.count {
        let which = Int(indexes.load(fromByteOffset: index, as: UInt8.self))
        words[index] =
          which < known ? start.loadUnaligned(fromByteOffset: 8 + width * which, as: Word.self) : 0
      }
    case .plain:
      UnsafeMutableRawPointer(words).copyMemory(
        from: start + width * first, byteCount: width * range.count)
    case .offsets8: add(UInt8.self, start, first, range.count, to: words)
    case .offsets16: add(UInt16.self, start, first, range.count, to: words)
    case .offsets32: add(UInt32.self, start, first, range.count, to: words)
    }
  }

  @inline(__always)
  private func add<
    Offset: FixedWidthInteger & BitwiseCopyable,
    Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _: Offset.Type, _ start: UnsafeRawPointer, _ first: Int, _ count: Int,
    to words: UnsafeMutablePointer<Word>
  ) {
    let least = start.loadUnaligned(as: Word.self)
    let offsets = start + 8 + MemoryLayout<Offset>.size * first
    for index in 0..<count {
      words[index] =
        least
        &+ Word(
          truncatingIfNeeded: offsets.loadUnaligned(
            fromByteOffset: MemoryLayout<Offset>.size * index, as: Offset.self))
    }
  }
}

extension Candidates {
  /// Adds the candidates of some slices of pages.
  ///
  /// Takes little longer than copying the memory does.
  package mutating func append(_ slices: [CandidatePage.Slice]) {
    let added = slices.reduce(0) { $0 + $1.count }
    var next = 0
    func take<T, Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
      _ target: inout ContiguousArray<T>, as: Word.Type
    ) {
      guard let column = CandidatePage.Column(rawValue: next) else { return }
      next += 1
      target.append(addingCapacity: added) { span in
        span.withUnsafeMutableBufferPointer { numbers, filled in
          // Numbers of the same size, for which any bits are valid.
          numbers.withMemoryRebound(to: Word.self) { words in
            guard let words = words.baseAddress else { return }
            for slice in slices {
              slice.page.unpack(column, slice.range, to: words + filled)
              filled += slice.count
            }
          }
        }
      }
    }
    forEachColumn(
      keys: { take(&$0, as: UInt64.self) }, integers: { take(&$0, as: UInt32.self) },
      reals: { take(&$0, as: UInt32.self) }, traits: { take(&$0, as: UInt8.self) })
  }
}
