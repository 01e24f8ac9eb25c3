/// A way from one plane of pixels to another that keeps straight lines straight.
package struct Homography: Hashable, Sendable {
  /// Three rows of three: they make of (x, y, 1) the other pixel times its third coordinate.
  package let rows: [[Double]]

  init(_ rows: [[Double]]) { self.rows = rows }

  /// Each pixel to itself.
  package static let identity = Homography([[1, 0, 0], [0, 1, 0], [0, 0, 1]])

  /// A uniform scaling of pictures: pixel middles lie half a pixel inside the edge.
  package static func scaling(_ from: PixelSize, to: PixelSize) -> Homography {
    let x = Double(to.width) / Double(from.width)
    let y = Double(to.height) / Double(from.height)
    return Homography([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])
  }

  /// From a whole picture's pixels to those of a part.
  package static func cropping(_ part: PixelRegion) -> Homography {
    Homography([[1, 0, -Double(part.x)], [0, 1, -Double(part.y)], [0, 0, 1]])
  }

  /// The other pixel; NaN if there is none.
  package func place(of pixel: SIMD2<Double>) -> SIMD2<Double> {
    let found = rows.map { $0[0] * pixel.x + $0[1] * pixel.y + $0[2] }
    guard found[2] > 1e-12 else { return SIMD2(.nan, .nan) }
    return SIMD2(found[0], found[1]) / found[2]
  }

  /// First `first`, then this.
  package func after(_ first: Homography) -> Homography {
    Homography(
      rows.map { row in
        (0..<3).map { column in
          (0..<3).reduce(0) { $0 + row[$1] * first.rows[$1][column] }
        }
      })
  }

  /// The way back; `nil` if several pixels become one.
  var inverse: Homography? {
    let r = rows
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double {
      r[a][c] * r[b][d] - r[a][d] * r[b][c]
    }
    let cofactors = [
      [minor(1, 2, 1, 2), -minor(0, 2, 1, 2), minor(0, 1, 1, 2)],
      [-minor(1, 2, 0, 2), minor(0, 2, 0, 2), -minor(0, 1, 0, 2)],
      [minor(1, 2, 0, 1), -minor(0, 2, 0, 1), minor(0, 1, 0, 1)],
    ]
    let determinant = (0..<3).reduce(0) { $0 + r[0][$1] * cofactors[$1][0] }
    let size = r.joined().map(abs).max() ?? 0
    guard abs(determinant) > 1e-12 * size * size * size else { return nil }
    return Homography(cofactors.map { $0.map { $0 / determinant } })
  }

  /// The same, normalized to 1 in the last entry; unchanged if that is 0.
  var normalised: Homography {
    let last = rows[2][2]
    guard abs(last) > 1e-12 else { return self }
    return Homography(rows.map { $0.map { $0 / last } })
  }
}

extension Orientation {
  /// The way from pixels as they are stored to those of the upright picture.
  func uprightPlace(stored size: PixelSize) -> Homography {
    let right = Double(size.width - 1)
    let bottom = Double(size.height - 1)
    let rows: [[Double]] =
      switch self {
      case .upright: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .mirrored: [[-1, 0, right], [0, 1, 0], [0, 0, 1]]
      case .upsideDown: [[-1, 0, right], [0, -1, bottom], [0, 0, 1]]
      case .mirroredUpsideDown: [[1, 0, 0], [0, -1, bottom], [0, 0, 1]]
      case .transposed: [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
      case .turnClockwise: [[0, -1, bottom], [1, 0, 0], [0, 0, 1]]
      case .transversed: [[0, -1, bottom], [-1, 0, right], [0, 0, 1]]
      case .turnCounterclockwise: [[0, 1, 0], [-1, 0, right], [0, 0, 1]]
      }
    return Homography(rows)
  }
}
