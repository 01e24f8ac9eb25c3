internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive export`.
struct ArchiveExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a collection as a catalogue CSV.")

  @Argument(help: "The CSV file to write; one of that name is replaced.")
  var file: String

  @Option(
    help: ArgumentHelp("The collection; needed when there are several.", valueName: "name"))
  var collection: String?

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator(reading: archive.places).exportCSV(
        to: file, collection: collection)
      for warning in summary.warnings { Console.talk("timewalk: \(warning)") }
      try Console.answer(summary, json: output.json) {
        ["\(summary.collection): \(summary.items) items in \(summary.path)"]
      }
    }
  }
}

/// `timewalk archive verify`.
struct ArchiveVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the archive's file, its indexes and its items.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let problems = try Curator(reading: archive.places).verify()
      try Console.answer(["problems": problems], json: output.json) {
        problems.isEmpty ? ["The archive is sound."] : problems
      }
      if !problems.isEmpty { throw ExitCode(65) }
    }
  }
}

/// `timewalk archive collections`.
struct ArchiveCollections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections", abstract: "List the collections with their sizes and rights.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try Curator(reading: archive.places).collections()
      try Console.answer(report, json: output.json) {
        report.collections.map { collection in
          let title = collection.title.map { "\t\($0)" } ?? ""
          let license = collection.license.map { "\t\($0)" } ?? ""
          let unplaced = collection.unplaced > 0 ? ", \(collection.unplaced) without a place" : ""
          return "\(collection.name)\t\(collection.items) items\(unplaced)\(title)\(license)"
        }
      }
    }
  }
}
