internal import Foundation
internal import TimeWalkArchive

extension Walker {
  /// One item by its name, `collection:identifier`.
  ///
  /// - Throws: `notFound` when there is none, `invalidValue` for what is no name, `inputMissing`
  ///   without an archive.
  public func item(_ name: String) throws(WalkError) -> ItemReport {
    try ItemReport.find(name, in: openedArchive().noting(ArchiveGaps()))
  }

  /// Items by words, place, era and collection, or that show a spot; those without a place are left
  /// out.
  ///
  /// - Throws: `invalidValue` with the field, `notFound` for a collection that isn't there,
  ///   `inputMissing` without an archive.
  public func search(_ request: SearchRequest) throws(WalkError) -> ItemsReport {
    try whole { (archive) throws(WalkError) in
      try ItemsReport.find(request, in: archive).report
    }
  }

  /// How much the archive holds, and how much of it is known.
  ///
  /// - Throws: `inputMissing` without an archive.
  public func statistics() throws(WalkError) -> ArchiveStatsReport {
    try whole { (archive) throws(WalkError) in
      try rethrowing(archive: ArchiveStatsReport(try archive.statistics()))
    }
  }

  /// Asks as much of the archive as answers, and says what is missing.
  func whole<Report: PartialReport>(
    _ ask: (any HistoricalArchive) throws(WalkError) -> Report
  ) throws(WalkError) -> Report {
    try openedArchive().whole(ask)
  }

  /// Begins to make what quickens the requests to come, on a thread of its own; for fronts that
  /// stay.
  public func prepare() {
    guard let archive else { return }
    Thread.detachNewThread { archive.prepare() }
  }

  func openedArchive() throws(WalkError) -> any HistoricalArchive {
    guard let archive else {
      throw WalkError(
        .inputMissing,
        "There is no archive at \(archivePath) yet; make one with \"timewalk archive import\" or \"timewalk archive gather\"."
      )
    }
    return archive
  }
}

extension HistoricalArchive {
  /// Asks as much of the archive as answers, and says what is missing.
  func whole<Report: PartialReport>(
    _ ask: (any HistoricalArchive) throws(WalkError) -> Report
  ) throws(WalkError) -> Report {
    let gaps = ArchiveGaps()
    var report = try ask(noting(gaps))
    report.say(gaps)
    return report
  }
}
