internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore

/// What curators ask of an archive, in the types that every front shares.
public struct Curator: Sendable {
  private let archive: SpatiaLiteArchive

  /// Opens the archive to look at.
  ///
  /// - Throws: `inputMissing` when there is none, with how to make one.
  public init(reading places: Places) throws(WalkError) {
    do throws(ArchiveError) {
      archive = try SpatiaLiteArchive(path: places.archive, mode: .readOnly)
    } catch { throw WalkError(error) }
  }

  /// Opens the archive to import into, and makes it and its folder when they are missing.
  public init(writing places: Places) throws(WalkError) {
    let folder = URL(fileURLWithPath: places.archive).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw WalkError(.cannotCreate, "cannot create the folder \(folder.path)", cause: error)
    }
    do throws(ArchiveError) {
      archive = try SpatiaLiteArchive(path: places.archive, mode: .create)
    } catch { throw WalkError(error) }
  }

  /// Imports a catalogue: a CSV file, or a folder with `items.csv` and `collection.json`.
  ///
  /// - Parameters:
  ///   - source: the path.
  ///   - collection: the collection's name; the source's own when `nil`.
  ///   - isDryRun: whether to do everything but keep it.
  ///   - progress: told the number of rows now and then.
  /// - Returns: what was done; refused rows are in the report, they are not an error.
  public func importCatalogue(
    at source: String, collection: String?, isDryRun: Bool,
    progress: (@Sendable (Int) -> Void)? = nil
  ) throws(WalkError) -> ImportSummary {
    do throws(ArchiveError) {
      return ImportSummary(
        try archive.importCatalogue(
          at: source,
          options: ImportOptions(
            collection: collection, isDryRun: isDryRun, progress: progress)))
    } catch { throw WalkError(error) }
  }

  /// Writes a collection as the design's CSV.
  ///
  /// - Returns: how many items were written, and what to know about them.
  public func exportCSV(to path: String, collection: String?) throws(WalkError) -> ExportSummary {
    do throws(ArchiveError) {
      let report = try archive.exportCSV(to: path, collection: collection)
      return ExportSummary(
        collection: report.collection, items: report.items, path: report.path,
        warnings: report.warnings)
    } catch { throw WalkError(error) }
  }

  /// The collections with their sizes.
  public func collections() throws(WalkError) -> CollectionsReport {
    do throws(ArchiveError) {
      return CollectionsReport(collections: try archive.collections().map { CollectionReport($0) })
    } catch { throw WalkError(error) }
  }

  /// One item by its name, `collection:identifier`.
  ///
  /// - Throws: `notFound` when there is none.
  public func item(_ name: String) throws(WalkError) -> ItemReport {
    guard let id = ItemID(name) else {
      throw WalkError(
        .invalidValue, "\"\(name)\" is not an item's name, like new-york:flatiron-1902",
        field: "id")
    }
    let found: Item?
    do throws(ArchiveError) { found = try archive.item(id) } catch { throw WalkError(error) }
    guard let found else {
      throw WalkError(.notFound, "the archive has no item \(id)", field: "id")
    }
    return ItemReport(found)
  }

  /// A page of items.
  public func search(_ request: SearchRequest) throws(WalkError) -> ItemsReport {
    let query = try request.query()
    do throws(ArchiveError) {
      let results = try archive.search(query)
      return ItemsReport(
        items: results.hits.map { ItemReport($0.item, distance: $0.distance) },
        total: results.total)
    } catch { throw WalkError(error) }
  }

  /// What is wrong with the archive, a line each; empty for a sound one.
  public func verify() throws(WalkError) -> [String] {
    do throws(ArchiveError) { return try archive.verify().map(\.description) } catch {
      throw WalkError(error)
    }
  }
}

/// What to look for in an archive; every part that is given must hold.
public struct SearchRequest: Hashable, Sendable {
  /// Words that must occur in the title, the creator or the identifier.
  public var text: String?
  /// Degrees north of the place to look around.
  public var latitude: Double?
  /// Degrees east of the place to look around.
  public var longitude: Double?
  /// How far around it, metres.
  public var radius = 500.0
  /// The time that the item's date must overlap, EDTF.
  public var era: String?
  /// The collection's name.
  public var collection: String?
  /// How many to return at most; `nil` is all.
  public var limit: Int?
  /// How many to pass over first.
  public var offset = 0

  /// Asks for everything.
  public init() {}

  func query() throws(WalkError) -> ArchiveQuery {
    var query = ArchiveQuery(
      text: text, collection: collection, limit: limit, offset: offset)
    query.era = try era.map { text throws(WalkError) in try Walker.era(text) } ?? nil
    guard latitude != nil || longitude != nil else { return query }
    guard let latitude, let longitude,
      let center = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw WalkError(
        .invalidValue, "a place to search around needs a latitude within -90...90 and a longitude"
          + " within -180...180", field: latitude == nil ? "latitude" : "longitude")
    }
    guard let distance = Distance(meters: radius) else {
      throw WalkError(.invalidValue, "radius \(radius) is not 0 or more metres", field: "radius")
    }
    query.area = ArchiveQuery.Area(center: center, radius: distance)
    return query
  }
}

/// What an import did, as every front writes it.
public struct ImportSummary: Codable, Hashable, Sendable {
  /// One thing that the import has to say about a row.
  public struct Finding: Codable, Hashable, Sendable {
    /// `fault` for what refused the row, `warning` for the rest.
    public var severity: String
    /// The physical line where the row starts.
    public var line: Int?
    /// The row's item.
    public var id: String?
    /// The column.
    public var column: String?
    /// What stands there.
    public var value: String?
    /// What is wrong.
    public var reason: String
    /// All of it on one line.
    public var text: String
  }

  /// The collection.
  public var collection: String
  /// Whether nothing was kept, as asked.
  public var dryRun: Bool
  /// New items.
  public var added: Int
  /// Items that changed.
  public var updated: Int
  /// Items that were the same.
  public var unchanged: Int
  /// Rows that were refused.
  public var refused: Int
  /// All findings, in the order of the source.
  public var findings: [Finding]

  init(_ report: ImportReport) {
    collection = report.collection
    dryRun = report.isDryRun
    added = report.added
    updated = report.updated
    unchanged = report.unchanged
    refused = report.refused
    findings = report.findings.map {
      Finding(
        severity: $0.severity.rawValue, line: $0.line, id: $0.identifier, column: $0.column,
        value: $0.value, reason: $0.reason, text: $0.description)
    }
  }
}

/// What an export did.
public struct ExportSummary: Codable, Hashable, Sendable {
  /// The collection.
  public var collection: String
  /// How many items were written.
  public var items: Int
  /// The file.
  public var path: String
  /// What to know about it.
  public var warnings: [String]
}
