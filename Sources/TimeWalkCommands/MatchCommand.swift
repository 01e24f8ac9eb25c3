internal import ArgumentParser
internal import TimeWalk

/// `timewalk match`.
struct MatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Find the historical images of the view from a pose.")

  @OptionGroup(title: "Pose") var pose: PoseOptions
  @OptionGroup(title: "Search") var search: SearchOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try Console.run(json: output.json) {
      let pipeline = try Pipeline(places: archive.places, forPhotos: false, inTurn: true)
      var request = MatchRequest(pose: pose.given)
      request.search = search.terms
      let response = try pipeline.match(request)
      for warning in response.warnings { Console.talk("timewalk: \(warning)") }
      try Console.answer(response, json: output.json) {
        MatchText(response, isVerbose: answer.verbose, hasArchive: pipeline.hasArchive).lines
      }
    }
  }
}
