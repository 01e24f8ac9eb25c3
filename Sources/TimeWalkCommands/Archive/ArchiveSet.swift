internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive set`.
struct ArchiveSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change fields of an item.",
    discussion: """
      The fields are a catalogue's columns, read by the same rules as an import: title=\"City Hall\" date=1911-05. An \
      empty value makes a field unknown. An item without a place gets one by latitude and longitude.
      """)

  @Argument(help: "The item's name, collection:id.")
  var id: String

  @Argument(help: ArgumentHelp("What to set, for instance date=1905.", valueName: "field=value"))
  var fields: [String]

  @Flag(help: "Report what would be done, and keep nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      var values: [String: String] = [:]
      for field in fields {
        guard let equals = field.firstIndex(of: "="), equals > field.startIndex else {
          throw ValidationError("\"\(field)\" is not of the form field=value")
        }
        let name = String(field[..<equals]).lowercased()
        guard values.updateValue(String(field[field.index(after: equals)...]), forKey: name) == nil
        else { throw ValidationError("\(name) is set twice") }
      }
      let summary = try Curator(changing: archive.places).set(
        id, values, isDryRun: dryRun, by: author.author)
      try EditText.answer(summary, json: output.json)
    }
  }
}

/// `timewalk archive move`.
struct ArchiveMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give an item another place, or one where it had none.")

  @Argument(help: "The item's name, collection:id.")
  var id: String

  @Argument(parsing: .allUnrecognized, help: "Degrees north, and degrees east.")
  var place: [String]

  @Option(
    help: ArgumentHelp(
      "The 68 % radius of the place. Default: what the item has.", valueName: "metres"))
  var accuracy: String?

  @Flag(help: "Report what would be done, and keep nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let place = place.filter { $0 != "--" }
      guard place.count == 2 else {
        throw ValidationError("a latitude and a longitude are needed")
      }
      let summary = try Curator(changing: archive.places).move(
        id, latitude: place[0], longitude: place[1], accuracy: accuracy, isDryRun: dryRun,
        by: author.author)
      try EditText.answer(summary, json: output.json)
    }
  }
}

/// What an edit did, as text.
enum EditText {
  static func answer(_ summary: EditSummary, json: Bool) throws {
    for warning in summary.warnings { Console.talk("warning: \(warning)") }
    try Console.answer(summary, json: json) {
      guard !summary.fields.isEmpty else { return ["\(summary.id): nothing is different"] }
      return ["\(summary.id)" + (summary.dryRun ? " would be changed" : "")]
        + JournalText.fields(summary.fields)
    }
    Console.tellUndo(of: summary.entry)
  }
}
