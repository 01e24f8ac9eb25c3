/// A value with its rank: the higher rank first, for equal ranks the lower key.
struct Ranked {
  var value: Float
  /// The candidate's key.
  let key: Int64
  /// Its place in some list.
  let place: Int

  /// Returns true if it comes before another.
  @inline(__always)
  func isBefore(_ other: Ranked) -> Bool {
    value != other.value ? value > other.value : key < other.key
  }
}

extension Ranked {
  /// Inserts an entry into a sorted list and drops the last.
  ///
  /// - Parameters:
  ///   - entry: an entry that precedes the last.
  ///   - entries: at least one.
  fileprivate static func insert(_ entry: Ranked, into entries: UnsafeMutableBufferPointer<Ranked>)
  {
    guard let start = entries.baseAddress else { return }
    var (low, high) = (0, entries.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].isBefore(entry) { low = middle + 1 } else { high = middle }
    }
    (start + low + 1).update(from: start + low, count: entries.count - 1 - low)
    entries[low] = entry
  }
}

/// The best of all offered entries, by rank.
struct TopRanked {
  private let capacity: Int
  /// The first so far, best first.
  private(set) var entries: [Ranked] = []

  /// Keeps at most so many, at least 1.
  init(_ capacity: Int) {
    self.capacity = capacity
    entries.reserveCapacity(min(capacity, 128))
  }

  /// Returns true if something of at most this value may still be among them.
  @inline(__always)
  func mayTake(_ value: Float) -> Bool {
    guard entries.count == capacity, let last = entries.last else { return true }
    return value >= last.value
  }

  /// Takes one more into account.
  mutating func offer(_ entry: Ranked) {
    if entries.count == capacity {
      guard let last = entries.last, entry.isBefore(last) else { return }
    } else {
      entries.append(entry)
    }
    entries.withUnsafeMutableBufferPointer { Ranked.insert(entry, into: $0) }
  }
}

/// The best of the offered entries for each period.
struct TopRankedByPeriod {
  private let capacity: Int
  /// The index of a decade or century, for those that most dates have; -1 for none yet.
  private var numbers = [Int16](repeating: -1, count: 256)
  private var rare: [Period: Int] = [:]
  /// `capacity` entries for each period, in the order of their arrival, and the current number of
  /// each.
  private var entries: [Ranked] = []
  private var counts: [Int] = []

  /// Keeps at most so many of each, at least 1.
  init(ofEach capacity: Int) {
    self.capacity = capacity
    entries.reserveCapacity(16 * min(capacity, 16))
    counts.reserveCapacity(16)
  }

  /// The first of each period so far, best first; the periods in the order in which they came.
  var periods: [ArraySlice<Ranked>] {
    counts.indices.map { entries[$0 * capacity..<$0 * capacity + counts[$0]] }
  }

  /// Returns true if an entry of at most this value may still be among the best of its period.
  func mayTake(_ value: Float, of period: Period) -> Bool {
    let number = TopRankedByPeriod.slot(of: period).map { Int(numbers[$0]) } ?? rare[period] ?? -1
    guard number >= 0, counts[number] == capacity else { return true }
    return value >= entries[(number + 1) * capacity - 1].value
  }

  /// Takes one more into account.
  mutating func offer(_ entry: Ranked, of period: Period) {
    let number: Int
    if let slot = TopRankedByPeriod.slot(of: period) {
      if numbers[slot] < 0 { numbers[slot] = Int16(newPeriod(entry)) }
      number = Int(numbers[slot])
    } else if let known = rare[period] {
      number = known
    } else {
      number = newPeriod(entry)
      rare[period] = number
    }
    let start = number * capacity
    if counts[number] < capacity {
      counts[number] += 1
    } else if !entry.isBefore(entries[start + capacity - 1]) {
      return
    }
    let end = start + counts[number]
    entries.withUnsafeMutableBufferPointer {
      Ranked.insert(entry, into: UnsafeMutableBufferPointer(rebasing: $0[start..<end]))
    }
  }

  /// Reserves memory for a period, filled with any entry.
  private mutating func newPeriod(_ entry: Ranked) -> Int {
    entries.append(contentsOf: repeatElement(entry, count: capacity))
    counts.append(0)
    return counts.count - 1
  }

  /// A number below 256 for the periods of the years 0 to 2299.
  private static func slot(of period: Period) -> Int? {
    guard (0..<2300).contains(period.firstYear) else { return nil }
    return period.length == .decade ? period.firstYear / 10 : 230 + period.firstYear / 100
  }
}

/// A set of some numbers from 0 on.
struct Marks {
  private var words: [UInt64]

  /// Nothing chosen yet of this many.
  init(_ count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// Chooses one, unless it is chosen already.
  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  /// Chooses the indices of the best of all, of any era and of each period.
  mutating func insert(_ ofAll: TopRanked, _ ofAnyEra: TopRanked, _ ofPeriods: TopRankedByPeriod) {
    for entry in ofAll.entries { insert(entry.place) }
    for entry in ofAnyEra.entries { insert(entry.place) }
    for entries in ofPeriods.periods {
      for entry in entries { insert(entry.place) }
    }
  }

  /// Those that are chosen, in rising order.
  var numbers: [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(words.reduce(0) { $0 + $1.nonzeroBitCount })
    for (place, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        numbers.append(64 * place + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }
}
