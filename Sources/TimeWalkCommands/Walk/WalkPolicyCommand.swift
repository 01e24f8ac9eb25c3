internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkWalks

/// `timewalk walk policy`.
struct WalkPolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Print terms and privacy notice, from the file that the operator completes.",
    discussion: "Without the file, or where something lacks in it, nobody can agree to it.")

  @Argument(help: "The completed file. Default: walk-policy.json in the library's folder.")
  var file: String?

  @Flag(help: "Print a file to be completed instead.")
  var template = false

  @Option(help: "The language that it is printed in: en, de, fr or es.")
  var language = "en"

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      if template {
        for line in WalkPolicy.template.split(separator: "\n") { try Console.data(String(line)) }
        return
      }
      guard let language = WalkNotice.Language(rawValue: language) else {
        throw WalkError(.invalidValue, "a language is en, de, fr or es", field: "language")
      }
      let report = try WalkDesk.policy(
        file, in: language, places: Places(library: library.library))
      try Console.answer(report, json: output.json) {
        report.text.split(separator: "\n").map(String.init)
      }
    }
  }
}
