internal import ArgumentParser
internal import TimeWalk
import TimeWalkReading

/// The options for processing photos concurrently.
struct WorkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The number of photos to process at the same time. Default: the number of processors.",
      valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The memory limit for all of them together, such as 800MB or 2GB. Default: half of the machine's memory.",
      valueName: "size"))
  var memory: ByteCount?

  @OptionGroup var budget: PhotoBudgetOptions

  @Option(
    help: ArgumentHelp(
      "Warn if less disk space than this is free.", valueName: "size"))
  var lowSpace = ByteCount(bytes: SpaceLimits().low)

  @Option(
    help: ArgumentHelp(
      "Stop if less disk space than this is free.", valueName: "size"))
  var leastSpace = ByteCount(bytes: SpaceLimits().least)

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be within 1...1024")
    }
    if let memory, memory.bytes < 1 { throw ValidationError("--memory must be more than 0") }
  }

  /// Opens the archive and the library for photos, the first of which may be in progress.
  func pipeline(
    _ places: StorePaths, readers: PictureReaders, first: PhotoAhead? = nil, inTurn: Bool = false
  ) throws(TimeWalkError) -> Pipeline {
    let pipeline = try Pipeline(
      places: places, forPhotos: true, readers: readers,
      memory: MemoryBudget(ofProgram: memory?.bytes, workers: jobs ?? Batch.usualWorkers),
      space: SpaceLimits(low: lowSpace.bytes, least: leastSpace.bytes), first: first, inTurn: inTurn
    )
    pipeline.printStoreFaults()
    return pipeline
  }
}

extension Pipeline {
  /// Prints the messages of the archive's faults, whose kinds alone are in an answer.
  func printStoreFaults() { storeFaults.report { Console.talk("timewalk: \($0)") } }
}

/// A number of bytes, as people write it: `5000000`, `800MB`, `2GB`; in thousands.
package struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  /// The number of bytes.
  package let bytes: Int

  /// Takes a number.
  package init(bytes: Int) { self.bytes = bytes }

  /// Reads a text; `nil` for an invalid number of bytes.
  package init?(argument: String) {
    let units = [("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1)]
    let unit = units.first { argument.lowercased().hasSuffix($0.0.lowercased()) }
    let digits = argument.dropLast(unit?.0.count ?? 0)
    guard let number = Int(digits), number >= 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  /// The number in a form that can be read again.
  package var description: String {
    bytes > 0 && bytes % 1_000_000 == 0 ? "\(bytes / 1_000_000)MB" : "\(bytes)"
  }
  /// The same, for help.
  package var defaultValueDescription: String { description }
}
