extension Candidates {
  /// Some of the candidates as a page, see `CandidatePage`.
  ///
  /// - Parameters:
  ///   - range: the candidates; at least one, and at most `CandidatePage.mostCandidates`.
  ///   - groups: the numbers of the groups and the places where they begin, in rising order. The
  ///     first begins at the range's start, and the last number is less than 2³² more than the
  ///     first.
  /// - Returns: bytes, a multiple of eight of them; empty if the parameters are not as they have to
  ///   be.
  package func page(
    of range: Range<Int>, groups: [(number: Int64, start: Int)]
  ) -> [UInt8] {
    guard let first = groups.first, let last = groups.last, first.start == range.lowerBound,
      (1...CandidatePage.mostCandidates).contains(range.count), range.upperBound <= count,
      range.lowerBound >= 0, range.contains(last.start),
      last.number - first.number <= Int64(UInt32.max),
      zip(groups, groups.dropFirst()).allSatisfy({ $0.number < $1.number && $0.start < $1.start })
    else { return [] }
    var page = PageBytes()
    page.put(UInt32(range.count))
    page.put(UInt32(groups.count))
    page.bytes += [UInt8](repeating: 0, count: 4 * CandidatePage.Column.allCases.count)
    page.put(first.number)
    for group in groups { page.put(UInt32(group.number - first.number)) }
    for group in groups { page.put(UInt16(group.start - range.lowerBound)) }
    page.align()

    var entries: [UInt32] = []
    func put<T, Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
      _ column: ContiguousArray<T>, as: Word.Type
    ) {
      column.withUnsafeBufferPointer { numbers in
        UnsafeBufferPointer(rebasing: numbers[range]).withMemoryRebound(to: Word.self) {
          entries.append(page.putColumn($0))
        }
      }
    }
    var columns = self
    columns.forEachColumn(
      keys: { put($0, as: UInt64.self) },
      integers: { column in
        // The strict and the loose days of most dates are equal; the same column then serves twice.
        let twin: (column: CandidatePage.Column, numbers: ContiguousArray<Int32>)? =
          switch CandidatePage.Column(rawValue: entries.count) {
          case .earliestFuzzy: (.earliest, earliest)
          case .latestFuzzy: (.latest, latest)
          default: nil
          }
        if let twin, column[range] == twin.numbers[range] {
          entries.append(entries[twin.column.rawValue])
        } else {
          put(column, as: UInt32.self)
        }
      },
      reals: { put($0, as: UInt32.self) }, traits: { put($0, as: UInt8.self) })
    // Space for the longest header of a column after the last one's start.
    page.bytes += [UInt8](repeating: 0, count: 8)
    for (index, entry) in entries.enumerated() {
      page.set(entry, at: CandidatePage.columnsOffset + 4 * index)
    }
    return page.bytes
  }
}

/// The bytes of a page that is being made.
private struct PageBytes {
  var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(CandidatePage.mostCandidates * 48) }

  mutating func put<T: BitwiseCopyable>(_ value: T) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func set(_ value: UInt32, at offset: Int) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: UInt32.self) }
  }

  mutating func align() {
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  /// Adds a column in its shortest form, and gives its entry in the page's head.
  mutating func putColumn<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ words: UnsafeBufferPointer<Word>
  ) -> UInt32 {
    let start = UInt32(bytes.count)
    let form = putShortest(words)
    align()
    return start | form.rawValue
  }

  private mutating func putShortest<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ words: UnsafeBufferPointer<Word>
  ) -> CandidatePage.Form {
    let width = MemoryLayout<Word>.size
    let usual = PageBytes.usual(words)
    let others = words.reduce(0) { $1 == usual ? $0 : $0 + 1 }
    // The least signed value; numbers on both sides of 0 are then near each other.
    let middle = Word(1) << (Word.bitWidth - 1)
    var (least, most) = (Word.max, Word.min)
    for word in words {
      least = min(least, word ^ middle)
      most = max(most, word ^ middle)
    }
    let span = most &- least
    least ^= middle
    var best = (form: CandidatePage.Form.plain, size: width * words.count)
    func offer(_ form: CandidatePage.Form, _ size: Int) {
      if size < best.size { best = (form, size) }
    }
    offer(.sparse, 16 + (2 + width) * others)
    if span <= 0xFF { offer(.offsets8, 8 + words.count) }
    if span <= 0xFFFF { offer(.offsets16, 8 + 2 * words.count) }
    if UInt64(span) <= 0xFFFF_FFFF { offer(.offsets32, 8 + 4 * words.count) }
    var known: [Word] = []
    if best.size > 8 + words.count {
      known = PageBytes.different(words)
      if !known.isEmpty { offer(.dictionary, 8 + width * known.count + words.count) }
    }
    switch best.form {
    case .sparse:
      put(UInt64(usual))
      put(UInt64(others))
      for word in words where word != usual { put(word) }
      for (place, word) in words.enumerated() where word != usual { put(UInt16(place)) }
    case .dictionary:
      put(UInt64(known.count))
      for word in known { put(word) }
      for word in words { put(UInt8(known.firstIndex(of: word) ?? 0)) }
    case .plain:
      bytes.append(contentsOf: UnsafeRawBufferPointer(words))
    case .offsets8:
      put(UInt64(least))
      for word in words { put(UInt8(truncatingIfNeeded: word &- least)) }
    case .offsets16:
      put(UInt64(least))
      for word in words { put(UInt16(truncatingIfNeeded: word &- least)) }
    case .offsets32:
      put(UInt64(least))
      for word in words { put(UInt32(truncatingIfNeeded: word &- least)) }
    }
    return best.form
  }

  /// The word that more than half of them equal, if any.
  ///
  /// By the vote of R. S. Boyer and J S. Moore (1981).
  private static func usual<Word: Equatable & ExpressibleByIntegerLiteral>(
    _ words: UnsafeBufferPointer<Word>
  ) -> Word {
    var (usual, votes) = (0 as Word, 0)
    for word in words {
      if votes == 0 { usual = word }
      votes += word == usual ? 1 : -1
    }
    return usual
  }

  /// The different words if they are few, else `nil`.
  private static func different<Word: Equatable>(_ words: UnsafeBufferPointer<Word>) -> [Word] {
    var known: [Word] = []
    for word in words where !known.contains(word) {
      guard known.count < 32 else { return [] }
      known.append(word)
    }
    return known
  }
}
