internal import ArgumentParser
import Foundation

/// `benchmark import`: the program's time to import a catalogue, and that of `ogr2ogr` for the same
/// file.
struct ImportBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Measure imports of a large synthetic catalogue.")

  @Option(help: "The number of rows in the catalogue.") var rows = 1_000_000
  @Option(help: "The number of measurements of each import.") var repeats = 3
  @Option(help: "The folder for catalogues and archives.") var folder: String
  @Option(help: "The `timewalk` program.") var program: String
  @Option(help: "The `ogr2ogr` program; left out, there is no peer.") var ogr2ogr: String?

  func validate() throws {
    guard rows >= 100, repeats >= 1 else {
      throw ValidationError("There must be at least 100 rows and one repeat.")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let catalogue = SyntheticCatalogue(rows: rows)
    let plain = try catalogue.file(in: folder, changed: false)
    let changed = try catalogue.file(in: folder, changed: true)
    let archive = folder.appendingPathComponent("import.sqlite").path
    let peer = folder.appendingPathComponent("import-ogr.sqlite").path
    defer { for path in [archive, peer] { ImportBenchmark.remove(path) } }

    var results = [
      ImportResult("TimeWalk, new"), ImportResult("TimeWalk, the same again"),
      ImportResult("TimeWalk, 1 % changed"),
    ]
    if ogr2ogr != nil { results.append(ImportResult("ogr2ogr, new")) }
    for turn in 1...repeats {
      Report.talk("Turn \(turn) of \(repeats)")
      ImportBenchmark.remove(archive)
      for (index, (file, outcome)) in [
        (plain, "\(rows) added"), (plain, "\(rows) unchanged"),
        (changed, "\(catalogue.changedRows) updated"),
      ].enumerated() {
        results[index].runs.append(
          try MeasuredRun(
            program,
            [
              "archive", "import", file.path, "--collection", "benchmark", "--archive", archive,
            ], expecting: outcome))
      }
      guard let ogr2ogr else { continue }
      ImportBenchmark.remove(peer)
      results[3].runs.append(
        try MeasuredRun(
          ogr2ogr,
          [
            "-f", "SQLite", "-dsco", "SPATIALITE=YES", "-lco", "SPATIAL_INDEX=YES", "-a_srs",
            "EPSG:4326", "-oo", "X_POSSIBLE_NAMES=longitude", "-oo", "Y_POSSIBLE_NAMES=latitude",
            "-oo", "AUTODETECT_TYPE=YES", "-gt", "unlimited", peer, plain.path,
          ]))
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: plain.path)[.size] as? Int) ?? 0
    print(
      "\(rows) rows, \(size / 1_000_000) MB of CSV; medians of \(repeats) turns; \(Report.machine)\n"
    )
    Report.table([ImportResult.header] + results.map { $0.row(rows: rows) })
  }

  private static func remove(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
  }
}
