import Synchronization
import Testing
import TimeWalkArchive
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// An archive engine as the suites see it; a new one is a line in `all`.
struct Engine: Sendable, CustomTestStringConvertible {
  let name: String
  /// Makes an empty archive at a path in a folder that is there.
  let make: @Sendable (String) throws -> any CuratedArchive
  /// Opens an archive that is open already once more, as another program would, to look at it or to
  /// change it; `nil` for an engine that can't be opened twice.
  let openAgain:
    (@Sendable (_ archive: any CuratedArchive, _ isReadOnly: Bool) throws -> any CuratedArchive)?

  var testDescription: String { name }

  static let spatiaLite = Engine(name: "SpatiaLite") { path in
    try SpatiaLiteArchive(path: path, mode: .create)
  } openAgain: { archive, isReadOnly in
    try SpatiaLiteArchive(path: archive.location, mode: isReadOnly ? .readOnly : .readWrite)
  }

  /// Each archive has a schema of its own on one server.
  static let postGIS = Engine(name: "PostGIS") { path in
    let schema = "archive\(schemas.withLock { $0 += 1; return $0 })"
    let address = try ThrowawayServer.address(schema: schema)
    try ServerConnection(ServerAddress(address)).execute("CREATE SCHEMA \(schema)")
    return try PostGISArchive(address: address, mode: .create, pictures: path)
  } openAgain: { archive, isReadOnly in
    try PostGISArchive(address: archive.location, mode: isReadOnly ? .readOnly : .readWrite)
  }

  /// The same with an object store for its pictures; each archive has a prefix of its own there.
  static let postGISWithObjects = Engine(
    name: "PostGIS with an object store",
    make: { path in
      let schema = "archive\(schemas.withLock { $0 += 1; return $0 })"
      let address = try ThrowawayServer.address(schema: schema)
      try ServerConnection(ServerAddress(address)).execute("CREATE SCHEMA \(schema)")
      return try PostGISArchive(
        address: address, mode: .create, pictures: "s3://pictures/\(schema)",
        environment: objects.get().environment(cache: path + ".cache"))
    }, openAgain: nil)

  /// The object store of this run.
  static let objects = Result { try ThrowawayObjectStore() }

  private static let schemas = Mutex(0)

  /// All engines that there are; that of a server where one is installed.
  static let all = [spatiaLite] + (ThrowawayServer.programs == nil ? [] : [postGIS])

  /// All, and each way to keep pictures.
  static let keepingPictures =
    all
    + (ThrowawayServer.programs == nil || !ThrowawayObjectStore.canRun ? [] : [postGISWithObjects])

  /// Those that keep an archive in a file, which is backed up as one.
  static let inFiles = [spatiaLite]

  /// Those of which an archive can be opened twice.
  static let shared = all.filter { $0.openAgain != nil }
}
