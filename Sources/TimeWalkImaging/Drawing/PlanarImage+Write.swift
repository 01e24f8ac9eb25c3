/// The overlay's tones.
private enum Ink {
  static let white = 255

  /// The remaining weight of the picture under the band, in 256ths.
  ///
  /// 0.38 keeps white letters above a contrast of 5 to 1, also on a white picture.
  static let kept = 97

  /// From `a` at 0 to `b` at 255.
  static func mix(_ a: Int, _ b: Int, _ share: Int) -> Int { a + (b - a) * share / 255 }

  /// A darkened sample under the rim of a letter and then under the letter.
  static func cover(_ value: Int, rim: Int, letter: Int, with ink: Int) -> Int {
    mix(mix(value, 0, rim * 3 / 4), ink, letter)
  }
}

extension PlanarImage {
  /// Darkens the whole picture and writes white letters with dark rims over it.
  ///
  /// Only for new planes that aren't shared yet, of the size of the coverage.
  func write(_ coverage: Coverage) {
    coverage.letters.withUnsafeBufferPointer { letters in
      coverage.rim.withUnsafeBufferPointer { rim in
        writeLuma(letters, rim)
        for plane in planes.dropFirst() { writeChroma(plane, letters, rim) }
      }
    }
  }

  private typealias Cover = UnsafeBufferPointer<UInt8>

  private func writeLuma(_ letters: Cover, _ rim: Cover) {
    for y in 0..<size.height {
      planes[0].withRow(y) { row in
        // All samples first, in a loop that the compiler makes wide; few of them lie under a
        // letter.
        for x in row.indices {
          row[x] = UInt8(truncatingIfNeeded: (UInt16(row[x]) &* UInt16(Ink.kept)) >> 8)
        }
        for x in row.indices {
          let at = y * size.width + x
          guard letters[at] | rim[at] != 0 else { continue }
          let value = Ink.cover(
            Int(row[x]), rim: Int(rim[at]), letter: Int(letters[at]), with: Ink.white)
          row[x] = UInt8(clamping: value)
        }
      }
    }
  }

  private func writeChroma(_ plane: Plane, _ letters: Cover, _ rim: Cover) {
    let h = sampling.horizontal, v = sampling.vertical
    for y in 0..<plane.height {
      let rows = (y * v)..<min((y + 1) * v, size.height)
      plane.withRow(y) { row in
        for x in row.indices {
          row[x] = UInt8(
            truncatingIfNeeded: 128 &+ ((Int16(row[x]) &- 128) &* Int16(Ink.kept) &+ 128) >> 8)
        }
        for x in row.indices {
          // A coverage of a share of a sample's pixels removes the same share of its colour.
          let columns = (x * h)..<min((x + 1) * h, size.width)
          var letter = 0, edge = 0
          for j in rows {
            for i in columns {
              letter &+= Int(letters[j &* size.width &+ i])
              edge &+= Int(rim[j &* size.width &+ i])
            }
          }
          guard letter | edge != 0 else { continue }
          let count = rows.count * columns.count
          let value = Ink.cover(
            Int(row[x]) - 128, rim: edge / count, letter: letter / count, with: 0)
          row[x] = UInt8(clamping: value + 128)
        }
      }
    }
  }
}
