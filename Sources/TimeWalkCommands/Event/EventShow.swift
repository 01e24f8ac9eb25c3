internal import ArgumentParser
internal import TimeWalk

/// `timewalk event show`.
struct EventShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an event: its address, times and numbers of people and pictures.")

  @Argument(help: "The event's id.")
  var id: String

  @OptionGroup var events: EventOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let event = try events.administration().show(id)
      try Console.answer(event, json: output.json) { EventText.lines(event) }
    }
  }
}
