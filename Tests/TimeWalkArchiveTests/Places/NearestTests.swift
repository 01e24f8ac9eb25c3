import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkSpatiaLite

@Suite struct NearestTests {
  @Test("The nearest item of a file is found without its tiles, and no longer when it is a map")
  func withoutTiles() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      "id,latitude,longitude\nfar,40,-74\nnear,-16.8,179.9\nnext,-16.8,-179.7\n")
    let archive = fixture.archive
    try archive.writable().write { db in
      try db.execute(sql: "DELETE FROM tiles; DELETE FROM tile_counts")
    }
    let place = try #require(Coordinate(latitude: -16.8, longitude: -179.99))
    func nearest() throws -> String? {
      try archive.nearest(to: place).flatMap { try archive.items(keys: [$0.key])[$0.key] }?
        .id.identifier
    }
    #expect(try nearest() == "near")
    try archive.writable().write { db in
      try db.execute(sql: "UPDATE items SET kind = 'map' WHERE identifier = 'near'")
    }
    #expect(try nearest() == "next")
    try archive.writable().write { db in
      // Some programs count degrees east to 360.
      try db.execute(
        sql: "UPDATE items SET geometry = MakePoint(180.02, -16.8, 4326) WHERE identifier = 'far'")
    }
    #expect(try nearest() == "far")
  }

  @Test("The least distance to a box is that of its nearest spot")
  func boxes() throws {
    var random = SeededGenerator(seed: 5)
    let widths: [Double] = [0, 0.001, 1, 90, 300, 360]
    let heights: [Double] = [0, 0.001, 1, 60, 180]
    for index in 0..<500 {
      let (wide, tall) = (widths[index % widths.count], heights[index % heights.count])
      let west = Double.random(in: -180...180, using: &random)
      let south = Double.random(in: -90...(90 - tall), using: &random)
      let box = GroundBox(west: west, east: west + wide, south: south, north: south + tall)
      let anywhere = Double.random(in: -90...90, using: &random)
      let place = try #require(
        Coordinate(
          latitude: index % 7 == 0 ? 90 : index % 7 == 1 ? -90 : anywhere,
          longitude: Double.random(in: -180..<180, using: &random)))
      let bound: Double = box.roughSquare(from: place)
      var least: Double = 4
      for spot in 0..<(41 * 41) {
        let (x, y) = (Double(spot % 41) / 40, Double(spot / 41) / 40)
        let turned: Double = (west + wide * x + 180).truncatingRemainder(dividingBy: 360)
        let there = try #require(
          Coordinate(latitude: min(90, south + tall * y), longitude: turned - 180))
        least = min(least, place.roughSquare(to: there))
      }
      #expect(bound <= least, "\(box) \(place)")
      // Half a step of the sample, in radians.
      let step: Double = (wide + tall) / 80 * .pi / 180
      let difference: Double = least.squareRoot() - bound.squareRoot()
      #expect(difference <= step + 1e-5, "\(box) \(place)")
    }
  }
}
