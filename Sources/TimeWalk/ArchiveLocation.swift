internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkPostGIS
internal import TimeWalkSpatiaLite
internal import TimeWalkTables

/// The location of an archive; only this type knows which engine stores it.
enum ArchiveLocation {
  /// A file, by its path, which SpatiaLite keeps.
  case file(String)
  /// A database, by its address, which PostgreSQL with PostGIS keeps.
  case server(String)

  /// The mode of opening an archive.
  enum Use {
    /// Read-only.
    case reading
    /// Read-only, for requests one after another.
    case readingInTurn
    /// To change its content.
    case changing
    /// To change its content, and to create it if it is missing.
    case making
  }

  /// Parses a user's name of an archive: `postgresql://…` or a path.
  init(_ text: String) {
    self = ServerAddress.isAddress(text) ? .server(text) : .file(text)
  }

  /// The archive's file; `nil` for an archive on a server.
  var path: String? {
    guard case .file(let path) = self else { return nil }
    return path
  }

  /// True if it is on a server.
  var isServer: Bool { if case .server = self { true } else { false } }

  /// The form for users and logs: the path, or the address without its password.
  var shown: String {
    switch self {
    case .file(let path): path
    case .server(let address): ServerAddress.shown(address)
    }
  }

  /// Returns true if it exists; throws `.busy` for a server that doesn't answer.
  func exists() throws(ArchiveError) -> Bool {
    switch self {
    case .file(let path): return FileManager.default.fileExists(atPath: path)
    case .server(let address):
      do throws(ArchiveError) {
        _ = try PostGISArchive(address: address, mode: .readOnly)
        return true
      } catch {
        guard error.code == .missing else { throw error }
        return false
      }
    }
  }

  /// Opens the archive.
  func open(for use: Use) throws(ArchiveError) -> any CuratedArchive {
    switch self {
    case .file(let path):
      let mode: SpatiaLiteArchive.Mode =
        switch use {
        case .reading: .readOnly
        case .readingInTurn: .readOnlyInTurn
        case .changing: .readWrite
        case .making: .create
        }
      return try SpatiaLiteArchive(path: path, mode: mode)
    case .server(let address):
      let mode: PostGISArchive.Mode =
        switch use {
        case .reading, .readingInTurn: .readOnly
        case .changing: .readWrite
        case .making: .create
        }
      return try PostGISArchive(address: address, mode: mode)
    }
  }

  /// The states of the address's servers; empty for a file.
  func servers() throws(ArchiveError) -> [ServerState] {
    guard case .server(let address) = self else { return [] }
    return try PostGISArchive.servers(at: address)
  }

  /// The address of the object store with the archive's pictures, and the reason why it can't be
  /// used; `nil` for a folder of pictures.
  func pictureStore() throws(ArchiveError) -> (address: String, problem: ArchiveError?)? {
    guard case .server(let address) = self,
      let objects = try PostGISArchive(address: address, mode: .readOnly).mediaStore.objects
    else { return nil }
    do throws(MediaRefusal) {
      try objects.check()
      return (objects.address, nil)
    } catch {
      let message = "The store \(objects.address) \(error.reason)."
      return (objects.address, ArchiveError(error.code, message))
    }
  }

  /// Copies the whole archive, with its history, into an empty or new one.
  ///
  /// Nothing is made before the source archive is open.
  func copy(to other: ArchiveLocation) throws(ArchiveError) -> ArchiveCopyReport {
    if let path, let otherPath = other.path,
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
        == URL(fileURLWithPath: otherPath).resolvingSymlinksInPath().standardizedFileURL
    {
      throw ArchiveError(.inputUnreadable, "\(path) is the archive itself.")
    }
    let source = try open(for: .reading)
    let target = try other.open(for: .making)
    guard let source = source as? any SQLArchive, let target = target as? any SQLArchive else {
      throw ArchiveError(.outputFailed, "\(shown) uses an engine that can't be copied.")
    }
    return try target.fill(from: source)
  }

  /// Another archive, to import from; `nil` for other files.
  static func archive(at text: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    switch ArchiveLocation(text) {
    case .file(let path): try SpatiaLiteArchive.archive(at: path)
    case .server(let address): try PostGISArchive(address: address, mode: .readOnly)
    }
  }

  /// Rebuilds all data that are derived from the archive's items.
  func repair() throws(ArchiveError) -> RepairReport {
    switch self {
    case .file(let path): return try SpatiaLiteArchive.repair(path: path)
    case .server(let address):
      return try PostGISArchive(address: address, mode: .readWrite).repair()
    }
  }
}
