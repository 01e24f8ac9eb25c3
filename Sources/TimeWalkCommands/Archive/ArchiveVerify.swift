internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive verify`.
struct ArchiveVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the archive's file, its indexes and its items.",
    discussion: """
      Prints each problem with its item and what to do. The exit code is 65 if anything is at fault; warnings \
      leave it 0. Nothing is changed.
      """)

  @Flag(help: "Check the file and its indexes alone, not each tile, item and picture's file.")
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
    abstract: "Make the archive's indexes and tiles anew where they are wrong.",
    discussion: """
      Only what can be made of the items is made anew; no item is lost, and a sound archive is left as it is. The exit \
      code is 65 if something is still wrong, or if the file is torn, which only a backup helps with.
      """)

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try Curator.repair(archive.places)
      try Console.answer(summary, json: output.json) {
        (summary.actions.isEmpty ? ["There was nothing to repair."] : summary.actions)
          + summary.problems.map { "\($0.severity): \($0.text)" }
          + (summary.sound ? ["The archive is sound, with \(Counted.items(summary.items))."] : [])
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
      "Copy the archive into one file, with its pictures beside it, also while it is in use.",
    discussion: """
      The copy is one consistent state, is checked, and appears complete or not at all. It replaces an archive of its \
      name, and nothing else. The pictures that the archive keeps itself go to FILE.media, as second names of the same \
      files where that is the same file system; those that it only links to stay where they are. To restore, use the \
      file as the archive, or copy both back.
      """)

  @Argument(help: "The file to write.")
  var file: String

  @Flag(help: "Leave the pictures out.")
  var withoutMedia = false

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let summary = try archive.reading().backup(to: file, withPictures: !withoutMedia)
      for problem in summary.problems { Console.talk("\(problem.severity): \(problem.text)") }
      try Console.answer(summary, json: output.json) {
        [
          "\(Counted.items(summary.items)) of \(Counted.collections(summary.collections)) in \(summary.path)"
            + (summary.pictures.map {
              $0 > 0 ? ", with \(Counted.number($0, "picture")) beside it" : ""
            }
              ?? ", without pictures")
        ]
      }
    }
  }
}
