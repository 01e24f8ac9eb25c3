internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// The author of a change.
struct AuthorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Author recorded in the history. Default: the user's name.", valueName: "name"))
  var by: String?

  var author: ChangeAuthor {
    let name = by ?? NSUserName()
    return ChangeAuthor(name: name.isEmpty ? nil : name, time: Date())
  }
}

/// The options for replacing a collection.
struct ReplaceOptions: ParsableArguments {
  @Flag(
    help:
      "Remove items of the collection that the source no longer has. --dry-run lists them, --yes confirms."
  )
  var replace = false

  @Flag(help: "Confirm the removal of items by --replace.")
  var yes = false

  @Flag(help: "Allow --replace to remove items even if rows were refused.")
  var replaceDespiteRefused = false

  /// The advice on confirming a removal.
  static let agreement =
    "Use --yes to confirm, and --replace-despite-refused if rows were refused"

  var replacement: Replacement? {
    replace ? Replacement(isAgreed: yes, allowsRefused: replaceDespiteRefused) : nil
  }

  func validate() throws {
    if !replace, yes || replaceDespiteRefused {
      throw ValidationError("--yes and --replace-despite-refused need --replace")
    }
  }
}
