import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// The table `tile_counts` of a server, within a transaction.
///
/// Stored rows are sent to the server in batches; `finish` must follow them.
final class ServerMapCounts: MapCountTable {
  private let connection: ServerConnection
  private var numbers: [Int64] = []
  private var rows = CopyRows()

  /// The number of bytes that are kept before they are sent.
  private static let mostPending = 4 << 20
  /// The number of tiles of candidates that are read at a time.
  private static let page = 200

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The current cells of a tile; `nil` if they are few, or if other programs have changed items
  /// since the last update.
  static func cells(of tile: MapTile, _ connection: ServerConnection) throws -> [MapCell]? {
    let noted = try connection.query("SELECT EXISTS (SELECT FROM tile_changes)", [])
    guard noted.integer(0, 0) == 0 else { return nil }
    return try MapPyramid.cells(of: tile, in: ServerMapCounts(connection))
  }

  func withBytes<T>(
    of row: Int64, _ body: (UnsafeRawBufferPointer) throws -> T
  ) throws -> T? {
    let found = try connection.query(
      "SELECT data FROM tile_counts WHERE tile = $1", [.value(.integer(row))])
    return found.count == 0 ? nil : try found.withBytes(0, 0, body)
  }

  func keep(_ bytes: [UInt8], as row: Int64) throws {
    numbers.append(row)
    rows.begin(fields: 2)
    rows.append(row)
    rows.append(bytes: bytes)
    if rows.size > ServerMapCounts.mostPending { try finish() }
  }

  /// Sends the rows that are kept.
  func finish() throws {
    guard let bytes = rows.take() else { return }
    _ = try connection.query("DELETE FROM tile_counts WHERE tile = ANY($1)", [.numbers(numbers)])
    try connection.copy("COPY tile_counts (tile, data) FROM STDIN (FORMAT binary)", bytes)
    numbers = []
  }

  func remove(_ row: Int64) throws -> Bool {
    try connection.query("DELETE FROM tile_counts WHERE tile = $1", [.value(.integer(row))])
      .changes > 0
  }

  func removeAll() throws { _ = try connection.query("DELETE FROM tile_counts", []) }

  /// By the tiles of candidates, some at a time.
  func codes(in tile: MapTile) throws -> [MapCode] {
    var codes: [MapCode] = []
    for level in TileGrid.levels {
      let block = level.block(tile.surroundings)
      var next = block.first
      while next <= block.last {
        let found = try connection.query(
          """
          SELECT tile, data FROM tiles
          WHERE tile BETWEEN $1 AND $2 AND tile & 16777215 BETWEEN $3 AND $4
          ORDER BY tile LIMIT \(ServerMapCounts.page)
          """,
          [next, block.last, block.columns.lowerBound, block.columns.upperBound].map {
            .value(.integer($0))
          })
        var candidates = Candidates()
        for row in 0..<found.count {
          let number = found.integer(row, 0)
          next = number + 1
          guard found.withBytes(row, 1, { candidates.append(bytes: $0) }) else {
            throw ArchiveError.damagedTile(number)
          }
        }
        codes += MapPyramid.codes(candidates).filter(tile.holds)
        guard found.count == ServerMapCounts.page else { break }
      }
    }
    return codes
  }
}
