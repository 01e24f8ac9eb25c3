internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkPostGIS
internal import TimeWalkSpatiaLite
internal import TimeWalkTables

/// Where an archive is: the one place that knows which engine keeps it.
enum ArchiveLocation {
  /// A file, by its path, which SpatiaLite keeps.
  case file(String)
  /// A database, by its address, which PostgreSQL with PostGIS keeps.
  case server(String)

  /// What an archive is opened for.
  enum Use {
    /// To look at.
    case reading
    /// To change what is in it.
    case changing
    /// To change what is in it, and to make it when it is missing.
    case making
  }

  /// Takes what somebody named an archive by: `postgresql://…` or a path.
  init(_ text: String) {
    self = ServerAddress.isAddress(text) ? .server(text) : .file(text)
  }

  /// The archive's file; `nil` for one that is in no file.
  var path: String? {
    guard case .file(let path) = self else { return nil }
    return path
  }

  /// Whether it is on a server.
  var isServer: Bool { if case .server = self { true } else { false } }

  /// What people and logs may see: the path, or the address without its password.
  var shown: String {
    switch self {
    case .file(let path): path
    case .server(let address): ServerAddress.shown(address)
    }
  }

  /// Whether there is something; throws `.busy` for a server that can't be asked.
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
        case .changing: .readWrite
        case .making: .create
        }
      return try SpatiaLiteArchive(path: path, mode: mode)
    case .server(let address):
      let mode: PostGISArchive.Mode =
        switch use {
        case .reading: .readOnly
        case .changing: .readWrite
        case .making: .create
        }
      return try PostGISArchive(address: address, mode: mode)
    }
  }

  /// What the servers of the address are; empty for a file.
  func servers() throws(ArchiveError) -> [ServerState] {
    guard case .server(let address) = self else { return [] }
    return try PostGISArchive.servers(at: address)
  }

  /// The address of the object store that keeps the archive's pictures, and why it can't be asked;
  /// `nil` where a folder keeps them.
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

  /// Copies the whole archive, with its history, into an empty one or one that isn't there yet.
  ///
  /// Nothing is made before the archive is open that is copied.
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

  /// Another archive, to import from; `nil` for a file that is none.
  static func archive(at text: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    switch ArchiveLocation(text) {
    case .file(let path): try SpatiaLiteArchive.archive(at: path)
    case .server(let address): try PostGISArchive(address: address, mode: .readOnly)
    }
  }

  /// The places of points in a reference system, `EPSG:` with a code or well-known text; `nil` for
  /// those outside it.
  static func places(
    of points: [ReferenceSystems.Point], in system: String
  ) throws(ArchiveError) -> [Coordinate?] {
    try ReferenceSystems.places(of: points, in: system)
  }

  /// Makes anew what can be made of the archive's items.
  func repair() throws(ArchiveError) -> RepairReport {
    switch self {
    case .file(let path): return try SpatiaLiteArchive.repair(path: path)
    case .server(let address):
      return try PostGISArchive(address: address, mode: .readWrite).repair()
    }
  }
}
