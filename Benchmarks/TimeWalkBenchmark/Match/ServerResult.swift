internal import Foundation
internal import TimeWalk
internal import TimeWalkArchive
internal import TimeWalkPostGIS
internal import TimeWalkSpatiaLite

/// The results of the engine for PostgreSQL and of the embedded one, in the same run.
struct ServerResult {
  /// The times of each place on the server.
  private(set) var results: [PlaceResult] = []
  private let embedded: [PlaceResult]
  /// Seconds that the import of all items took, and that of the embedded engine.
  private let imports: (server: Double, embedded: Double)
  private let items: Int

  /// Imports the items into both engines, and makes the same calls on the server.
  ///
  /// - Parameters:
  ///   - synthetic: the archives' content.
  ///   - socket: the folder of the server's socket.
  ///   - folder: the folder for the embedded engine's temporary archive.
  ///   - calls: the number of calls measured in each place.
  ///   - places: the places.
  ///   - embedded: the embedded engine's times for the same calls.
  /// - Throws: the errors of the engines and `psql`.
  init(
    _ synthetic: SyntheticArchive, socket: String, folder: URL, calls: Int, places: [QueryPlace],
    beside embedded: [PlaceResult]
  ) throws {
    self.embedded = embedded
    items = synthetic.count
    let peer = try PostGISPeer(socket: socket, folder: folder)
    _ = try peer.psql(
      "CREATE EXTENSION IF NOT EXISTS postgis; DROP SCHEMA IF EXISTS archive CASCADE; CREATE SCHEMA archive;"
    )
    let address =
      "postgresql:///postgres?host=\(socket)&user=postgres&options=-csearch_path%3Darchive%2Cpublic"
    let archive = try PostGISArchive(
      address: address, mode: .create, pictures: folder.appendingPathComponent("server.media").path)
    let onServer = try synthetic.fill(archive, in: folder)
    let file = folder.appendingPathComponent("beside.sqlite").path
    func removeFile() {
      for end in ["", "-wal", "-shm", "-index"] {
        try? FileManager.default.removeItem(atPath: file + end)
      }
    }
    removeFile()
    defer { removeFile() }
    imports = (
      onServer, try synthetic.fill(try SpatiaLiteArchive(path: file, mode: .create), in: folder)
    )
    // The server's own work a minute later.
    _ = try peer.psql("VACUUM ANALYZE;")
    let pipeline = Pipeline(archive: archive, archivePath: address)
    for place in places {
      let queries = MatchCall.some(calls, in: place, of: synthetic)
      results.append(try PlaceResult(place, queries, archive: archive, pipeline: pipeline))
    }
  }

  /// The server's times of calls, and of both imports.
  var tables: [[[String]]] {
    let header = PlaceResult.header[0] + ["median ratio"]
    let calls = zip(results, embedded).map { server, file in
      server.row + [
        Report.number(server.whole.summary.median / max(file.whole.summary.median, 1e-6), 1)
      ]
    }
    return [
      [["on the server"] + header.dropFirst()] + calls,
      [
        ["items", "import on the server s", "into a file s", "ratio"],
        [
          "\(items)", Report.number(imports.server, 1), Report.number(imports.embedded, 1),
          Report.number(imports.server / max(imports.embedded, 1e-6), 2),
        ],
      ],
    ]
  }
}
