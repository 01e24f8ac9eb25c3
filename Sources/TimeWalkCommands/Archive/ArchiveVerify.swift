internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive verify`.
struct ArchiveVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the archive's file, its indexes and its items.",
    discussion: """
      Prints each problem with its item and its remedy. The exit code is 65 if there is an error; warnings \
      leave it 0. Nothing is changed.
      """)

  @Flag(help: "Check only the file and its indexes, not each tile, item and picture file.")
  var quick = false

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try archive.reading().verify(isQuick: quick)
      try Console.answer(report, json: output.json) {
        report.problems.map { "\($0.severity): \($0.text)" }
          + (report.sound ? ["The archive is sound."] : [])
      }
      if !report.sound { throw ExitCode(65) }
    }
  }
}

/// `timewalk archive repair`.
struct ArchiveRepair: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Rebuild the archive's damaged indexes and tiles.",
    discussion: """
      Indexes and tiles are rebuilt from the items. No item is lost, and a sound archive doesn't change. The \
      exit code is 65 if a problem remains, or if the file is damaged; then restore a backup.
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator.repair(archive.places)
      try Console.answer(summary, json: output.json) {
        (summary.actions.isEmpty ? ["Nothing to repair."] : summary.actions)
          + summary.problems.map { "\($0.severity): \($0.text)" }
          + (summary.sound ? ["The archive is sound, with \(CountText.items(summary.items))."] : [])
      }
      if !summary.sound { throw ExitCode(65) }
    }
  }
}

/// `timewalk archive backup`.
struct ArchiveBackup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract:
      "Copy the archive into one file and its pictures beside it, even while it is in use.",
    discussion: """
      The copy is one consistent state. It is checked, and is written completely or not at all. It replaces an \
      archive of the same name, but no other file. The archive's own copies of pictures go to FILE.media, as \
      hard links on the same file system. Linked pictures stay in their place. To restore, use the file as the \
      archive, or copy both back.
      """)

  @Argument(help: "The file to write.")
  var file: String

  @Flag(help: "Don't copy the pictures.")
  var withoutMedia = false

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try archive.reading().backup(to: file, withPictures: !withoutMedia)
      for problem in summary.problems { Console.talk("\(problem.severity): \(problem.text)") }
      try Console.answer(summary, json: output.json) {
        [
          "\(CountText.items(summary.items)) of \(CountText.collections(summary.collections)) in \(summary.path)"
            + (summary.pictures.map {
              $0 > 0 ? ", with \(CountText.number($0, "picture")) beside it" : ""
            }
              ?? ", without pictures")
        ]
      }
    }
  }
}
