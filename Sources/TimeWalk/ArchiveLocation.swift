internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkSpatiaLite

/// Where an archive is: the one place that knows which engine keeps it.
struct ArchiveLocation {
  /// What an archive is opened for.
  enum Use {
    /// To look at.
    case reading
    /// To change what is in it.
    case changing
    /// To change what is in it, and to make it when it is missing.
    case making
  }

  /// The path of a file, which SpatiaLite keeps.
  let text: String

  /// Whether there is something.
  var exists: Bool { FileManager.default.fileExists(atPath: text) }

  /// Opens the archive.
  func open(for use: Use) throws(ArchiveError) -> any CuratedArchive {
    let mode: SpatiaLiteArchive.Mode =
      switch use {
      case .reading: .readOnly
      case .changing: .readWrite
      case .making: .create
      }
    return try SpatiaLiteArchive(path: text, mode: mode)
  }

  /// Another archive, to import from; `nil` for a file that is none.
  static func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    try SpatiaLiteArchive.archive(at: path)
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
    try SpatiaLiteArchive.repair(path: text)
  }
}
