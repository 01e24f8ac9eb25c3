internal import TimeWalkTables

/// A library's tables, within a transaction or a consistent look; statements are the same on each
/// engine, but for what stands here.
protocol LibraryTables: SQLStatements {
  /// What a selection ends with whose rows nobody else may take meanwhile; rows that somebody has
  /// already are passed over.
  var lock: String { get }

  /// Gives the next number of a photo, above another one; the photo takes it in the same
  /// transaction.
  func takeNumber(above taken: Int) throws -> Int

  /// The last number that was given.
  func lastNumber() throws -> Int

  /// Whether the program that an owner's number belongs to still runs.
  func isAlive(_ owner: Int) throws -> Bool

  /// Tells other programs, when the transaction ends well.
  func tell(_ news: LibraryNews) throws
}

/// Where a library's rows are kept.
protocol LibraryStore: Sendable {
  /// The folder of its pictures and uploads, as an absolute path.
  var directory: String { get }

  /// How long to wait before a photo that somebody else writes is looked at again, seconds.
  var pause: Double { get }

  /// This program's number in rows that it has under way; it is alive as long as the store is open.
  func owner() throws -> Int

  /// Works in a transaction beside which nobody else does the same.
  func write<T>(_ body: (any LibraryTables) throws -> T) throws -> T

  /// Works in a transaction on rows that are this program's own, or that it has locked.
  func change<T>(_ body: (any LibraryTables) throws -> T) throws -> T

  /// Looks at one state of the tables.
  func read<T>(_ body: (any LibraryTables) throws -> T) throws -> T

  /// Leaves no byte of deleted rows in the library's own files; `false` where others hinder it.
  func erase() -> Bool

  /// Leaves no byte of what has left the queue in the library's log; best effort.
  func tidy()

  /// Gives an error its code.
  func failure(_ error: any Error) -> LibraryError

  /// Tells the programs of other machines something in the words of a front.
  func tell(_ text: String)

  /// Hears what is told to all programs, this one among them, until what it gives is let go.
  ///
  /// - Returns: `nil` where programs tell each other nothing.
  func listen(_ hear: @escaping @Sendable (LibraryNews) -> Void) -> (any Sendable)?
}

/// What programs that share a library tell each other.
package enum LibraryNews: Hashable, Sendable {
  /// A photo was recorded; its id.
  case added(String)
  /// A photo was removed; its id.
  case removed(String)
  /// What a front of another program says, in its own words.
  case told(String)
}
