import TimeWalkArchive
package import TimeWalkCore
import Glibc

extension MapPyramid {
  /// The approximate number of views within a distance of a place, by the map's counts.
  ///
  /// A cell counts fully if its items' mean place is within the distance. Cells are less than a
  /// sixteenth of the distance wide, unless they have few items. An era is that of its decades.
  package static func views(
    around center: Coordinate, within radius: Distance, era: Era? = nil,
    in table: any MapCountTable
  ) throws -> Int {
    guard let world = MapTile(zoom: 0, x: 0, y: 0), let cells = try cells(of: world, in: table)
    else { return 0 }
    let circle = MapCircle(center: center, radius: radius, decades: MapDecade.touched(by: era))
    return try circle.count(of: world, cells, in: table)
  }
}

private struct MapCircle {
  let center: Coordinate
  let decades: ClosedRange<UInt8>
  /// `Coordinate.roughSquare` of the distance.
  private let square: Double
  /// The zoom whose tiles have small enough cells.
  private let zoom: Int

  /// Cells are at most this share of the distance.
  private static let share = 16.0
  /// The length of the equator, and the Earth's mean radius, metres.
  private static let equator = 40_075_017.0
  private static let meanRadius = 6_371_008.8

  init(center: Coordinate, radius: Distance, decades: ClosedRange<UInt8>) {
    (self.center, self.decades) = (center, decades)
    let chord = 2 * sin(min(.pi / 2, radius.meters / MapCircle.meanRadius / 2))
    square = chord * chord
    let width = MapCircle.equator * cos(center.latitude * .pi / 180) * MapCircle.share
    let zoom = log2(max(1, width / max(1, radius.meters))) - Double(MapCell.bits)
    self.zoom = min(MapTile.zooms.upperBound, max(0, Int(zoom.rounded(.up))))
  }

  func count(of tile: MapTile, _ cells: [MapCell], in table: any MapCountTable) throws -> Int {
    guard tile.box.roughSquare(from: center) <= square else { return 0 }
    guard tile.zoom < zoom else { return count(cells) }
    var sum = 0
    for (index, quarter) in tile.quarters.enumerated() {
      if let finer = try MapPyramid.cells(of: quarter, in: table) {
        sum += try count(of: quarter, finer, in: table)
      } else {
        sum += count(MapPyramid.indices(ofQuarter: index).map { cells[$0] })
      }
    }
    return sum
  }

  private func count(_ cells: [MapCell]) -> Int {
    cells.reduce(0) { sum, cell in
      guard cell.count > 0 else { return sum }
      let mean = MapPlace.coordinate(
        x: Double(cell.x) / Double(cell.count) + 0.5, y: Double(cell.y) / Double(cell.count) + 0.5)
      guard let place = Coordinate(latitude: mean.latitude, longitude: mean.longitude),
        center.roughSquare(to: place) <= square
      else { return sum }
      return sum + cell.count(in: decades)
    }
  }
}
