internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkHTTP
internal import TimeWalkCommands

extension Right: ExpressibleByArgument {}

/// `timewalk token`.
struct TokenTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Create, list and revoke tokens for the HTTP server.",
    subcommands: [Add.self, List.self, Revoke.self])

  /// The file of tokens.
  struct FileOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The file of tokens, as for \"timewalk serve\".", valueName: "file"))
    var tokens: String

    var file: TokenFile { TokenFile(path: tokens) }
  }

  /// `timewalk token add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a token, and print it once.")

    @Argument(help: "The token's name.")
    var name: String

    @Option(
      help: ArgumentHelp(
        "The token's right: read, submit (includes read) or curate (includes both).",
        valueName: "right"))
    var right = Right.read

    @OptionGroup var options: FileOptions

    func run() throws {
      try Console.run(json: false) {
        let now = Date().formatted(.iso8601)
        try Console.data(try options.file.add(name, right, now: now))
        Console.talk(
          "note: only a hash is stored. Copy the token now; its right is \(right.rawValue).")
      }
    }
  }

  /// `timewalk token list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the tokens with their rights and times of creation.")

    @OptionGroup var options: FileOptions

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func run() throws {
      try Console.run(json: json) {
        let tokens = try options.file.read()
        if json {
          let listed = tokens.map {
            ["name": $0.name, "right": $0.right.rawValue, "created": $0.created]
          }
          try Console.json(try WireFormat.line(["tokens": listed]))
        } else {
          for token in tokens {
            try Console.data("\(token.name)  \(token.right.rawValue)  \(token.created)")
          }
        }
      }
    }
  }

  /// `timewalk token revoke`.
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a token; a running server refuses it within a second.")

    @Argument(help: "The token's name.")
    var name: String

    @OptionGroup var options: FileOptions

    func run() throws {
      try Console.run(json: false) { try options.file.revoke(name) }
    }
  }
}
