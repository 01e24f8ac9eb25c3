internal import ArgumentParser
internal import TimeWalk

/// `timewalk event remove`.
struct EventRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an event permanently, with its people and pictures.")

  @Argument(help: "The event's id.")
  var id: String

  @Flag(help: "Confirm the removal.")
  var yes = false

  @OptionGroup var events: EventOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json, agreement: "Use --yes to confirm") {
      let report = try events.administration().remove(id, isAgreed: yes)
      if !report.erased {
        Console.talk(
          "timewalk: another program blocks the erasure; \"timewalk event list\" will finish it"
        )
      }
      try Console.answer(report, json: output.json) { ["\(report.id) removed"] }
    }
  }
}
