/// The identifiers of a source so far, in a memory that doesn't grow with their length.
///
/// Each is known by 128 bits of two keyed hashes: among a thousand million, two different ones are taken for one with a
/// probability of some 10⁻²¹.
struct SeenIdentifiers {
  private struct Key: Hashable {
    var first: Int
    var second: Int

    // The halves are hashes already.
    func hash(into hasher: inout Hasher) { hasher.combine(first) }
  }

  private var lines: [Key: UInt32] = [:]

  /// Takes one in; the line where it stood before, or `nil` when it is new.
  mutating func add(_ identifier: String, line: Int) -> Int? {
    var other = Hasher()
    other.combine(0x5477)
    other.combine(identifier)
    let key = Key(first: identifier.hashValue, second: other.finalize())
    if let line = lines[key] { return Int(line) }
    lines[key] = UInt32(clamping: line)
    return nil
  }
}
