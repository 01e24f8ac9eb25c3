internal import ArgumentParser
import Foundation

/// `benchmark import`: the program's time to import a catalogue, to check, export and undo it, and
/// that of `ogr2ogr` for the same files.
struct ImportBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Measure imports of a large synthetic catalogue.")

  @Option(help: "The number of rows in the catalogue.") var rows = 1_000_000
  @Option(help: "The number of measurements of each import.") var repeats = 3
  @Option(help: "The folder for catalogues and archives.") var folder: String
  @Option(help: "The `timewalk` program.") var program: String
  @Option(help: "The `ogr2ogr` program; left out, there is no peer.") var ogr2ogr: String?
  @Option(
    help: "The address of an empty database, to measure it instead of a file, with one repeat.")
  var archive: String?

  func validate() throws {
    guard rows >= 100, archive == nil ? repeats >= 1 : repeats == 1 else {
      throw ValidationError("There must be at least 100 rows and one repeat, on a server only one.")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let catalogue = SyntheticCatalogue(rows: rows)
    let plain = try catalogue.file(in: folder, changed: false)
    let changed = try catalogue.file(in: folder, changed: true)
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let file = archive ?? path("import.sqlite")
    let made = [
      path("import.sqlite"), path("import-ogr.sqlite"), path("export.gpkg"),
      path("export-ogr.gpkg"),
    ]
    defer { made.forEach(ImportBenchmark.remove) }

    func ours(_ name: String, _ arguments: [String], _ outcome: String? = nil) -> Step {
      let arguments = arguments + ["--archive", file]
      return Step(name: name, program: program, arguments: arguments, outcome: outcome)
    }
    func imported(_ name: String, _ catalogue: URL, _ outcome: String) -> Step {
      let arguments = ["archive", "import", catalogue.path, "--collection", "benchmark"]
      return ours("TimeWalk, " + name, arguments, outcome)
    }
    var steps = [
      imported("new", plain, "\(rows) added"),
      imported("the same again", plain, "\(rows) unchanged"),
      ours("doctor", ["doctor"]), ours("verify", ["archive", "verify"]),
      ours("export to GeoPackage", ["archive", "export", made[2]]),
      ours("undo of the import", ["archive", "undo", "1"]),
      imported("new, after the undo", plain, "\(rows) added"),
      imported("1 % changed", changed, "\(catalogue.changedRows) updated"),
    ]
    if let ogr2ogr {
      let table = [
        "-f", "SQLite", "-dsco", "SPATIALITE=YES", "-lco", "SPATIAL_INDEX=YES", "-a_srs",
        "EPSG:4326", "-oo", "X_POSSIBLE_NAMES=longitude", "-oo", "Y_POSSIBLE_NAMES=latitude",
        "-oo", "AUTODETECT_TYPE=YES", "-gt", "unlimited",
      ]
      steps += [
        Step(name: "ogr2ogr, new", program: ogr2ogr, arguments: table + [made[1], plain.path]),
        Step(
          name: "ogr2ogr, that GeoPackage again", program: ogr2ogr,
          arguments: ["-f", "GPKG", "-gt", "unlimited", made[3], made[2]]),
      ]
    }
    for turn in 1...repeats {
      made.forEach(ImportBenchmark.remove)
      for index in steps.indices {
        Report.talk("Turn \(turn) of \(repeats): \(steps[index].name)")
        try steps[index].run()
      }
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: plain.path)[.size] as? Int) ?? 0
    print(
      "\(rows) rows, \(size / 1_000_000) MB of CSV; medians of \(repeats) turns; \(Report.machine)\n"
    )
    Report.table([Step.header] + steps.map { $0.row(rows: rows) })
  }

  private static func remove(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
  }
}
