internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// `timewalk event list`.
struct EventList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the events that aren't erased yet, newest first.")

  @OptionGroup var events: EventOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try events.administration().list()
      try Console.answer(report, json: output.json) {
        report.events.map {
          VisibleText.columns([$0.id, $0.state.rawValue, $0.ends, $0.name])
        }
      }
    }
  }
}
