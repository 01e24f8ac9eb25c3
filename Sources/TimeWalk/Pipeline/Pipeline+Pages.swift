internal import TimeWalkArchive
internal import TimeWalkCatalogue
internal import TimeWalkCore

/// A standard format for items, besides TimeWalk's own.
package enum PageFormat: String, Sendable, CaseIterable {
  /// GeoJSON after RFC 7946, with the links of OGC API - Features.
  case geojson
  /// A manifest of the IIIF Presentation API 3.
  case iiif
  /// An item collection of the SpatioTemporal Asset Catalog 1.1.0, or an item.
  case stac

  /// The media type of a document.
  package var mediaType: String {
    switch self {
    case .geojson, .stac: "application/geo+json"
    case .iiif:
      "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\""
    }
  }

  fileprivate var export: ExportFormat {
    switch self {
    case .geojson: .geojson
    case .iiif: .iiif
    case .stac: .stac
    }
  }
}

/// The addresses that a front gives items and pages of them; all of them absolute.
package struct PageLinks: Sendable {
  /// The page behind an `after`; of the first page for `nil`.
  package var page: @Sendable (String?) -> String
  /// An item by its name.
  package var item: @Sendable (String) -> String
  /// The picture of an item, if it is a file.
  package var picture: @Sendable (String) -> String

  /// Makes links.
  package init(
    page: @escaping @Sendable (String?) -> String, item: @escaping @Sendable (String) -> String,
    picture: @escaping @Sendable (String) -> String
  ) {
    (self.page, self.item, self.picture) = (page, item, picture)
  }

  fileprivate func addresses(own: String, next: String? = nil) -> PageAddresses {
    PageAddresses(own: own, next: next) { [item] in
      item($0.description)
    } picture: { [picture] in
      picture($0.description)
    }
  }
}

/// A page of items as a document.
package struct ItemsDocument: Hashable, Sendable {
  /// The document in UTF-8.
  package var bytes: [UInt8]
  /// The value of `after` for the next page; `nil` if this one is not full and didn't end early.
  package var next: String?
}

extension Pipeline {
  /// The results of `search`, in a standard format.
  ///
  /// - Throws: the errors of `search`.
  package func search(
    _ request: SearchRequest, as format: PageFormat, links: PageLinks
  ) throws(TimeWalkError) -> ItemsDocument {
    let archive = try openedArchive()
    let asked = try AskedEra.read(request.era, isStrict: request.isEraStrict, in: archive)
    var query = try request.query(asked?.era)
    query.mostBytes = Pipeline.pageBytes
    let results = try request.results(query, in: archive)
    let next = query.next(behind: results)
    let addresses = links.addresses(own: links.page(request.after), next: next.map(links.page))
    do throws(ArchiveError) {
      let bytes = try archive.page(
        of: results.hits.map(\.item), as: format.export, at: addresses,
        // The formats have no word for an estimate.
        total: results.isEstimated ? nil : results.total)
      return ItemsDocument(bytes: bytes, next: next)
    } catch { throw TimeWalkError(error) }
  }

  /// One item by its name, in a format of others: a feature, a manifest or a STAC item.
  ///
  /// - Throws: the errors of `item`.
  package func item(
    _ name: String, as format: PageFormat, links: PageLinks
  ) throws(TimeWalkError) -> [UInt8] {
    let archive = try openedArchive()
    let id = try ItemID.named(name)
    do throws(ArchiveError) {
      if let item = try archive.item(id) {
        return try archive.page(
          of: [item], as: format.export, at: links.addresses(own: links.item(name)),
          isItem: true)
      }
    } catch { throw TimeWalkError(error) }
    throw TimeWalkError(.notFound, "the archive has no item \(id)", field: "id")
  }
}
