extension Candidates {
  /// Sorts candidates by location: eight adjacent ones are then mostly all near or all far.
  ///
  /// The order is by squares of 19 m at the equator along G. M. Morton's curve ("A computer
  /// oriented geodetic data base", 1966), then by key. The same candidates therefore always have
  /// the same order.
  package mutating func arrange() {
    let places = indices.map { index in
      (square: Candidates.square(latitudes[index], longitudes[index]), key: keys[index])
    }
    let order = indices.sorted { a, b in
      places[a].square != places[b].square
        ? places[a].square < places[b].square : places[a].key < places[b].key
    }
    take(order)
  }

  /// Keeps the candidates at these places, in this order.
  package mutating func take(_ places: [Int]) {
    func take<T>(_ column: inout ContiguousArray<T>) {
      column = ContiguousArray(places.map { column[$0] })
    }
    forEachColumn(keys: take, integers: take, reals: take, traits: take)
  }

  /// The number of a square on the curve: the interleaved bits of its row and column.
  private static func square(_ latitude: Int32, _ longitude: Int32) -> UInt64 {
    spread(UInt32(bitPattern: latitude) >> 11) << 1 | spread(UInt32(bitPattern: longitude) >> 11)
  }

  /// Puts a zero before each bit.
  private static func spread(_ bits: UInt32) -> UInt64 {
    var wide = UInt64(bits)
    wide = (wide | wide << 16) & 0x0000_FFFF_0000_FFFF
    wide = (wide | wide << 8) & 0x00FF_00FF_00FF_00FF
    wide = (wide | wide << 4) & 0x0F0F_0F0F_0F0F_0F0F
    wide = (wide | wide << 2) & 0x3333_3333_3333_3333
    return (wide | wide << 1) & 0x5555_5555_5555_5555
  }
}
