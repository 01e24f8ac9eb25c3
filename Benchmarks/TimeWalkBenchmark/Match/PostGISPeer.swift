import Foundation

/// PostGIS doing the same retrieval: sectors as polygons in a GiST index, an era, and the best
/// twenty by agreement of headings and nearness.
///
/// The times are measured in the server around prepared statements, without a client's cost.
struct PostGISPeer {
  private let socket: String
  private let folder: URL

  /// The error of `psql`.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(socket: String, folder: URL) throws {
    self.socket = socket
    self.folder = folder
  }

  /// Loads the archive and measures the calls of every place.
  func run(_ archive: SyntheticArchive, calls: Int) throws -> [QueryPlace: Timings.Summary] {
    let items = folder.appendingPathComponent("items.copy")
    let queries = folder.appendingPathComponent("queries.copy")
    defer {
      try? FileManager.default.removeItem(at: items)
      try? FileManager.default.removeItem(at: queries)
    }
    try TextFile.write(to: items) { write in
      archive.forEach { index, item in
        let heading = item.heading.map { Report.number($0, 1) } ?? "\\N"
        write(
          "\(index)\t\(Report.number(item.latitude, 6))\t\(Report.number(item.longitude, 6))\t"
            + "\(heading)\t\(Report.number(item.field, 1))\t\(Report.number(item.view, 0))\t"
            + "\(Report.number(item.accuracy, 1))\t\(item.isSubject)\t"
            + "[\(item.years.lowerBound),\(item.years.upperBound)]\n")
      }
    }
    try TextFile.write(to: queries) { write in
      for place in QueryPlace.allCases {
        for call in MatchCall.some(calls, in: place, of: archive) {
          write(
            "\(place.rawValue)\t\(call.latitude)\t\(call.longitude)\t\(call.heading)\t\(MatchCall.field)"
              + "\t\(MatchCall.view)\t\(MatchCall.accuracy)\tfalse\t"
              + "[\(call.years.lowerBound),\(call.years.upperBound)]\n")
        }
      }
    }
    let started = Date()
    _ = try psql(PostGISQueries.load(items: items.path, queries: queries.path))
    Report.talk("PostGIS is loaded after \(Report.number(Date().timeIntervalSince(started), 0)) s.")
    // The first run warms the server's memory.
    _ = try psql(PostGISQueries.measure)
    var result: [QueryPlace: Timings.Summary] = [:]
    for line in try psql(PostGISQueries.measure).split(separator: "\n") {
      let fields = line.split(separator: "|").map(String.init)
      guard fields.count == 4, let place = QueryPlace(rawValue: fields[0]),
        let median = Double(fields[1]), let high = Double(fields[2]), let most = Double(fields[3])
      else { continue }
      result[place] = Timings.Summary(median: median, high: high, most: most)
    }
    return result
  }

  /// The peer's times beside ours, as a table.
  static func rows(
    _ times: [QueryPlace: Timings.Summary], beside results: [PlaceResult]
  ) -> [[String]] {
    var rows = [
      [
        "place", "PostGIS median ms", "p99 ms", "most ms", "median ratio", "p99 ratio",
        "of candidates", "p99 ratio",
      ]
    ]
    for result in results {
      guard let peer = times[result.place] else { continue }
      let own = result.whole.summary
      rows.append([
        result.place.title, Report.milliseconds(peer.median), Report.milliseconds(peer.high),
        Report.milliseconds(peer.most), Report.number(peer.median / max(own.median, 1e-6), 1),
        Report.number(peer.high / max(own.high, 1e-6), 1),
        Report.number(peer.median / max(result.candidates.percentile(0.5), 1e-6), 1),
        Report.number(peer.high / max(result.candidates.percentile(0.99), 1e-6), 1),
      ])
    }
    return rows
  }

  /// Runs statements, and returns their output.
  func psql(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "psql", "--host", socket, "--username", "postgres", "--dbname", "postgres", "--no-psqlrc",
      "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(sql.utf8))
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "psql ended with \(process.terminationStatus).")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
