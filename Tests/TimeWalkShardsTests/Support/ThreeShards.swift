import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@testable import TimeWalkShards

/// Three files as one archive: `west` holds the half in the west of Greenwich, `east` a part of
/// Paris, `rest` what is left.
struct ThreeShards {
  struct Rows: ItemSource {
    var statement = CollectionStatement(name: "views")
    var rows: [SourceRow]
    var fault: ArchiveError?
    let findings: [ImportFinding] = []

    mutating func next() throws(ArchiveError) -> SourceRow? {
      if let row = rows.popLast() { return row }
      if let fault { throw fault }
      return nil
    }
  }

  let folder: TemporaryFolder
  let path: String

  init(seconds: Double = 30) throws {
    folder = try TemporaryFolder()
    path = folder.path("shards.json")
    let text = """
      {"seconds":\(seconds),"shards":[{"name":"west","address":"west","cells":["1/0/0","1/0/1"]},
      {"name":"east","address":"east","cells":["8/129/88"]},{"name":"rest","address":"rest"}]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func open(
    before: @escaping @Sendable (String) throws(ArchiveError) -> Void = {
      _ throws(ArchiveError) in
    }
  ) throws -> ShardedArchive {
    let folder = folder
    return try ShardedArchive(path: path) { (address) throws(ArchiveError) in
      try before(address)
      return try SpatiaLiteArchive(path: folder.path(address), mode: .create)
    }
  }

  /// The names of what a shard holds.
  func names(in shard: String) throws -> [String] {
    let archive = try SpatiaLiteArchive(path: folder.path(shard), mode: .readOnly)
    return try archive.search(ArchiveQuery()).hits.map(\.item.id.identifier)
      + archive.unplacedItems().items.map(\.id.identifier)
  }

  static func row(
    _ identifier: String, _ latitude: Double, _ longitude: Double, accuracy: Double? = nil
  ) throws -> SourceRow {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let pose = RecordedPose(
      coordinate: place.with(horizontalAccuracy: accuracy.flatMap(Distance.init(meters:))))
    return SourceRow(
      item: Item(id: ItemID(collection: "views", identifier: identifier), pose: pose),
      findings: [])
  }

  static let newYork = (40.75, -73.98)
  static let paris = (48.8566, 2.3522)
  static let sydney = (-33.86, 151.2)

  static func rows() throws -> [SourceRow] {
    [
      try row("new york", newYork.0, newYork.1), try row("paris", paris.0, paris.1),
      try row("sydney", sydney.0, sydney.1),
      try row("somewhere", newYork.0, newYork.1, accuracy: 9_000),
      SourceRow(
        unplaced: UnplacedItem(
          id: ItemID(collection: "views", identifier: "nowhere"), fields: [.title: "x"]),
        findings: []),
    ]
  }

  static var policy: ImportPolicy {
    var policy = ImportPolicy()
    policy.isCollectionGiven = true
    return policy
  }

  static func id(_ name: String) -> ItemID { ItemID(collection: "views", identifier: name) }
}
