internal import TimeWalkBase
internal import Foundation
internal import TimeWalkPostGIS
internal import TimeWalkStorage
internal import TimeWalkTables

/// The folder of a library on a server: its tables name it, and all machines share it.
///
/// A file in it has the library's name. A machine that doesn't share the folder is therefore
/// detected before it writes pictures to the wrong place.
enum ServerFolder {
  private struct Facts {
    var name: String
    var folder: String
    /// The folder that was made by some machine.
    var made: String?
    var hasPhotos: Bool
  }

  /// Makes or opens the tables and the folder.
  ///
  /// - Parameters:
  ///   - database: the database with the tables.
  ///   - folder: the folder of new ones; in the user's data folder when `nil`.
  /// - Returns: the folder's absolute path.
  /// - Throws: `notALibrary` for tables of a newer version, `cannotCreate` for a folder that isn't
  ///   shared with this machine.
  static func open(_ database: ServerDatabase, new folder: String?) throws -> String {
    try ServerLibrarySchema.make(database) { name in
      folder.flatMap { $0.isEmpty ? nil : RawPath.absolute($0) } ?? usual(name)
    }
    let facts = try database.within { db -> Facts in
      let row = try db.row("SELECT name, folder, made_folder, last_photo > 0 FROM library")
      guard let row else {
        throw LibraryError(
          .notALibrary, "\(database.location) has a library's tables without a row")
      }
      return Facts(name: row[0], folder: row[1], made: row[2], hasPhotos: row[3])
    }
    let folder = URL(fileURLWithPath: facts.folder, isDirectory: true).standardizedFileURL.path
    let file = folder + "/library.name"
    if let data = FileManager.default.contents(atPath: file) {
      guard String(decoding: data, as: UTF8.self) == facts.name + "\n" else {
        throw LibraryError(
          .cannotCreate, "\(folder) is the folder of another library than \(database.location)")
      }
      return folder
    }
    guard facts.made != facts.folder, !facts.hasPhotos else {
      throw LibraryError(
        .cannotCreate,
        "The pictures of the library \(database.location) are in \(folder), which this machine doesn't have. Share it at the same path, for example by NFS."
      )
    }
    do throws(StorageError) { try DurableFolder.make(folder, isPrivate: true) } catch {
      throw LibraryError(error)
    }
    try write(facts.name + "\n", to: file)
    _ = try database.within { db in
      try db.run("UPDATE library SET made_folder = folder WHERE folder = ?", [facts.folder])
    }
    return folder
  }

  private static func write(_ text: String, to path: String) throws(LibraryError) {
    let temporary = path + ".\(UInt32.random(in: .min ... .max)).new"
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: temporary)) } catch {
      throw LibraryError(.cannotCreate, "can't write \(path): \(error)", cause: error)
    }
    do throws(StorageError) { try DurableFolder.rename(temporary, to: path) } catch {
      throw LibraryError(error)
    }
  }

  /// A folder in the user's data folder, for a database and a schema.
  private static func usual(_ name: String) -> String {
    let given = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
    let data = given.hasPrefix("/") ? given : NSHomeDirectory() + "/.local/share"
    return "\(data)/timewalk/server/\(name).library"
  }
}
