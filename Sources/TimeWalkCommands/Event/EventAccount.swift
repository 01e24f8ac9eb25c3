internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEvents

/// `timewalk event account`.
struct EventAccount: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Create an organiser's account for the pages of timewalk serve.",
    discussion:
      "The passphrase is the first line of standard input, at least 12 characters. For an existing account, it replaces the passphrase."
  )

  @Argument(help: "The account's name: letters, digits, dots, - and _.")
  var name: String

  @Flag(help: "Remove the account. Its events stay until their own end.")
  var remove = false

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  /// The change of an account.
  struct Report: Codable {
    /// Its name.
    var account: String
    /// True if it is there now.
    var kept: Bool
  }

  func run() throws {
    try Console.run(json: output.json) {
      do {
        let store = try EventStore(
          directory: StorePaths(library: library.library).libraryFolder(for: "events"))
        if remove {
          guard try store.removeAccount(name) else {
            throw TimeWalkError(.notFound, "there is no account with this name", field: "name")
          }
        } else {
          try store.setAccount(name, passphrase: readLine() ?? "")
        }
      } catch let fault as EventError { throw TimeWalkError(fault) }
      try Console.answer(Report(account: name, kept: !remove), json: output.json) {
        ["The account \(name) is \(remove ? "removed" : "stored")."]
      }
    }
  }
}
