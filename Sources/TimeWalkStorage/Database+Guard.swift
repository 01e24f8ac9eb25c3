internal import CDatabases
package import GRDB
internal import TimeWalkBase

extension Database {
  /// Protects this connection from hostile content of the file, and has `WorkLimits` end its
  /// statements.
  ///
  /// The file's schema can't call this program's functions. Triggers don't run, views can't be
  /// used, and SQLite's own tables can't be written. Values longer than a limit are refused
  /// ("Defense Against The Dark Arts", sqlite.org/security.html).
  /// - Parameter longestValue: the longest text, blob or row, bytes.
  /// - Throws: `DatabaseError` when SQLite refuses.
  package func guardAgainstFile(longestValue: Int) throws {
    let code = tws_guard(sqliteConnection)
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: "SQLite can't be protected")
    }
    setLongestValue(longestValue)
    // A statement runs on the thread of its caller, and its end is `SQLITE_INTERRUPT`.
    sqlite3_progress_handler(
      sqliteConnection, Database.instructionsBetweenLooks,
      { _ in WorkLimits.current.ending == nil ? 0 : 1 }, nil)
  }

  /// Lets triggers run and the schema call this program's functions.
  ///
  /// Call it only after every trigger, table and index was verified.
  ///
  /// - Throws: `DatabaseError` when SQLite refuses.
  package func trustSchema() throws {
    let code = tws_trust(sqliteConnection)
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: "SQLite's triggers can't be used")
    }
  }

  /// Runs work that writes tables which belong to SQLite's modules, as the packing of an R*Tree
  /// does.
  package func withoutDefence<T>(_ work: () throws -> T) rethrows -> T {
    tws_defend(sqliteConnection, false)
    defer { tws_defend(sqliteConnection, true) }
    return try work()
  }

  /// Runs work with another limit for the longest value, bytes.
  package func withLongestValue<T>(_ bytes: Int, _ work: () throws -> T) rethrows -> T {
    let before = setLongestValue(bytes)
    defer { setLongestValue(before) }
    return try work()
  }

  /// Instructions of SQLite's machine between two looks at the limits: those of some 30 rows.
  private static let instructionsBetweenLooks: Int32 = 1000

  @discardableResult
  private func setLongestValue(_ bytes: Int) -> Int {
    Int(sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes)))
  }
}
