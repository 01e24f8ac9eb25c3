internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkEndpoint

/// `timewalk request`.
struct RequestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Call one method of the endpoint and print its result as JSON.",
    discussion: "\"timewalk request describe\" lists the methods and their parameters.")

  @Argument(help: "The method, such as match, submit, archive.item, archive.stats or describe.")
  var method: String

  @Argument(
    help: ArgumentHelp(
      "Its parameters, a JSON object; - reads them from standard input.", valueName: "parameters"))
  var parameters = "{}"

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var library: LibraryOptions

  func run() throws {
    try Console.run(json: true) {
      let places = StorePaths(archive: archive.archive, library: library.library)
      let pipeline = try Pipeline(
        places: places, forPhotos: Endpoint.needsLibrary(method), inTurn: true)
      pipeline.printStoreFaults()
      let endpoint = Endpoint(pipeline: pipeline, version: Version.current)
      try Console.json(try endpoint.call(method, try bytes()))
    }
  }

  /// The parameters; standard input has the same limit as a line of the endpoint.
  private func bytes() throws(TimeWalkError) -> [UInt8] {
    guard parameters == "-" else { return Array(parameters.utf8) }
    let data: Data
    do {
      data = try FileHandle.standardInput.read(upToCount: LineReader.usualLimit + 1) ?? Data()
    } catch {
      throw TimeWalkError(.inputMissing, "can't read standard input", cause: error)
    }
    guard data.count <= LineReader.usualLimit else {
      throw TimeWalkError(
        .limitExceeded,
        "the parameters are longer than \(LineReader.usualLimit >> 20) MB, the limit")
    }
    return [UInt8](data)
  }
}
