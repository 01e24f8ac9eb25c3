internal import ArgumentParser

/// `timewalk serve`: hands over to the program of the HTTP server.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Put the archive and the library behind HTTP; \"serve --help\" has the options.")

  @Argument(parsing: .captureForPassthrough, help: "What timewalk-serve is told.")
  var arguments: [String] = []

  func run() throws { try Console.run(json: false) { try ServerProgram.become() } }
}

/// `timewalk token`: hands over to the same program.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Give out and revoke tokens for the HTTP server; \"token --help\" has the options.")

  @Argument(parsing: .captureForPassthrough, help: "What timewalk-serve is told.")
  var arguments: [String] = []

  func run() throws { try Console.run(json: false) { try ServerProgram.become() } }
}
