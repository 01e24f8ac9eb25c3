internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// `timewalk walk list`.
struct WalkList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the walks that aren't erased yet, newest first.")

  @OptionGroup var walks: WalkOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try walks.desk().list()
      try Console.answer(report, json: output.json) {
        report.walks.map {
          VisibleText.columns([$0.id, $0.state.rawValue, $0.ends, $0.name])
        }
      }
    }
  }
}
