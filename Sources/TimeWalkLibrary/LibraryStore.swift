internal import TimeWalkBase
internal import TimeWalkTables

/// A library's tables, within a transaction or a consistent read; statements are the same on each
/// engine, except for these members.
protocol LibraryTables: SQLStatements, PathsInLibrary {
  /// The end of a selection whose rows are locked; locked rows are skipped.
  var lock: String { get }

  /// Gives the next number of a photo, above another one; the photo takes it in the same
  /// transaction.
  func takeNumber(above taken: Int) throws -> Int

  /// The last number that was given.
  func lastNumber() throws -> Int

  /// Returns true if the program that an owner's number belongs to still runs.
  func isAlive(_ owner: Int) throws -> Bool

  /// Notifies other programs, when the transaction commits.
  func tell(_ news: LibraryNews) throws
}

/// Rows name files in the library's folder without the folder, so it can be moved and copied.
protocol PathsInLibrary {
  /// The library's folder; `nil` for a library on a server, whose rows have whole paths.
  var home: String? { get }
}

extension PathsInLibrary {
  /// A path as rows have it: a path in the library's folder without that folder, which is a dot
  /// itself.
  func kept(_ path: String) -> String {
    if path == home { return "." }
    return home.flatMap { RawPath.rest(of: path, below: $0) } ?? path
  }

  /// The path of a file that rows name.
  func whole(_ kept: String) -> String {
    guard let home, !kept.isEmpty, !kept.hasPrefix("/"), !RawPath.names(of: kept).contains("..")
    else {
      return kept
    }
    return kept == "." ? home : home + "/" + kept
  }
}

/// The storage of a library's rows.
protocol LibraryStore: Sendable, PathsInLibrary {
  /// The folder of its pictures and uploads, as an absolute path.
  var directory: String { get }

  /// The wait before a photo that another program writes is checked again, seconds.
  var pause: Double { get }

  /// This program's number in rows that it has under way; it is alive as long as the store is open.
  func owner() throws -> Int

  /// Works in an exclusive transaction.
  func write<T>(_ body: (any LibraryTables) throws -> T) throws -> T

  /// Works in a transaction on rows that are this program's own, or that it has locked.
  func change<T>(_ body: (any LibraryTables) throws -> T) throws -> T

  /// Reads one state of the tables.
  func read<T>(_ body: (any LibraryTables) throws -> T) throws -> T

  /// Reads the rows of one statement.
  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow]

  /// Leaves no byte of deleted rows in the library's own files; `false` where others hinder it.
  func erase() -> Bool

  /// Erases removed queue entries from the library's log; best effort.
  func tidy()

  /// Gives an error its code.
  func failure(_ error: any Error) -> LibraryError

  /// Notifies the programs of other machines, in a front's own format.
  func tell(_ text: String)

  /// Receives the notifications to all programs, including this one, until the result is released.
  ///
  /// - Returns: `nil` for a store without notifications.
  /// - Throws: `busy` if the system gives no thread.
  func listen(_ hear: @escaping @Sendable (LibraryNews) -> Void) throws -> (any Sendable)?
}

/// The notifications between programs that share a library.
package enum LibraryNews: Hashable, Sendable {
  /// A photo was recorded; its id.
  case added(String)
  /// A photo was removed; its id.
  case removed(String)
  /// A message of another program's front, in its own format.
  case told(String)
}
