internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// `timewalk event policy`.
struct EventPolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Print the terms and the privacy notice from the operator's file.",
    discussion: "Guests can't join until the file exists and is complete.")

  @Argument(help: "The completed file. Default: event-policy.json in the library's folder.")
  var file: String?

  @Flag(help: "Print a template of the file.")
  var template = false

  @Option(help: "The language of the text: en, de, fr or es.")
  var language = "en"

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      if template {
        for line in EventPolicy.template.split(separator: "\n") { try Console.data(String(line)) }
        return
      }
      guard let language = EventNotice.Language(rawValue: language) else {
        throw TimeWalkError(
          .invalidValue, "--language must be one of en, de, fr, es", field: "language")
      }
      let report = try EventAdministration.policy(
        file, in: language, places: StorePaths(library: library.library))
      try Console.answer(report, json: output.json) {
        report.text.split(separator: "\n").map(String.init)
      }
    }
  }
}
