package import TimeWalkCore

/// All pairs of fingerprints that are near each other, without comparing each with each.
///
/// Multi-index hashing (Norouzi, Punjani, Fleet, "Fast Exact Search in Hamming Space with
/// Multi-Index Hashing", 2012). The 256 bits are divided into 16 bands of 16. If two fingerprints
/// differ in at most `limit` bits, one band differs in at most its share of them, by the pigeonhole
/// principle. Comparing each band's near values is therefore enough. The result is exact: it equals
/// that of comparing all pairs.
package struct NearDuplicatePairs {
  /// A pair, the first place before the second.
  package struct Pair: Hashable {
    package var first: Int
    package var second: Int
    /// The number of bits that differ.
    var distance: Int
  }

  /// The most pairs that are gathered; an archive with more has something else to review first.
  package static let mostPairs = 2_000_000
  /// Below this many, comparing each with each is faster.
  ///
  /// Measured with random bits on two busy cores: 50,000 take 7.5 s one way and 8.1 s by bands,
  /// 100,000 take 29 and 20 s.
  static let fewest = 60_000
  private static let bands = 16

  private let words: [SIMD4<UInt64>]
  private let limit: Int

  /// Pairs of at most `limit` different bits.
  package init(_ fingerprints: [Fingerprint], limit: Int = Fingerprint.greatestDistanceOfCopies) {
    words = fingerprints.map(\.words)
    self.limit = limit
  }

  /// The pairs, by the first and then the second; the faster of both ways.
  package func pairs() -> [Pair] {
    words.count < NearDuplicatePairs.fewest ? comparingAll() : byBands()
  }

  /// Compares each with each.
  func comparingAll() -> [Pair] {
    var found: [Pair] = []
    words.withUnsafeBufferPointer { words in
      for first in words.indices {
        let mine = words[first]
        for second in (first + 1)..<max(words.count, first + 1) {
          let distance = NearDuplicatePairs.distance(mine, words[second], limit: limit)
          guard distance <= limit else { continue }
          found.append(Pair(first: first, second: second, distance: distance))
          if found.count >= NearDuplicatePairs.mostPairs { return }
        }
      }
    }
    return found
  }

  /// Looks at near values of each band.
  func byBands() -> [Pair] {
    guard limit >= 0 else { return [] }
    // Bands may differ in r bits each where the sum of all r + 1 is above the limit.
    let shares = (0..<NearDuplicatePairs.bands).map { band in
      (limit + 1 - band + NearDuplicatePairs.bands - 1) / NearDuplicatePairs.bands - 1
    }
    var found = Set<Pair>()
    // The shares of two bands differ by one at most.
    let wide = NearDuplicatePairs.masks(upTo: min(16, shares[0]))
    let narrow = wide.filter { $0.nonzeroBitCount < shares[0] }
    for band in 0..<NearDuplicatePairs.bands where shares[band] >= 0 {
      let values = words.map { NearDuplicatePairs.value(of: $0, band: band) }
      let shelf = BandIndex(values)
      let masks = shares[band] == shares[0] ? wide : narrow
      words.withUnsafeBufferPointer { words in
        shelf.places.withUnsafeBufferPointer { places in
          shelf.starts.withUnsafeBufferPointer { starts in
            for first in words.indices {
              let mine = words[first]
              for mask in masks {
                let value = Int(values[first] ^ mask)
                // Rising places: from the end, until the pair has been seen from its other side.
                var index = Int(starts[value + 1]) - 1
                let end = Int(starts[value])
                while index >= end {
                  let second = Int(places[index])
                  guard second > first else { break }
                  let distance = NearDuplicatePairs.distance(mine, words[second], limit: limit)
                  if distance <= limit {
                    found.insert(Pair(first: first, second: second, distance: distance))
                    if found.count >= NearDuplicatePairs.mostPairs { return }
                  }
                  index -= 1
                }
              }
            }
          }
        }
      }
    }
    return found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// The number of bits that differ, or some number above the limit.
  private static func distance(_ a: SIMD4<UInt64>, _ b: SIMD4<UInt64>, limit: Int) -> Int {
    let different = a ^ b
    let half = different[0].nonzeroBitCount + different[2].nonzeroBitCount
    // Half of the bits settle nearly all of the pairs.
    guard half <= limit else { return half }
    return half + different[1].nonzeroBitCount + different[3].nonzeroBitCount
  }

  /// The bits of a band: every sixteenth.
  ///
  /// Neighbours, which are often equal, are then in different bands.
  private static func value(of words: SIMD4<UInt64>, band: Int) -> UInt16 {
    var value: UInt16 = 0
    for index in 0..<16 {
      let bit = index * 16 + (band + index) % 16
      if words[bit / 64] >> UInt64(bit % 64) & 1 == 1 { value |= 1 << UInt16(index) }
    }
    return value
  }

  /// All values of at most `count` bits.
  private static func masks(upTo count: Int) -> [UInt16] {
    (0...UInt16.max).filter { $0.nonzeroBitCount <= count }
  }

  /// The places of fingerprints by a band's value.
  private struct BandIndex {
    /// The start of each value's places, and the end of all.
    var starts = [Int32](repeating: 0, count: 65_537)
    var places: [Int32]

    init(_ values: [UInt16]) {
      places = [Int32](repeating: 0, count: values.count)
      for value in values { starts[Int(value) + 1] += 1 }
      for value in 1..<starts.count { starts[value] += starts[value - 1] }
      var next = starts
      for (place, value) in values.enumerated() {
        places[Int(next[Int(value)])] = Int32(place)
        next[Int(value)] += 1
      }
    }
  }
}

extension Fingerprint {
  /// True if the picture has enough structure for a comparison.
  ///
  /// The bits show increases in brightness, which alternate along a line of a photograph. Blank
  /// paper, shaded by a scanner, is one slope, and all such sheets are alike.
  package var isTelling: Bool { turns >= Fingerprint.leastTurns }

  /// The fewest turns of a picture that shows something.
  ///
  /// Measured: 47 photographs of Fifth Avenue have 83 to 141. Synthetic sheets of paper with a
  /// shade, a vignette and a spot have 0 to 24. Sheets with nothing but noise have about 150, and
  /// are not alike.
  static let leastTurns = 40

  /// The number of changes from brighter to darker or back, 0...240: across in the first 128 bits,
  /// down in the others.
  var turns: Int {
    var count = 0
    for word in 0..<2 {
      // Rows of 16; the last of each has no next.
      let turned = (words[word] ^ (words[word] >> 1)) & 0x7FFF_7FFF_7FFF_7FFF
      count += turned.nonzeroBitCount
    }
    let (low, high) = (words[2], words[3])
    count += (low ^ (low >> 8 | high << 56)).nonzeroBitCount
    count += ((high ^ (high >> 8)) & 0x00FF_FFFF_FFFF_FFFF).nonzeroBitCount
    return count
  }
}
