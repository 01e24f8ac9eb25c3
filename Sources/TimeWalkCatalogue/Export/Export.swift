import Foundation
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage

extension HistoricalArchive {
  /// Writes collections in one of the formats, in the order of their names and keys.
  ///
  /// A CSV that is imported and exported again is equal. It holds one collection; several need a
  /// folder. Optional columns (`view_distance`, `date_text`, `copy_of`) are present if an item
  /// fills them. A file appears complete or not at all, and replaces one of its name. Pictures are
  /// not copied: those below the file's folder get relative names, others their whole path, with a
  /// warning. One consistent state of the archive is written during concurrent imports; memory
  /// doesn't grow with it.
  ///
  /// Throws `.noSuchCollection`, `.outputFailed`, or `.invalidExport` for options that the format
  /// or the destination can't support.
  package func export(to destination: ExportDestination, options: ExportOptions = ExportOptions())
    throws(ArchiveError) -> ExportReport
  {
    let place = try ExportPlace(destination, options: options)
    if place.file != nil, case .file(let path) = destination { try checkIsFree(path) }
    let snapshot = try snapshot()
    do {
      var export = try Export(place, options: options, of: snapshot)
      return try export.run()
    } catch { throw error as? ArchiveError ?? ArchiveError(.storage, "\(error)", cause: error) }
  }
}

/// The format and the place of an export, after looking at both.
struct ExportPlace {
  var format: ExportFormat
  /// The file; `nil` for a stream or a folder.
  var file: URL?
  /// The folder that gets catalogues; `nil` for a file or stream.
  var folder: URL?
  var stream: FileHandle?

  init(_ destination: ExportDestination, options: ExportOptions) throws(ArchiveError) {
    switch destination {
    case .stream(let handle):
      stream = handle
      format = options.format ?? .csv
      guard format.isText else {
        throw ArchiveError(.invalidExport, "\(format.rawValue) isn't a text format; name a file.")
      }
    case .file(let path):
      let url = URL(fileURLWithPath: path).standardizedFileURL
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      if path.hasSuffix("/") || exists && isFolder.boolValue {
        format = options.format ?? .csv
        guard format == .csv || format == .tsv else {
          throw ArchiveError(
            .invalidExport,
            "\(url.path) is a folder; for \(format.rawValue), name a file in it.")
        }
        folder = url
        return
      }
      guard let format = options.format ?? ExportFormat(fileName: url.lastPathComponent) else {
        let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ArchiveError(
          .invalidExport,
          "The name \(url.lastPathComponent) has no known format; use one of \(names)."
        )
      }
      self.format = format
      file = url
    }
  }
}

/// One export of one state of an archive.
private struct Export {
  private let place: ExportPlace
  private let snapshot: any ArchiveSnapshot
  private let collections: [CollectionStatement]
  private var contents: ExportContents
  private var report: ExportReport
  private var unreachable = 0

  init(
    _ place: ExportPlace, options: ExportOptions, of snapshot: any ArchiveSnapshot
  ) throws(ArchiveError) {
    self.place = place
    self.snapshot = snapshot
    let all = try snapshot.statements()
    collections = all.filter { options.collection == nil || $0.name == options.collection }
    guard !collections.isEmpty else {
      throw options.collection.map { ArchiveError.noCollection($0, among: all.map(\.name)) }
        ?? ArchiveError(.noSuchCollection, "The archive has no collections.")
    }
    let names = collections.map(\.name)
    if names.count > 1, place.folder == nil, [.csv, .tsv].contains(place.format) {
      throw ArchiveError(
        .noSuchCollection,
        "The archive has several collections. Name one of \(names.joined(separator: ", ")), or name a folder "
          + "for one catalogue each.")
    }
    contents = try Export.contents(of: collections, options, snapshot)
    report = ExportReport(format: place.format, collections: names)
  }

  mutating func run() throws -> ExportReport {
    if let folder = place.folder {
      try writeFolder(folder)
    } else {
      let folder = place.file?.deletingLastPathComponent()
      let writer = try writer(place.stream.map(OutputFile.init(to:)))
      try write(collections, to: writer, media: MediaNames(folder: folder?.path))
      report.path = place.file?.path
      if let folder, place.format == .csv,
        place.file?.lastPathComponent == SourceOpening.catalogueName
      {
        try describe(contents.collections[0], in: folder)
      }
    }
    return finished()
  }

