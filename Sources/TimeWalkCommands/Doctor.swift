internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase

/// `timewalk doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the installation, the archive and the library.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: false) {
      let checkup = Checkup(
        places: StorePaths(archive: archive.archive, library: library.library))
      // A check that was cancelled isn't a fault.
      try WorkLimits.check()
      try Console.answer(checkup, json: output.json) {
        checkup.findings.map { "\($0.isFine ? "ok   " : "FAULT") \($0.name): \($0.detail)" }
      }
      if let code = checkup.fault.flatMap({ TimeWalkError.Code(rawValue: $0.code) }) {
        throw TimeWalkError(code, "a check failed").exitCode
      }
    }
  }
}
