internal import ArgumentParser
internal import TimeWalk

/// `timewalk library`.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "List, export and remove submitted photos, and continue the queue.",
    subcommands: [
      LibraryList.self, LibraryShow.self, LibraryExport.self, LibraryPage.self, LibraryRemove.self,
      LibraryQueue.self, LibraryResume.self, LibraryRetry.self, LibraryDiscard.self,
    ])
}

extension LibraryOptions {
  /// Opens the library to look after it.
  func album() throws(TimeWalkError) -> Album { try Album(places: StorePaths(library: library)) }
}
