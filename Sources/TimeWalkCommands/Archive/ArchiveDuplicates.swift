internal import ArgumentParser
internal import TimeWalk

/// `timewalk archive duplicates`.
struct ArchiveDuplicates: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Suggest pictures that look the same.",
    discussion: """
      Compares pictures within and across collections by their content. Nothing is merged. To declare a copy, \
      use archive review --accept ID --kind duplicate. To reject one, use --dismiss ID.
      """)

  @Option(help: ArgumentHelp("Only pairs with an item of this collection.", valueName: "name"))
  var collection: String?

  @Option(help: ArgumentHelp("The most pairs to list; 0 lists all.", valueName: "count"))
  var limit = 100

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must be 0 or more") }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let report = try Curator(reading: archive.places).duplicates(
        collection: collection, limit: limit == 0 ? nil : limit)
      try Console.answer(report, json: output.json) {
        report.suggestions.map { one in
          var line = "\(one.id)  looks like \(one.original)  (\(one.distance) of 256 bits differ"
          if one.metersApart > 100 { line += ", \(Int(one.metersApart)) m apart" }
          if one.datesDiffer { line += ", other date" }
          return line + ")"
        } + [
          "\(report.total) of \(report.compared) pictures look like another one; \(report.blank) have too little detail to compare"
        ] + (report.isCut ? ["too many pictures look alike; the list is incomplete"] : [])
      }
    }
  }
}

/// `timewalk archive rights`.
struct ArchiveRights: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rights", abstract: "Show or set the rights of collections.",
    discussion: """
      A statement is an SPDX identifier such as CC0-1.0, or an address of rightsstatements.org or \
      creativecommons.org. It applies to every item without a statement of its own. An empty statement removes \
      it.
      """)

  @Argument(help: "The collection.")
  var collection: String?

  @Argument(help: "Its statement.")
  var statement: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      if let collection, let statement {
        let (_, doubt) = try Curator(changing: archive.places).setRights(
          of: collection, to: statement, by: author.author)
        if let doubt { Console.talk("warning: \"\(statement)\" \(doubt)") }
      }
      let report = try Curator(reading: archive.places).rights(of: collection)
      try Console.answer(report, json: output.json) {
        report.collections.map { one in
          let doubt = one.doubt.map { " (\($0))" } ?? ""
          return one.license.map { "\(one.name): \($0)\(doubt)" }
            ?? "\(one.name): none; \(one.without) items without rights"
        }
      }
    }
  }
}
