import TimeWalkArchive

/// The identifiers of a source so far, in a memory that doesn't grow with their length.
///
/// Each is stored as 128 bits of two keyed hashes: among a thousand million, two different ones
/// collide with a probability of some 10⁻²¹. The table is hand-written, because a dictionary would
/// hash the hashes once more: 20 bytes a slot, at most two in three used.
struct SeenIdentifiers {
  private var keys = [SIMD2<Int>](repeating: .zero, count: 1 << 10)
  /// By slot; 0 for a free one.
  private var lines = [UInt32](repeating: 0, count: 1 << 10)
  private var count = 0

  /// Takes one in; the line where it stood before, or `nil` when it is new.
  mutating func add(_ identifier: String, line: Int) -> Int? {
    var other = Hasher()
    other.combine(0x5477)
    other.combine(identifier)
    let key = SIMD2(identifier.hashValue, other.finalize())
    let slot = slot(of: key)
    // Stored plus one, which distinguishes an unknown line from a free slot.
    if lines[slot] != 0 { return Int(lines[slot] - 1) }
    keys[slot] = key
    lines[slot] = max(1, UInt32(clamping: line + 1))
    count += 1
    if count * 3 > keys.count * 2 { grow() }
    return nil
  }

  /// The slot of a key, or a free slot for it.
  private func slot(of key: SIMD2<Int>) -> Int {
    let mask = keys.count - 1
    var slot = key.x & mask
    while lines[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = (keys, lines)
    keys = [SIMD2<Int>](repeating: .zero, count: 2 * old.0.count)
    lines = [UInt32](repeating: 0, count: 2 * old.0.count)
    for (index, line) in old.1.enumerated() where line != 0 {
      let slot = slot(of: old.0[index])
      keys[slot] = old.0[index]
      lines[slot] = line
    }
  }
}
