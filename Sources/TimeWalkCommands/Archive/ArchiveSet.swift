internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive set`.
struct ArchiveSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change fields of one item or of many.",
    usage: """
      timewalk archive set COLLECTION:ID FIELD=VALUE ...
      timewalk archive set COLLECTION:ID --view HEADING,PITCH,ROLL,FOV
      timewalk archive set --collection NAME FIELD=VALUE ...
      timewalk archive set --search WORDS [--collection NAME] FIELD=VALUE ...
      """,
    discussion: """
      The fields are a catalogue's columns, including its own extra columns. Values are read as in an import: \
      title=\"City Hall\" date=1911-05. An empty value clears a field. Latitude and longitude give a place to \
      an item without one.

      With --collection or --search, all matching items get the values, in one change that archive undo \
      reverts: timewalk archive set --collection views location_of=subject. --dry-run lists the changes first.
      """)

  @Argument(
    help: ArgumentHelp(
      "The item's name, collection:id (not with --collection or --search), then the fields to set, for example date=1905.",
      valueName: "item-or-field=value"))
  var words: [String]

  @Option(help: ArgumentHelp("Change all items of this collection.", valueName: "name"))
  var collection: String?

  @Option(
    help: ArgumentHelp(
      "Change all items that archive search finds by these words.", valueName: "words"))
  var search: String?

  @Option(
    help: ArgumentHelp(
      """
      The pose of the item's picture in degrees: heading, pitch, roll and field of view, as timewalk align \
      prints them. Later compositions start from it. An empty value clears it.
      """, valueName: "heading,pitch,roll,fov"))
  var view: String?

  @Flag(help: "Report the changes, but write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  /// True if items are searched for.
  private var isForMany: Bool { collection != nil || search != nil }

  func validate() throws {
    if isForMany, view != nil {
      throw ValidationError("--view needs one item's name")
    }
    if !isForMany, words.count < (view == nil ? 2 : 1) {
      throw ValidationError("give an item's name and at least one field=value")
    }
    if let search, search.allSatisfy(\.isWhitespace) {
      throw ValidationError("--search needs at least one word")
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      var values = try ArchiveSet.values(isForMany ? words[...] : words.dropFirst())
      if let view {
        guard values.updateValue(view, forKey: "view_pose") == nil else {
          throw ValidationError("view_pose is set twice")
        }
      }
      let curator = try Curator(changing: archive.places)
      if isForMany {
        var request = SearchRequest()
        (request.collection, request.text) = (collection, search)
        let summary = try curator.set(all: request, values, isDryRun: dryRun, by: author.author)
        return try EditText.answer(summary, json: output.json)
      }
      let summary = try curator.set(words[0], values, isDryRun: dryRun, by: author.author)
      try EditText.answer(summary, json: output.json)
    }
  }

  private static func values(_ fields: ArraySlice<String>) throws -> [String: String] {
    var values: [String: String] = [:]
    var seen: Set<String> = []
    for field in fields {
      guard let equals = field.firstIndex(of: "="), equals > field.startIndex else {
        throw ValidationError("\"\(field)\" isn't of the form field=value")
      }
      let name = String(field[..<equals])
      guard seen.insert(name.lowercased()).inserted else {
        throw ValidationError("\(name) is set twice")
      }
      values[name] = String(field[field.index(after: equals)...])
    }
    return values
  }
}

/// `timewalk archive move`.
struct ArchiveMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Change the place of an item, or give it one.")

  @Argument(help: "The item's name, collection:id.")
  var id: String

  @Argument(parsing: .allUnrecognized, help: "Degrees north, then degrees east.")
  var place: [String]

  @Option(
    help: ArgumentHelp(
      "The 68 % radius of the place. Default: unchanged.", valueName: "metres"))
  var accuracy: String?

  @Flag(help: "Report the changes, but write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let place = place.filter { $0 != "--" }
      guard place.count == 2 else {
        throw ValidationError("give a latitude and a longitude")
      }
      let summary = try Curator(changing: archive.places).move(
        id, latitude: place[0], longitude: place[1], accuracy: accuracy, isDryRun: dryRun,
        by: author.author)
      try EditText.answer(summary, json: output.json)
    }
  }
}

/// The result of an edit, as text.
enum EditText {
  /// The number of changed items that are listed.
  private static let longest = 20

  static func answer(_ summary: ManyEditsSummary, json: Bool) throws {
    for warning in summary.warnings { Console.talk("warning: \(warning)") }
    try Console.answer(summary, json: json) {
      let listed = summary.changes.prefix(longest).flatMap { change in
        [change.id] + JournalText.fields(change.fields)
      }
      let rest = summary.changed - min(longest, summary.changes.count)
      return listed + (rest > 0 ? ["and \(CountText.items(rest)) more"] : [])
        + [
          "\(summary.changed) of \(CountText.items(summary.found))"
            + (summary.dryRun ? " would be changed" : " changed")
        ]
    }
    Console.tellUndo(of: summary.entry)
  }

  static func answer(_ summary: EditSummary, json: Bool) throws {
    for warning in summary.warnings { Console.talk("warning: \(warning)") }
    try Console.answer(summary, json: json) {
      guard !summary.fields.isEmpty else { return ["\(summary.id): no change"] }
      return ["\(summary.id)" + (summary.dryRun ? " would be changed" : "")]
        + JournalText.fields(summary.fields)
    }
    Console.tellUndo(of: summary.entry)
  }
}
