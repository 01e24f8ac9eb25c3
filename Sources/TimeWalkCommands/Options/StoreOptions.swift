package import ArgumentParser
internal import TimeWalk

/// The archive, for every command that uses one.
package struct ArchiveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The archive's file, or its address on a server (postgresql://USER@HOST/DATABASE). Default: $TIMEWALK_ARCHIVE, or timewalk/archive.sqlite in the XDG data folder.",
      valueName: "file"))
  /// The archive's file, or its address on a server.
  package var archive: String?

  /// Selects the default.
  package init() {}

  var places: StorePaths { StorePaths(archive: archive) }

  /// Opens the archive read-only; a newer version's archive gets a warning.
  func reading() throws(TimeWalkError) -> Curator {
    let curator = try Curator(reading: places)
    if let notice = curator.notice { Console.talk("timewalk: \(notice)") }
    return curator
  }
}

/// The library, for every command that uses one.
package struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library's folder, or its address (postgresql://…). Default: $TIMEWALK_LIBRARY, or timewalk/library in the XDG data folder.",
      valueName: "folder"))
  /// The library's folder, or its address.
  package var library: String?

  /// Selects the default.
  package init() {}
}

/// The format of the answer.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object instead of text.")
  var json = false

  /// Refuses a file that is standard output where JSON goes there, too.
  func validate(file: String) throws {
    if file == "-", json {
      throw ValidationError("--json already uses standard output; name a file")
    }
  }
}

/// The part of an answer that is printed.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Print all matches and the best of each period. Default: the best three matches.")
  var verbose = false
}

/// The time of the images.
struct EraOptions: ParsableArguments {
  // Years before 0 start with a minus.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The period to search: a date that \"timewalk date\" reads (1890/1930, 1890s, circa 1900), or a named era of the archive.",
      valueName: "era"))
  var era: String?

  @Flag(
    help: "Leave out items that are undated or outside the era. Default: they rank lower.")
  var strictEra = false

  func validate() throws {
    if strictEra, era == nil { throw ValidationError("--strict-era needs --era") }
  }
}

/// The query.
struct SearchOptions: ParsableArguments {
  @OptionGroup var time: EraOptions

  @Option(help: .field("limit", of: SearchTerms.self))
  var limit = MatchRequest.usualLimit

  @Flag(help: .field("places", of: SearchTerms.self))
  var places = false

  var terms: SearchTerms {
    var terms = SearchTerms()
    terms.era = time.era
    terms.isEraStrict = time.strictEra
    terms.limit = limit
    terms.places = places
    return terms
  }
}
