internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// `timewalk library show`.
struct LibraryShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the record of a photo.")

  @Argument(help: "The photo's number, or its id.")
  var photo: String

  @OptionGroup var library: LibraryOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var verbosity: AnswerOptions

  func validate() throws {
    let isID = photo.count == 32 && photo.allSatisfy(\.isHexDigit)
    guard isID || Int(photo) != nil else {
      throw ValidationError("\"\(photo)\" isn't a photo's number or id")
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let album = try library.album()
      let photo =
        if let number = Int(photo) { try album.photo(number) } else { try album.photo(id: photo) }
      try Console.answer(photo, json: output.json) {
        let place = photo.latitude.flatMap { latitude in
          photo.longitude.map { "\(latitude), \($0)" }
        }
        let fields = [
          ("Id", photo.id), ("Original", photo.photo.original ?? "(sent as bytes)"),
          ("Address", photo.photo.originalURL), ("SHA-256", photo.photo.sha256),
          ("Bytes", "\(photo.bytes)"), ("Changed", photo.modified), ("Taken", photo.captured),
          ("Taken at", place), ("Submitted", photo.submitted),
        ]
        return fields.compactMap { name, value in
          value.map { name.padding(toLength: 11, withPad: " ", startingAt: 0) + $0 }
        }
          + photo.renditions.map { "\($0.role): \($0.path ?? "") (\($0.width) x \($0.height))" }
          + (photo.missing ?? []).map { "gone: \($0)" }
          + (photo.answer.map { answer in
            [""] + MatchText(answer, isVerbose: verbosity.verbose).lines
          } ?? [])
      }
    }
  }
}
