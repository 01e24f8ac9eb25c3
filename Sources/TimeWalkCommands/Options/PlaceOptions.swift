internal import ArgumentParser
internal import TimeWalk

/// Which archive, for every command that has one.
struct ArchiveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The archive's file. Default: $TIMEWALK_ARCHIVE, else timewalk/archive.sqlite in the XDG data folder.",
      valueName: "file"))
  var archive: String?

  var places: Places { Places(archive: archive) }
}

/// Which library, for every command that has one.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library's folder. Default: $TIMEWALK_LIBRARY, else timewalk/library in the XDG data folder.",
      valueName: "folder"))
  var library: String?
}

/// How the answer is written.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object instead of text.")
  var json = false
}

/// What to look for.
struct SearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The span of time to look in, as EDTF: 1890/1930, 189X.", valueName: "edtf"))
  var era: String?

  @Option(help: ArgumentHelp("How many matches to print at most, 1...1000.", valueName: "count"))
  var limit = MatchRequest.usualLimit
}
