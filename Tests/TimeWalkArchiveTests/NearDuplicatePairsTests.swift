import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct NearDuplicatePairsTests {
  /// Random fingerprints, most of them near copies of a few.
  private func fingerprints(_ count: Int, seed: UInt64) -> [Fingerprint] {
    var random = SeededGenerator(seed: seed)
    var prints: [Fingerprint] = []
    for _ in 0..<count {
      if let near = prints.randomElement(using: &random), Bool.random(using: &random) {
        var words = near.words
        for _ in 0..<Int.random(in: 0...75, using: &random) {
          let bit = Int.random(in: 0..<256, using: &random)
          words[bit / 64] ^= 1 << UInt64(bit % 64)
        }
        prints.append(Fingerprint(words: words))
      } else {
        prints.append(
          Fingerprint(
            words: SIMD4(
              UInt64.random(in: 0 ... .max, using: &random),
              UInt64.random(in: 0 ... .max, using: &random),
              UInt64.random(in: 0 ... .max, using: &random),
              UInt64.random(in: 0 ... .max, using: &random))))
      }
    }
    return prints
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 40, 56, 63])
  func `bands find exactly what comparing each with each finds`(limit: Int) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let pairs = NearDuplicatePairs(fingerprints(120, seed: seed), limit: limit)
      let all = pairs.comparingAll()
      #expect(pairs.byBands() == all)
      if limit >= 40 { #expect(all.count > 10) }
    }
  }

  @Test func `a pair at the very limit is found however its differences are spread`() {
    let zero = Fingerprint(words: .zero)
    // All in one band, evenly over all, and in each run of 56.
    for start in stride(from: 0, to: 200, by: 13) {
      for step in [1, 3, 4, 16, 17] {
        var words = SIMD4<UInt64>.zero
        var set = Set<Int>()
        var bit = start
        while set.count < 56 {
          if !set.insert(bit % 256).inserted { bit += 1; continue }
          words[bit % 256 / 64] |= 1 << UInt64(bit % 64)
          bit += step
        }
        let pairs = NearDuplicatePairs([zero, Fingerprint(words: words)]).byBands()
        #expect(pairs == [NearDuplicatePairs.Pair(first: 0, second: 1, distance: 56)])
      }
    }
  }

  @Test func `one picture for many items is suggested once for each, whatever is asked for`() {
    func items(_ names: [(String, Fingerprint)]) -> NearDuplicateSearch {
      var search = NearDuplicateSearch()
      for (name, print) in names {
        let id = ItemID(collection: String(name.prefix(1)), identifier: String(name.dropFirst()))
        search.add(
          NearDuplicateSearch.Member(id, print, pixels: 0, copyOf: nil, place: nil, dates: nil))
      }
      return search
    }
    let same = fingerprints(1, seed: 9)[0]
    var words = same.words
    for bit in 0..<20 { words[bit % 4] ^= 1 << UInt64(bit / 4) }
    let near = Fingerprint(words: words)
    // A placeholder that thousands of items show is compared once, or this takes minutes.
    let names = (0..<3_000).map { ("\($0 < 40 ? "a" : "b")\($0)", same) } + [("bnear", near)]
    let search = items(names)
    let all = search.pictures(collection: nil).suggestions
    #expect(all.count == 3_000 && Set(all.map(\.original.identifier)) == ["0"])
    let some = search.pictures(collection: "b").suggestions
    #expect(some.count == 2_961)
    #expect(some.allSatisfy { $0.item.collection == "b" && $0.original.identifier == "0" })
  }

  @Test func `none and one make no pairs`() {
    #expect(
      NearDuplicatePairs([]).byBands().isEmpty && NearDuplicatePairs([]).comparingAll().isEmpty)
    let one = fingerprints(1, seed: 9)
    #expect(
      NearDuplicatePairs(one).byBands().isEmpty && NearDuplicatePairs(one).comparingAll().isEmpty)
  }

  @Test func `turns are counted along the direction of each comparison`() {
    #expect(Fingerprint(words: .zero).turns == 0)
    #expect(Fingerprint(words: SIMD4(repeating: .max)).turns == 0)
    // Every field darker and brighter in turn: 15 turns in 8 rows, and as many in 8 columns.
    let across = UInt64(0x5555_5555_5555_5555), down = UInt64(0x00FF_00FF_00FF_00FF)
    #expect(Fingerprint(words: [across, across, down, down]).turns == 240)
    #expect(!Fingerprint(words: SIMD4(repeating: .max)).isTelling)
  }
}
