/// The density of photographers: in the open, and repeatedly at some places, which the items with
/// accurate cameras' places show.
///
/// A grid around the photo, in square cells of about the width of a street. Each known place is
/// spread over the cells around it by a bivariate Student t of 2 degrees of freedom with the radius
/// `MatchWeights.samePlace`.
struct KnownPlaces {
  /// The density of each cell, row by row, with `margin` cells of the open all around.
  private var densities: [Float]
  /// The side of a cell, metres.
  private let cell: Float

  /// The largest 68 % radius of an accurate place, metres: about the width of a street.
  static let wellKnown: Float = 15
  /// Cells from side to side.
  static let side = 64
  /// The number of cells over which a place is spread to either side.
  private static let spread = 3
  private static let margin = spread + 1
  private static let stride = side + 2 * margin
  /// The count of a whole place, an integer for exact sums in any order.
  private static let whole: Float = 256

  /// - Parameters:
  ///   - places: the places, metres from the photo's.
  ///   - extent: the least extent of the map in metres, more than 0.
  ///   - weights: the judge's numbers.
  init(_ places: [SIMD2<Float>], extent: Float, _ weights: MatchWeights) {
    let radius = Float(weights.samePlace)
    cell = max(radius, 2 * extent / Float(KnownPlaces.side - 2))
    // In units of one place's own density at itself, without cells.
    let anywhere = Float(weights.unknownPlaces / 10_000) * .pi * radius * radius
    let stride = KnownPlaces.stride
    densities = [Float](repeating: anywhere, count: stride * stride)
    guard !places.isEmpty else { return }
    let counts = KnownPlaces.count(places, cell: cell)
    let rows = KnownPlaces.kernel(radius: radius, cell: cell)
    densities.withUnsafeMutableBytes { densities in
      for (index, count) in counts.enumerated() where count > 0 {
        let share = Float(count) / KnownPlaces.whole
        var corner = (index - KnownPlaces.spread * (stride + 1)) * MemoryLayout<Float>.stride
        for row in rows {
          let sum = densities.loadUnaligned(fromByteOffset: corner, as: Lanes.self) + row * share
          densities.storeBytes(of: sum, toByteOffset: corner, as: Lanes.self)
          corner += stride * MemoryLayout<Float>.stride
        }
      }
    }
  }

  /// The densities at places, in metres from the photo's; beyond the map, that of the open.
  @inline(__always)
  func density(east: Lanes, north: Lanes) -> Lanes {
    let last = Float(KnownPlaces.stride - 1)
    let middle = last / 2
    let column = (east / cell + middle).larger(.zero).smaller(Lanes(repeating: last)).nearest
    let row = (north / cell + middle).larger(.zero).smaller(Lanes(repeating: last)).nearest
    let places = row * Float(KnownPlaces.stride) + column
    return densities.withUnsafeBufferPointer { densities in
      @inline(__always) func density(_ lane: Int) -> Float { densities[Int(places[lane])] }
      return Lanes(
        density(0), density(1), density(2), density(3), density(4), density(5), density(6),
        density(7))
    }
  }

  /// The number of places in each cell, each divided among the four nearest cells.
  private static func count(_ places: [SIMD2<Float>], cell: Float) -> [Int32] {
    var counts = [Int32](repeating: 0, count: stride * stride)
    let first = Float(margin)
    let last = first + Float(side - 2)
    let middle = Float(stride - 1) / 2
    for place in places {
      let (x, y) = (place.x / cell + middle, place.y / cell + middle)
      guard x >= first, y >= first, x <= last, y <= last else { continue }
      let (column, row) = (Int(x), Int(y))
      let right = Int32((x - Float(column)) * 16)
      let up = Int32((y - Float(row)) * 16)
      let index = row * stride + column
      counts[index] += (16 - right) * (16 - up)
      counts[index + 1] += right * (16 - up)
      counts[index + stride] += (16 - right) * up
      counts[index + stride + 1] += right * up
    }
    return counts
  }

  /// The contribution of one place to the cells around it, a row each; its mass is that of the
  /// whole distribution.
  private static func kernel(radius: Float, cell: Float) -> [Lanes] {
    let square = (cell / radius) * (cell / radius)
    var rows = (-spread...spread).map { y in
      var row = Lanes.zero
      for x in -spread...spread {
        let density = 1 / (1 + Float(x * x + y * y) * square)
        row[x + spread] = density * density
      }
      return row
    }
    let mass = Float.pi / square / rows.reduce(0) { $0 + $1.sum() }
    for index in rows.indices { rows[index] *= mass }
    return rows
  }
}
