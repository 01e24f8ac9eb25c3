internal import Foundation
internal import TimeWalkArchive

extension Pipeline {
  /// One item by its name, `collection:identifier`.
  ///
  /// - Throws: `notFound` when there is none, `invalidValue` for an invalid name, `inputMissing`
  ///   without an archive.
  public func item(_ name: String) throws(TimeWalkError) -> ItemReport {
    try ItemReport.find(name, in: openedArchive())
  }

  /// The bytes of its items' texts after which a page ends early, with a `next`.
  static let pageBytes = 16 << 20

  /// Items by words, place, era and collection, or that show a spot; those without a place are left
  /// out.
  ///
  /// - Throws: `invalidValue` with the field, `notFound` for a collection that isn't there,
  ///   `inputMissing` without an archive.
  public func search(_ request: SearchRequest) throws(TimeWalkError) -> ItemsReport {
    try ItemsReport.find(request, in: openedArchive(), mostBytes: Pipeline.pageBytes).report
  }

  /// The numbers of the archive's items, and of their known fields.
  ///
  /// - Throws: `inputMissing` without an archive.
  public func statistics() throws(TimeWalkError) -> ArchiveStatsReport {
    let archive = try openedArchive()
    return try ArchiveError.rethrowing(ArchiveStatsReport(try archive.statistics()))
  }

  /// Starts to build indexes for later requests, on a separate thread; for long-running fronts.
  public func prepare() {
    guard let archive else { return }
    Thread.detachNewThread { archive.prepare() }
  }

  func openedArchive() throws(TimeWalkError) -> any HistoricalArchive {
    guard let archive else {
      throw TimeWalkError(
        .inputMissing,
        "There is no archive at \(archivePath) yet; create one with \"timewalk archive import\" or \"timewalk archive gather\"."
      )
    }
    return archive
  }
}
