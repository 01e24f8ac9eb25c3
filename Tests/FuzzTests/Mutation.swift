import TimeWalkTestSupport

/// Changes of inputs, as fuzzers make them, from random numbers that are the same in every run.
struct Mutation {
  private var chance: SeededGenerator
  private let seeds: [[UInt8]]

  init(of seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    chance = SeededGenerator(seed: seed)
  }

  /// The next input: one of the seeds with a few changes.
  mutating func next() -> [UInt8] {
    var bytes = seeds.randomElement(using: &chance) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &chance) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(.random(in: 0...255, using: &chance)) }
    let at = Int.random(in: bytes.indices, using: &chance)
    let end = min(bytes.count, at + Int.random(in: 1...16, using: &chance))
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
    case 1: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &chance) ?? 0
    case 2: bytes[at] = .random(in: 0...255, using: &chance)
    case 3: bytes.removeSubrange(at..<end)
    case 4: bytes.removeSubrange(at...)
    case 5: bytes.insert(contentsOf: bytes[at..<end], at: at)
    case 6:
      let other = seeds.randomElement(using: &chance) ?? []
      bytes.replaceSubrange(at..<end, with: other.dropFirst(min(at, other.count)).prefix(16))
    default:
      for place in at..<end { bytes[place] = 0xFF }
    }
  }
}
