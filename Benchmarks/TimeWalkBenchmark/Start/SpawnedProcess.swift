/// A program that is started over and over, and how long it takes from its start to its end.
struct SpawnedProcess {
  let name: String
  private let child: Child
  private(set) var wall = Timings()
  private(set) var processor = Timings()

  /// `input` is a file that the program reads as its standard input.
  init(_ name: String, _ arguments: [String], input: String = "/dev/null") {
    self.name = name
    child = Child(command: arguments, input: input, isSilent: true)
  }

  /// Runs it once; throws when it fails.
  mutating func run() throws {
    let taken = try child.run()
    wall.add(taken.wall)
    processor.add(taken.processor)
  }
}
