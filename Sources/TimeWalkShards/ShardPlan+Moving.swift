import Foundation
package import TimeWalkArchive
import TimeWalkCore

extension ShardPlan {
  /// The same with cells in another shard, by its name.
  ///
  /// Smaller cells within them stay where they are. Throws `.invalidName` for a shard that isn't
  /// there, and for cells that the shard of the rest can't take, as a larger cell would hold them.
  package func moving(_ cells: [MapTile], to name: String) throws(ArchiveError) -> ShardPlan {
    guard let target = parts.firstIndex(where: { $0.name == name }) else {
      let names = parts.map(\.name).joined(separator: ", ")
      throw ArchiveError(.invalidName, "There is no shard \"\(name)\"; there are \(names).")
    }
    var moved = parts
    for index in moved.indices {
      moved[index].cells?.removeAll { cells.contains($0) }
    }
    moved[target].cells?.append(contentsOf: Set(cells).sorted { $0.name < $1.name })
    let plan = try ShardPlan(parts: moved, reach: reach, seconds: seconds)
    guard target == rest else { return plan }
    for cell in cells {
      let shift = UInt32(MapPlace.bits - cell.zoom)
      let corner = MapPlace(x: UInt32(cell.x) << shift, y: UInt32(cell.y) << shift)
      let holder = plan.holder(around: cell, at: corner)
      guard holder == rest else {
        throw ArchiveError(
          .invalidName,
          "The cell \(cell.name) lies within a cell of \"\(parts[holder].name)\": only that one can go to the rest."
        )
      }
    }
    return plan
  }

  /// The shard of the smallest cell that a cell lies in.
  private func holder(around cell: MapTile, at corner: MapPlace) -> Int {
    for zoom in stride(from: cell.zoom, through: 0, by: -1) {
      let larger = MapTile(zoom: zoom, holding: corner)
      if let part = parts.firstIndex(where: { $0.cells?.contains(larger) ?? false }) {
        return part
      }
    }
    return rest
  }

  /// Writes the file of shards anew; it has the old text or the new one at any time.
  package func write(to path: String) throws(ArchiveError) {
    let file = try OutputFile(replacing: URL(fileURLWithPath: path).resolvingSymlinksInPath())
    try file.write(text)
    try file.finish()
  }
}
