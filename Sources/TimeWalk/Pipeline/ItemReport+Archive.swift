internal import TimeWalkArchive
internal import TimeWalkCore

extension ItemsReport {
  /// A page of items with a place, and the query that found them.
  static func find(
    _ request: SearchRequest, in archive: any HistoricalArchive
  ) throws(WalkError) -> (report: ItemsReport, query: ArchiveQuery) {
    let asked = try AskedEra.read(request.era, isStrict: request.isEraStrict, in: archive)
    let query = try request.query(asked?.era)
    do throws(ArchiveError) {
      try archive.require(collection: request.collection)
      let results = try archive.search(query)
      let items = results.hits.map { ItemReport($0.item, distance: $0.distance) }
      return (ItemsReport(items: items, total: results.total, era: asked?.report), query)
    } catch { throw WalkError(error) }
  }
}

extension ItemReport {
  /// One item by its name, `collection:identifier`, with its copies.
  ///
  /// - Throws: `notFound` when there is none, `invalidValue` for what is no name, and what the
  ///   archive throws.
  static func find(_ name: String, in archive: any HistoricalArchive) throws(WalkError)
    -> ItemReport
  {
    let id = try Curator.id(name)
    do throws(ArchiveError) {
      if let found = try archive.item(id) {
        var report = ItemReport(found)
        let copies = try archive.copies(of: id).map { CopyReport($0) }
        if !copies.isEmpty { report.copies = copies }
        return report
      }
    } catch { throw WalkError(error) }
    throw WalkError(.notFound, "the archive has no item \(id)", field: "id")
  }
}
