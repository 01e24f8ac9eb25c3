internal import ArgumentParser

/// `timewalk serve`: runs the program of the HTTP server.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Start the HTTP server; \"serve --help\" lists the options.")

  @Argument(parsing: .captureForPassthrough, help: "Arguments of timewalk-serve.")
  var arguments: [String] = []

  func run() throws {
    try Console.run(json: false, takesSignals: false) { try ServerProgram.become() }
  }
}

/// `timewalk token`: runs the same program.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract:
      "Create, list and revoke tokens for the HTTP server; \"token --help\" lists the options.")

  @Argument(parsing: .captureForPassthrough, help: "Arguments of timewalk-serve.")
  var arguments: [String] = []

  func run() throws {
    try Console.run(json: false, takesSignals: false) { try ServerProgram.become() }
  }
}
