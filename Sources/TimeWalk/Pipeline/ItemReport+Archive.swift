internal import TimeWalkArchive
internal import TimeWalkCore

extension ItemsReport {
  /// A page of items with a place, and the query that found them.
  static func find(
    _ request: SearchRequest, in archive: any HistoricalArchive, mostBytes: Int? = nil
  ) throws(TimeWalkError) -> (report: ItemsReport, query: ArchiveQuery) {
    let asked = try AskedEra.read(request.era, isStrict: request.isEraStrict, in: archive)
    var query = try request.query(asked?.era)
    query.mostBytes = mostBytes
    let results = try request.results(query, in: archive)
    let report = ItemsReport(
      items: results.hits.map { ItemReport($0.item, distance: $0.distance) },
      total: results.total, estimated: results.isEstimated ? true : nil,
      next: query.next(behind: results), era: asked?.report)
    return (report, query)
  }
}

extension SearchRequest {
  /// Its query's results.
  func results(
    _ query: ArchiveQuery, in archive: any HistoricalArchive
  ) throws(TimeWalkError) -> SearchResults {
    do throws(ArchiveError) {
      try archive.require(collection: collection)
      return try archive.search(query)
    } catch { throw TimeWalkError(error, field: error.code == .noSuchItem ? "after" : nil) }
  }
}

extension ArchiveQuery {
  /// The `after` of the next page; `nil` if this one is not full and didn't end early.
  func next(behind results: SearchResults) -> String? {
    guard results.isCut || results.hits.count == limit else { return nil }
    return results.hits.last?.item.id.description
  }
}

extension ItemReport {
  /// One item by its name, `collection:identifier`, with its copies.
  ///
  /// - Throws: `notFound` when there is none, `invalidValue` for an invalid name, and the archive's
  ///   errors.
  static func find(_ name: String, in archive: any HistoricalArchive) throws(TimeWalkError)
    -> ItemReport
  {
    let id = try ItemID.named(name)
    do throws(ArchiveError) {
      if let found = try archive.item(id) {
        var report = ItemReport(found)
        let copies = try archive.copies(of: id).map { CopyReport($0) }
        if !copies.isEmpty { report.copies = copies }
        return report
      }
    } catch { throw TimeWalkError(error) }
    throw TimeWalkError(.notFound, "the archive has no item \(id)", field: "id")
  }
}
