package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkBase

/// The addresses of a page of items and of its links, all absolute.
package struct PageAddresses: Sendable {
  /// The page, or the one item, itself.
  package var own: String
  /// The next page; `nil` for the last.
  package var next: String?
  /// A single item, in the same format.
  package var item: @Sendable (ItemID) -> String
  /// The picture of an item that is a file.
  package var picture: @Sendable (ItemID) -> String

  /// Makes addresses.
  package init(
    own: String, next: String? = nil, item: @escaping @Sendable (ItemID) -> String,
    picture: @escaping @Sendable (ItemID) -> String
  ) {
    (self.own, self.next, self.item, self.picture) = (own, next, item, picture)
  }
}

/// A page of items, or a single one, for output.
struct ExportPage {
  /// Its addresses.
  var addresses: PageAddresses
  /// True if it is a single item, not a list of one.
  var isItem: Bool
  /// The number of items on it.
  var count: Int
  /// The number of items on all pages; `nil` if not counted.
  var total: Int?

  /// The links of GeoJSON and STAC.
  func links(type: String) -> String {
    func link(_ name: String, _ address: String) -> String {
      ExportPage.link(name, address, type: type)
    }
    return JSONText.array(
      [link("self", addresses.own)] + (addresses.next.map { [link("next", $0)] } ?? []))
  }

  /// One link.
  static func link(_ relation: String, _ address: String, type: String? = nil) -> String {
    var members = [
      (name: "rel", json: JSONText.string(relation)), ("href", JSONText.string(address)),
    ]
    if let type { members.append(("type", JSONText.string(type))) }
    return JSONText.object(members)
  }

  /// The item counts of the answer, as members of a list.
  var numbers: [(name: String, json: String)] {
    (total.map { [("numberMatched", "\($0)")] } ?? []) + [("numberReturned", "\(count)")]
  }
}

extension HistoricalArchive {
  /// Writes a page of found items, or a single one, as GeoJSON, IIIF or STAC.
  ///
  /// Paths of this machine are never written: a picture that is a file has its address. A page as
  /// IIIF is a manifest whose canvases are the items.
  ///
  /// - Parameters:
  ///   - items: the found items, with the values inherited from their collections.
  ///   - format: `geojson`, `iiif` or `stac`.
  ///   - addresses: its addresses.
  ///   - total: the number of items on all pages; `nil` if not counted.
  ///   - isItem: true if it is a single item.
  /// - Returns: the document in UTF-8.
  /// - Throws: `.invalidExport` for another format, and the archive's errors.
  package func page(
    of items: [Item], as format: ExportFormat, at addresses: PageAddresses, total: Int? = nil,
    isItem: Bool = false
  ) throws(ArchiveError) -> [UInt8] {
    let names = Set(items.map(\.id.collection))
    let statements = try statements().filter { names.contains($0.name) }
    let byName = Dictionary(uniqueKeysWithValues: statements.map { ($0.name, $0) })
    var media: [String: Media] = [:]
    let records = items.compactMap { item -> CatalogueRecord? in
      guard let statement = byName[item.id.collection] else { return nil }
      var item = item
      if let own = item.media, case .file = own {
        let address = addresses.picture(item.id)
        media[address] = own
        item.media = .url(address)
      }
      return CatalogueRecord(item, copyOf: nil, in: statement, media: MediaNames(folder: nil))
    }
    let pictures = media
    var contents = ExportContents(
      collections: statements, eras: [],
      columns: CatalogueColumn.named.filter { column in
        !CatalogueColumn.optional.contains(column) || records.contains { $0[column] != nil }
      },
      others: Set(records.flatMap(\.others.keys)).sorted(),
      mediaRecord: { try self.mediaRecord(of: pictures[$0] ?? .url($0)) },
      options: ExportOptions(format: format))
    contents.page = ExportPage(
      addresses: addresses, isItem: isItem, count: records.count, total: total)
    do {
      let output = OutputFile()
      let writer = try ExportPage.writer(of: format, contents, to: output)
      if !isItem || format == .iiif { try writer.begin() }
      for record in records { _ = try writer.write(record) }
      if !isItem || format == .iiif { try writer.finish() }
      return output.bytes
    } catch { throw error as? ArchiveError ?? ArchiveError(.storage, "\(error)", cause: error) }
  }
}

extension ExportPage {
  fileprivate static func writer(
    of format: ExportFormat, _ contents: ExportContents, to output: OutputFile
  ) throws(ArchiveError) -> any ExportWriter {
    switch format {
    case .geojson: return GeoJSONWriter(contents, to: output)
    case .iiif: return try ManifestWriter(contents, to: output)
    case .stac: return STACWriter(contents, to: output)
    default:
      throw ArchiveError(
        .invalidExport, "\(format.rawValue) can't be used for a page of items.")
    }
  }
}
