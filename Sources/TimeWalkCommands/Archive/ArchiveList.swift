internal import ArgumentParser
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkCore

/// `timewalk archive list`.
struct ArchiveList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the items of the archive or of a collection.")

  @Option(help: ArgumentHelp("Only this collection.", valueName: "name"))
  var collection: String?

  @Flag(help: "List only the items without a place.")
  var unplaced = false

  @OptionGroup var page: PageOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      if unplaced {
        return try page.printUnplaced(collection: collection, archive: archive, output: output)
      }
      var request = SearchRequest()
      request.collection = collection
      try page.print(request, archive: archive, output: output)
    }
  }
}

/// `timewalk archive search`.
struct ArchiveSearch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find items by words, place, era or collection.",
    discussion: """
      Items without a place come last. They are left out if a place is given.
      """)

  @Argument(
    help:
      "Words to find in the title, the creator, the id or other columns of the catalogue.")
  var words: [String] = []

  @Option(parsing: .unconditional, help: .field("latitude", of: SearchRequest.self))
  var latitude: Double?

  @Option(parsing: .unconditional, help: .field("longitude", of: SearchRequest.self))
  var longitude: Double?

  @Option(parsing: .unconditional, help: .field("shows", of: SearchRequest.self))
  var shows: String?

  @Option(help: .field("radius", of: SearchRequest.self))
  var radius = SearchRequest().radius

  @OptionGroup var time: EraOptions

  @Option(help: ArgumentHelp("Only this collection.", valueName: "name"))
  var collection: String?

  @OptionGroup var page: PageOptions
  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      var request = SearchRequest()
      request.text = words.isEmpty ? nil : words.joined(separator: " ")
      request.latitude = latitude
      request.longitude = longitude
      request.shows = shows
      request.radius = radius
      request.era = time.era
      request.isEraStrict = time.strictEra
      request.collection = collection
      request.includesUnplaced = true
      try page.print(request, archive: archive, output: output)
    }
  }
}

/// The part of a long list.
struct PageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The most items to print; 0 prints all.", valueName: "count"))
  var limit = 50

  @Option(help: ArgumentHelp("The number of items to skip first.", valueName: "count"))
  var offset = 0

  func validate() throws {
    guard limit >= 0, offset >= 0 else {
      throw ValidationError("--limit and --offset must be 0 or more")
    }
  }

  func print(_ request: SearchRequest, archive: ArchiveOptions, output: OutputOptions) throws {
    var request = request
    request.limit = limit == 0 ? nil : limit
    request.offset = offset
    let report = try archive.reading().search(request)
    try Console.answer(report, json: output.json) {
      let lines = report.items.map { item in
        VisibleText.columns(
          [item.id, item.date ?? "undated", item.title]
            + (item.distance.map { ["\(Int(nearest: $0)) m"] } ?? []))
      }
      return lines + (report.unplaced ?? []).map { PageOptions.line($0) + "\tno place" }
    }
    let count = report.items.count + (report.unplaced?.count ?? 0)
    if !output.json, let total = report.total, count < total {
      let about = report.estimated == true ? "about " : ""
      Console.talk("\(count) of \(about)\(total) items; --limit 0 prints all")
    }
  }

  private static func line(_ item: UnplacedReport) -> String {
    VisibleText.columns([item.id, item.fields["date"] ?? "undated", item.fields["title"] ?? ""])
  }

  func printUnplaced(
    collection: String?, archive: ArchiveOptions, output: OutputOptions
  ) throws {
    let report = try archive.reading().unplacedItems(
      collection: collection, limit: limit == 0 ? nil : limit, offset: offset)
    try Console.answer(report, json: output.json) {
      report.unplaced.map(PageOptions.line)
    }
    if !output.json, report.unplaced.count < report.total {
      Console.talk("\(report.unplaced.count) of \(report.total) items; --limit 0 prints all")
    }
  }
}
