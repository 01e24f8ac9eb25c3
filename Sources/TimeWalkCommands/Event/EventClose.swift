internal import ArgumentParser
internal import TimeWalk

/// `timewalk event close`.
struct EventClose: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "End a running event now.",
    discussion: "All data of the event is kept for 30 days, then erased.")

  @Argument(help: "The event's id.")
  var id: String

  @OptionGroup var events: EventOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let event = try events.administration().close(id)
      try Console.answer(event, json: output.json) { EventText.lines(event) }
    }
  }
}
