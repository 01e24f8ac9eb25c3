internal import ArgumentParser
internal import TimeWalk

/// `timewalk walk remove`.
struct WalkRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a walk at once and for good: people, pictures and all that is kept of them.")

  @Argument(help: "The walk's id.")
  var id: String

  @Flag(help: "Agree to it.")
  var yes = false

  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json, agreement: "--yes agrees to it") {
      let report = try walks.desk().remove(id, isAgreed: yes)
      if !report.erased {
        Console.talk(
          "timewalk: another program hinders the erasure; the next \"timewalk walk list\" finishes it"
        )
      }
      try Console.answer(report, json: output.json) { ["\(report.id) removed"] }
    }
  }
}
