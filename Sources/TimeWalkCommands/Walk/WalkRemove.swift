internal import ArgumentParser
internal import TimeWalk

/// `timewalk walk remove`.
struct WalkRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a walk permanently, with its people and pictures.")

  @Argument(help: "The walk's id.")
  var id: String

  @Flag(help: "Confirm the removal.")
  var yes = false

  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json, agreement: "Use --yes to confirm") {
      let report = try walks.desk().remove(id, isAgreed: yes)
      if !report.erased {
        Console.talk(
          "timewalk: another program blocks the erasure; \"timewalk walk list\" will finish it"
        )
      }
      try Console.answer(report, json: output.json) { ["\(report.id) removed"] }
    }
  }
}
