public import Foundation
internal import TimeWalkPostGIS

/// The paths of the archive, the library and the geoid: flags win over variables, and those over
/// the XDG data folder.
public struct StorePaths: Hashable, Sendable {
  /// The archive's file, or its address on a server (`postgresql://…`), with the password if it has
  /// one.
  public var archive: String
  /// True if the user named the archive; its absence is then an error.
  public var isArchiveNamed: Bool
  /// The library's folder, or its address on a server (`postgresql://…`), with the password if it
  /// has one.
  public var library: String
  /// The geoid's grid file; `nil` if none is installed: heights above the ellipsoid then stay
  /// unchanged.
  public var geoid: String?

  /// The location of the archive.
  var location: ArchiveLocation { ArchiveLocation(archive) }
  /// The archive's file, or its address without the password: the form for display and storage.
  public var shownArchive: String { location.shown }
  /// The library's folder, or its address without the password.
  public var shownLibrary: String {
    isLibraryOnServer ? ServerAddress.shown(library) : library
  }
  /// True if the library's rows are in a database that several machines share.
  package var isLibraryOnServer: Bool { ServerAddress.isAddress(library) }

  /// The library's folder, for operations that a library on a server doesn't support.
  ///
  /// - Throws: `invalidValue` for a library on a server.
  package func libraryFolder(for what: String) throws(TimeWalkError) -> String {
    guard !isLibraryOnServer else {
      throw TimeWalkError(
        .invalidValue,
        "\(what) need a library in a folder on one machine, not the library \(shownLibrary); name a folder with --library",
        field: "library")
    }
    return library
  }

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - archive: the flag `--archive`, when given.
  ///   - library: the flag `--library`, when given.
  ///   - environment: the process's variables: `TIMEWALK_ARCHIVE`, `TIMEWALK_LIBRARY`,
  ///     `XDG_DATA_HOME`, `HOME`; `PROJ_DATA` and `PROJ_LIB` for the geoid.
  public init(
    archive: String? = nil, library: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    // The XDG specification has relative paths ignored.
    let data =
      variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (variable("HOME") ?? NSHomeDirectory()) + "/.local/share"
    let named = archive ?? variable("TIMEWALK_ARCHIVE")
    self.archive = named ?? data + "/timewalk/archive.sqlite"
    isArchiveNamed = named != nil
    self.library = library ?? variable("TIMEWALK_LIBRARY") ?? data + "/timewalk/library"
    geoid = GeoidFile.installed(environment: environment)
  }
}