  /// The writer of a format; the GeoPackage is a database and makes its file itself.
  private func writer(_ stream: OutputFile?) throws -> any ExportWriter {
    func output() throws -> OutputFile {
      if let stream { return stream }
      guard let file = place.file else {
        throw ArchiveError(.invalidExport, "The output is missing; name a file.")
      }
      return try OutputFile(replacing: file)
    }
    switch place.format {
    case .csv: return CatalogueWriter(contents, to: try output())
    case .tsv: return CatalogueWriter(contents, separator: "\t", to: try output())
    case .ndjson: return NDJSONWriter(contents, to: try output())
    case .geojson: return GeoJSONWriter(contents, to: try output())
    case .iiif: return try ManifestWriter(contents, to: try output())
    case .kml: return KMLWriter(contents, to: try KMLOutput(try output(), isZip: false))
    case .kmz: return KMLWriter(contents, to: try KMLOutput(try output(), isZip: true))
    case .georef: return GeoreferenceWriter(to: try output())
    case .stac: return STACWriter(contents, to: try output())
    case .gpkg:
      guard let file = place.file else {
        throw ArchiveError(.invalidExport, "A GeoPackage needs a file.")
      }
      return try GeoPackageWriter(contents, replacing: file)
    }
  }

  private mutating func writeFolder(_ folder: URL) throws {
    let isOne = collections.count == 1
    for collection in collections {
      let name = CollectionFolder.name(for: collection.name)
      let inner = isOne ? folder : folder.appendingPathComponent(name, isDirectory: true)
      do throws(StorageError) { try DurableFolder.make(inner.standardizedFileURL.path) } catch {
        throw ArchiveError(.outputFailed, "\(error).", cause: error)
      }
      let one = try Export.contents(of: [collection], contents.options, snapshot)
      let (ending, separator): (String, Character) =
        place.format == .tsv ? ("tsv", "\t") : ("csv", ",")
      let file = inner.appendingPathComponent("items.\(ending)")
      let writer = CatalogueWriter(
        one, separator: separator, to: try OutputFile(replacing: file))
      try write([collection], to: writer, media: MediaNames(folder: inner.path))
      try describe(collection, in: inner)
    }
    report.path = folder.path
  }

  private mutating func describe(_ statement: CollectionStatement, in folder: URL) throws {
    let warning = try CollectionFolder.write(statement, eras: contents.eras, in: folder)
    if let warning { report.warnings.append(warning) }
  }

  private mutating func write(
    _ collections: [CollectionStatement], to writer: any ExportWriter, media: MediaNames
  ) throws {
    try writer.begin()
    var footprints = 0
    for collection in collections {
      try writer.begin(collection: collection)
      try snapshot.forEachRecord(of: collection, media: media) { record in
        if try writer.write(record) { footprints += 1 }
        report.items += 1
        if record.pose == nil { report.unplaced += 1 }
        if !reaches(record.media, media) { unreachable += 1 }
      }
    }
    try writer.finish()
    if place.format == .georef, footprints < report.items {
      let others = report.items - footprints
      report.warnings.append(
        "Left out \(others) of \(report.items) items without a georeference.")
      report.items = footprints
    }
    let draws = [.gpkg, .kml, .kmz].contains(place.format)
    let asked = place.format == .geojson && contents.options.hasFootprints
    if draws || asked { report.footprints = footprints }
  }

  /// Returns true if a reader of the file finds the picture; STAC names none that is a file.
  private func reaches(_ picture: Media?, _ names: MediaNames) -> Bool {
    if place.format == .stac, case .file = picture { return false }
    return names.reaches(picture)
  }

  private func finished() -> ExportReport {
    var report = report
    if unreachable > 0, place.format == .stac {
      report.warnings.append(
        "\(unreachable) pictures are files without an address; their items have no asset.")
    } else if unreachable > 0 {
      let folder = place.folder ?? place.file?.deletingLastPathComponent()
      report.warnings.append(
        place.format == .iiif
          ? "\(unreachable) pictures are outside \(folder?.path ?? ""). Publish them under "
            + "pictures/, as COLLECTION/ID with the file's extension."
          : "\(unreachable) pictures are outside \(folder?.path ?? ""); their full paths are written."
      )
    }
    if place.format == .iiif {
      if contents.options.baseAddress == nil {
        report.warnings.append(
          "The manifest has no published address yet; give one with a base address."
        )
      }
    }
    return report
  }

  private static func contents(
    of collections: [CollectionStatement], _ options: ExportOptions, _ snapshot: any ArchiveSnapshot
  ) throws(ArchiveError) -> ExportContents {
    let names = collections.map(\.name)
    let filled = try snapshot.filledColumns(of: names)
    return ExportContents(
      collections: collections, eras: try snapshot.eras(),
      columns: CatalogueColumn.named.filter {
        !CatalogueColumn.optional.contains($0) || filled.contains($0)
      },
      others: try snapshot.otherColumns(of: names), mediaRecord: { try snapshot.mediaRecord($0) },
      options: options)
  }
}
