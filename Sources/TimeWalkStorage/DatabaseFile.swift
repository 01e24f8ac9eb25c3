internal import TimeWalkBase
import Glibc
package import GRDB

/// SQLite files before they are opened, and files in read-only folders.
package enum DatabaseFile {
  /// The number with which a program marks its databases; `nil` for other files.
  package static func applicationID(of path: String) -> Int32? {
    let descriptor = RawPath.open(path, O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 72)
    guard read(descriptor, &header, header.count) == header.count,
      header.starts(with: "SQLite format 3\0".utf8)
    else { return nil }
    // "Database File Format", section 1.3: it lies at 68, the highest byte first.
    return header[68...].reduce(0) { $0 << 8 | Int32($1) }
  }

  /// Opens a database for reading.
  ///
  /// In a read-only folder (a DVD, another user's data), SQLite can't make the small files that
  /// processes share. No process can write there, so the file is then opened as immutable.
  package static func openForReading(
    _ path: String, _ open: () throws -> any DatabaseReader,
    unchanging: (String) throws -> any DatabaseReader
  ) throws -> any DatabaseReader {
    do { return try open() } catch let error as DatabaseError
      where (error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY)
      && !hasPendingLog(path)
    {
      // These three characters have a special meaning in SQLite's "Uniform Resource Identifiers".
      let escapes: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
      let escaped = path.map { escapes[$0] ?? String($0) }.joined()
      return try unchanging("file:\(escaped)?immutable=1")
    }
  }

  /// Returns true if the write-ahead log holds changes that the file lacks; the file alone would be
  /// outdated.
  private static func hasPendingLog(_ path: String) -> Bool {
    (RawPath.status(path + "-wal")?.st_size ?? 0) > 0
  }
}
