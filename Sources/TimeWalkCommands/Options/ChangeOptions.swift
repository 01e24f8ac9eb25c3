internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// Who changes the archive.
struct AuthorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who does it, for the archive's journal. Default: the user's name.", valueName: "name"))
  var by: String?

  var author: ChangeAuthor {
    let name = by ?? NSUserName()
    return ChangeAuthor(name: name.isEmpty ? nil : name, time: Date())
  }
}

/// How a collection is replaced.
struct ReplaceOptions: ParsableArguments {
  @Flag(
    help:
      "Remove the collection's items that the source no longer has; --dry-run lists them, --yes agrees to it."
  )
  var replace = false

  @Flag(help: "Agree to the removal of items by --replace.")
  var yes = false

  @Flag(help: "Let --replace remove items although rows were refused.")
  var replaceDespiteRefused = false

  /// How to agree to a removal.
  static let agreement =
    "--yes agrees to it, with --replace-despite-refused where rows were refused"

  var replacement: Replacement? {
    replace ? Replacement(isAgreed: yes, allowsRefused: replaceDespiteRefused) : nil
  }

  func validate() throws {
    if !replace, yes || replaceDespiteRefused {
      throw ValidationError("--yes and --replace-despite-refused need --replace")
    }
  }
}
