internal import ArgumentParser
import Foundation
internal import TimeWalk
internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkCatalogue
import TimeWalkSpatiaLite

/// `benchmark places`: the additional cost of `--places` for match calls in a large archive with
/// many maps.
struct PlacesBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "Measure match calls with and without places, in an archive with maps.")

  @Option(help: "The number of views in the archive.") var items = 1_000_000
  @Option(help: "The number of additional maps, of all sizes.") var maps = 20_000
  @Option(help: "The number of calls measured in each place.") var calls = 1000
  @Option(help: "The folder for the archives, which are kept for the next run.") var folder: String

  func run() throws {
    let synthetic = SyntheticArchive(count: items)
    let file = try synthetic.file(with: maps, in: URL(fileURLWithPath: folder))
    let archive = try SpatiaLiteArchive(path: file.path, mode: .readOnly)
    archive.prepare()
    let pipeline = Pipeline(archive: archive, archivePath: file.path)
    var rows = [
      ["place", "maps over it", "without: median ms", "p99 ms", "with: median ms", "p99 ms"]
    ]
    for place in QueryPlace.allCases {
      var (without, with) = (Timings(), Timings())
      var over = 0
      let queries = MatchCall.some(calls, in: place, of: synthetic)
      for (index, call) in queries.enumerated() {
        var plain = call.request
        // With an era, places may come unasked.
        plain.search.era = nil
        var asking = plain
        asking.search.places = true
        // The first one has a colder cache.
        if index % 2 == 0 { _ = try without.measure { try pipeline.match(plain) } }
        _ = try with.measure { try pipeline.match(asking) }
        if index % 2 == 1 { _ = try without.measure { try pipeline.match(plain) } }
        if let spot = Coordinate(latitude: call.latitude, longitude: call.longitude) {
          over += try archive.maps(around: spot).count
        }
      }
      let (plain, asking) = (without.summary, with.summary)
      rows.append([
        place.title, String(over / max(1, calls)), Report.milliseconds(plain.median),
        Report.milliseconds(plain.high), Report.milliseconds(asking.median),
        Report.milliseconds(asking.high),
      ])
    }
    print("\(items) views and \(maps) maps; \(calls) calls in each place; \(Report.machine)\n")
    Report.table(rows)
  }
}

extension SyntheticArchive {
  /// An archive file with all items and maps of 100 m to 1000 km across the cities; made unless it
  /// is there.
  func file(with maps: Int, in folder: URL) throws -> URL {
    let file = folder.appendingPathComponent("items-\(count)-maps-\(maps)-1.sqlite")
    guard !FileManager.default.fileExists(atPath: file.path) else { return file }
    let catalogue = folder.appendingPathComponent("maps-\(maps).csv")
    try writeMaps(maps, to: catalogue)
    let unfinished = folder.appendingPathComponent("unfinished-maps.sqlite")
    for suffix in ["", "-wal", "-shm", "-index"] {
      try? FileManager.default.removeItem(atPath: unfinished.path + suffix)
    }
    try FileManager.default.copyItem(at: self.file(in: folder), to: unfinished)
    do {
      let archive = try SpatiaLiteArchive(path: unfinished.path, mode: .create)
      let report = try archive.importCatalogue(
        at: catalogue.path, options: ImportOptions(collection: "maps"))
      Report.talk("Imported \(report.added) maps.")
    }
    try FileManager.default.removeItem(at: catalogue)
    try FileManager.default.moveItem(at: unfinished, to: file)
    return file
  }

  private func writeMaps(_ count: Int, to file: URL) throws {
    var chance = Chance(seed: 21)
    try TextFile.write(to: file) { write in
      write("id,title,date,latitude,longitude,kind,outline\n")
      for index in 0..<count {
        let middle = place(&chance)
        let half = chance.logarithmic(50...500_000) / SyntheticArchive.metersPerDegree
        let wide = half / cos(middle.latitude * .pi / 180)
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { x, y in
          "\(Report.number(middle.longitude + x * wide, 6)) "
            + Report.number(middle.latitude + y * half, 6)
        }
        write(
          "m\(index),Map \(index),\(Int(chance.even(1550...1950))),,,map,"
            + "\"POLYGON ((\(corners.joined(separator: ", "))))\"\n")
      }
    }
  }
}
