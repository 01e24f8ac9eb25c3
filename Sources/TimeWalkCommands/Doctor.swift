internal import ArgumentParser
internal import TimeWalk

/// `timewalk doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the installation, the archive and the library.")

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let checkup = Checkup(
      places: StorePaths(archive: archive.archive, library: library.library))
    try Console.run(json: false) {
      try Console.answer(checkup, json: output.json) {
        checkup.findings.map { "\($0.isFine ? "ok   " : "FAULT") \($0.name): \($0.detail)" }
      }
      if let code = checkup.fault.flatMap({ TimeWalkError.Code(rawValue: $0.code) }) {
        throw TimeWalkError(code, "a check failed").exitCode
      }
    }
  }
}
