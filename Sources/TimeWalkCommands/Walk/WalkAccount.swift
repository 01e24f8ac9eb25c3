internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkWalks

/// `timewalk walk account`.
struct WalkAccount: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Give an organiser a name and a passphrase for the pages of timewalk serve.",
    discussion:
      "The passphrase is the first line of standard input, 12 characters at least. An account that is there gets the new one."
  )

  @Argument(help: "The account's name: letters, digits, dots, - and _.")
  var name: String

  @Flag(help: "Take the account away; its walks stay until their time.")
  var remove = false

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions

  /// What became of an account.
  struct Report: Codable {
    /// Its name.
    var account: String
    /// Whether it is there now.
    var kept: Bool
  }

  func run() throws {
    try Console.run(json: output.json) {
      do {
        let store = try WalkStore(
          directory: Places(library: library.library).libraryFolder(for: "walks"))
        if remove {
          guard try store.removeAccount(name) else {
            throw WalkError(.notFound, "there is no account of this name", field: "name")
          }
        } else {
          try store.setAccount(name, passphrase: readLine() ?? "")
        }
      } catch let fault as WalkFault { throw WalkError(fault) }
      try Console.answer(Report(account: name, kept: !remove), json: output.json) {
        ["The account \(name) is \(remove ? "gone" : "kept")."]
      }
    }
  }
}
