internal import TimeWalkBase
import Foundation
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkFormats

/// Opens a curator's source: finds the file, its format, its collection and its mapping.
enum SourceOpening {
  /// The path that means standard input.
  static let standardInput = "-"
  /// The absolute path of a source, which is valid in every folder.
  static func name(of path: String) -> String {
    path == standardInput ? path : URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// The name of a catalogue in a folder that is imported as a whole.
  static let catalogueName = "items.csv"
  private static let endings: Set<String> = [
    "csv", "tsv", "xlsx", "xlsm", "ods", "geojson", "ndjson", "jsonl", "json",
  ]

  /// Opens the source at a path: one source of rows, or several if an archive has several
  /// collections.
  static func openAll(
    path: String, options: ImportOptions,
    archive: (String) throws(ArchiveError) -> (any HistoricalArchive)?
  ) throws(ArchiveError) -> [any ItemSource] {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    var isFolder: ObjCBool = false
    let isFile =
      path != standardInput
      && FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
    if !isFolder.boolValue, path != standardInput,
      options.format == nil || options.format == .archive
    {
      // A missing file may be an address.
      if let archive = try archive(isFile ? url.path : path) {
        return try openArchive(
          archive, in: isFile ? url.deletingLastPathComponent().path : nil, options: options)
      }
      guard options.format == nil || !isFile else {
        throw ArchiveError(.notAnArchive, "\(url.path) isn't an archive.")
      }
    }
    if isFile, options.format == .gpkg || options.format == nil && GeoPackageFile.isMarked(url) {
      return try openGeoPackage(url, options: options)
    }
    return try open(path: path, options: options)
  }

  /// Opens a source of rows.
  ///
  /// The collection's name is the requested one, then that of `collection.json` next to the file.
  /// Otherwise it is the file's own, or its folder's for `items.csv` and for a file that a preset
  /// names. If the requested name differs from the one in `collection.json`, that file is not used.
  private static func open(
    path: String, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource] {
    if path == standardInput {
      guard let name = options.collection ?? options.preset?.name else {
        throw ArchiveError(
          .invalidName, "Standard input has no name; name the collection with --collection.")
      }
      return try open(
        .standardInput, folder: nil,
        context: SourceContext(
          statement: CollectionStatement(name: name), areas: options.areas,
          media: options.allowedFolders(beside: nil), dateOrder: options.dateOrder,
          today: options.today,
          makesIdentifiers: options.makesIdentifiers),
        options: options)
    }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    if let sources = try openFolder(url, name: nil, options: options) { return sources }
    return try openCatalogue(url, name: nil, options: options)
  }

  /// Opens a bag, a folder of pictures or a picture; `nil` for anything else.
  private static func openFolder(
    _ folder: URL, name: String?, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      if options.format == .images || options.format == nil, options.preset == nil,
        options.describe != nil, PictureRecords.isPicture(folder)
      {
        return try openPictures(
          folder.deletingLastPathComponent(), only: folder.lastPathComponent,
          name: folder.deletingPathExtension().lastPathComponent, options)
      }
      guard options.format?.needsFolder != true else {
        throw ArchiveError(
          .inputUnreadable,
          "\(folder.path) isn't a folder; \(options.format?.rawValue ?? "") needs one.")
      }
      return nil
    }
    if options.format == .bagit || options.format == nil && Bag.isBag(folder) {
      let payload = try Bag(folder).payload
      var options = options
      options.format = nil
      let name = name ?? folder.lastPathComponent
      if let pictures = try openFolder(payload, name: name, options: options) { return pictures }
      return try openCatalogue(payload, name: name, options: options)
    }
    guard options.format == .images || options.format == nil && isPictures(folder, options) else {
      return nil
    }
    return try openPictures(folder, name: name ?? folder.lastPathComponent, options)
  }

  /// Opens the pictures of a folder, or a single one; `nil` without a reader of pictures.
  private static func openPictures(
    _ folder: URL, only: String? = nil, name: String, _ options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource]? {
    guard let describe = options.describe else { return nil }
    let context = try context(in: folder, name: name, options)
    let records = try PictureRecords(folder, only: only, describe: describe, meter: options.meter)
    return [
      try MappingChoice(options: options, folder: folder.path, context: context).source(records)
    ]
  }

  /// Returns true if a folder has pictures and no catalogue that refers to them.
  private static func isPictures(_ folder: URL, _ options: ImportOptions) -> Bool {
    guard options.preset == nil else { return false }
    let names = catalogues(in: folder)
    return (names.isEmpty || isTakeout(folder, names)) && PictureRecords.anyPicture(in: folder)
  }

  /// Returns true if a folder is an album of Google Takeout: its catalogues are JSON, at least one
  /// of them beside its picture.
  private static func isTakeout(_ folder: URL, _ catalogues: [String]) -> Bool {
    guard catalogues.allSatisfy({ $0.lowercased().hasSuffix(".json") }) else { return false }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let sidecars = Set(
      files.filter { ImageFormat(ending: ($0 as NSString).pathExtension.lowercased()) != nil }
        .flatMap { Sidecar.takeout.names(of: $0) })
    return catalogues.contains { name in
      guard sidecars.contains(name),
        let file = FileHandle(forReadingAtPath: folder.appendingPathComponent(name).path),
        let text = try? file.read(upToCount: 64 << 10)
      else { return false }
      return String(decoding: text, as: UTF8.self).contains("\"photoTakenTime\"")
    }
  }

  /// Opens a file, or the catalogue in a folder; `name` is that of a collection that has none of
  /// its own.
  private static func openCatalogue(
    _ url: URL, name: String?, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource] {
    let (file, isWhole) = try find(url, options)
    let folder = file.deletingLastPathComponent()
    let stem = file.deletingPathExtension().lastPathComponent
    return try open(
      ByteSource(path: file.path), folder: folder.path,
      context: try context(
        in: folder, name: isWhole ? name ?? folder.lastPathComponent : stem, options),
      options: options)
  }

  /// The properties of the rows of a source in a folder; `name` is the default name of the
  /// collection.
  static func context(
    in folder: URL, name: String, _ options: ImportOptions
  ) throws(ArchiveError) -> SourceContext {
    let described = try collectionFile(in: folder.path, asked: options.collection)
    var statement =
      described?.statement ?? CollectionStatement(name: options.collection ?? name)
    statement.license = statement.license.map(RightsWords.known)
    let context = SourceContext(
      statement: statement, isNamed: described != nil,
      eras: described?.eras ?? [], areas: options.areas,
      media: MediaFolders(base: folder.path, others: options.mediaFolders),
      dateOrder: options.dateOrder, today: options.today,
      makesIdentifiers: options.makesIdentifiers,
      findings: (described?.doubts ?? []).map {
        ImportFinding(.warning, line: nil, reason: "\(CollectionFile.name): \($0)")
      })
    if let fault = CollectionStatement.fault(inName: context.statement.name) {
      throw ArchiveError(.invalidName, "\"\(context.statement.name)\": \(fault).")
    }
    return context
  }

  /// Opens any bytes; without a folder, no other file can be joined.
  static func open(
    _ bytes: ByteSource, folder: String?, context: SourceContext, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource] {
    if let fault = CollectionStatement.fault(inName: context.statement.name) {
      throw ArchiveError(.invalidName, "\"\(context.statement.name)\": \(fault).")
    }
    var bytes = bytes
    bytes.meter = options.meter
    options.meter?.expect(bytes.size)
    var isBigEndian: Bool?
    if case .utf16(let known)? = options.encoding { isBigEndian = known }
    try bytes.decodeUTF16(isBigEndian: isBigEndian)
    var head = try bytes.peek(SourceFormat.neededBytes)
    if let start = SourceFormat.scriptStart(head) {
      var data = try bytes.readAll(
        limit: JSONDocument.sizeLimit, advice: "Save its data as NDJSON, which has no limit.")[
          start...]
      while let last = data.last, [0x3B, 0x20, 0x09, 0x0A, 0x0D].contains(last) {
        data.removeLast()
      }
      bytes = ByteSource(bytes: Array(data))
      head = try bytes.peek(SourceFormat.neededBytes)
    }
    let seen = try SourceFormat.recognise(head)
    // A preset's format is that of its project's export; the same records may have another format.
    let isLines = options.preset?.format == .ndjson && seen == .json
    let isOneObject = head.first == UInt8(ascii: "{")
    let isGeoreference =
      seen == .json && options.preset == nil && GeoreferenceRecords.areLikely(in: head)
    let format =
      options.format ?? (isLines && isOneObject ? .ndjson : isGeoreference ? .georef : seen)
    guard options.table == nil || format == .xlsx else {
      throw ArchiveError(
        .inputUnreadable,
        "The source has no tables; --table works only for workbooks and GeoPackages.")
    }
    var opening = MappingChoice(options: options, folder: folder, context: context)
    if case .singleByte? = options.encoding, format != .csv, format != .tsv {
      throw ArchiveError(
        .inputUnreadable, "The source is \(format.rawValue); --encoding works only for csv and tsv."
      )
    }
    switch format {
    case .csv, .tsv:
      var encoding = bytes.isConverted ? FileEncoding.utf8(otherwise: nil) : nil
      if !bytes.isConverted, let given = options.encoding {
        encoding = FileEncoding(given)
      }
      let records = try CSVRecords(bytes, format: options.format ?? seen, encoding: encoding)
      // Only a copy of our GeoPackage names its collections.
      return records.madeNames.isEmpty
        ? [try opening.source(records)] : try opening.sources(records)
    case .xlsx:
      let id = options.map[.id].map { FieldRule(given: $0) } ?? options.preset?.fields[.id]
      return try opening.sources(
        SheetRecords(bytes, table: options.table, wanted: id?.names ?? []))
    case .ndjson:
      return try opening.sources(
        NDJSONRecords(bytes, geometry: options.preset?.geometry ?? "geometry"))
    case .json, .geojson, .iiif, .stac:
      let document = try JSONDocument(
        bytes, records: options.preset?.records, geometry: options.preset?.geometry,
        format: options.format)
      let formats = [SourceFormat.iiif, .stac].map { Preset.bundled[$0.rawValue] }
      // The presets of formats are for documents of others.
      if document.hasOwnRecords, formats.contains(options.preset) { opening.preset = nil }
      if opening.preset == nil { opening.preset = Preset.bundled[document.kind.rawValue] }
      return try opening.sources(document)
    case .georef: return [try opening.source(GeoreferenceRecords(bytes))]
    case .gpkg, .images, .bagit, .archive:
      throw ArchiveError(
        .inputUnreadable,
        "The format \(format.rawValue) can't be read from standard input; name a file.")
    }
  }

  /// The meant file, and true if it represents its folder.
  private static func find(_ url: URL, _ options: ImportOptions) throws(ArchiveError) -> (
    URL, isWhole: Bool
  ) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw ArchiveError(.inputMissing, "There is no file at \(url.path).")
    }
    guard isFolder.boolValue else { return (url, url.lastPathComponent == catalogueName) }
    for name in [options.preset?.file, catalogueName].compactMap({ $0 }) {
      let inside = url.appendingPathComponent(name)
      if FileManager.default.fileExists(atPath: inside.path) { return (inside, true) }
    }
    let known = catalogues(in: url)
    guard let only = known.first else {
      throw ArchiveError(
        .inputMissing,
        "The folder \(url.path) has no \(catalogueName), and no other CSV, TSV, XLSX or JSON.")
    }
    guard known.count == 1 else {
      throw ArchiveError(
        .inputMissing,
        "The folder \(url.path) has no \(catalogueName), but \(known.count) catalogues: "
          + known.prefix(10).joined(separator: ", ") + ". Name one of them.")
    }
    return (url.appendingPathComponent(only), true)
  }

  /// The names of files in a folder that end as catalogues do.
  private static func catalogues(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter {
      endings.contains(($0 as NSString).pathExtension.lowercased()) && $0 != CollectionFile.name
        // Excel's lock file next to an open workbook.
        && !$0.hasPrefix("~$")
    }.sorted()
  }

  private static func collectionFile(in folder: String, asked: String?) throws(ArchiveError)
    -> CollectionFile?
  {
    guard let asked else { return try CollectionFile.read(in: folder) }
    // A file of another collection, or a broken one, doesn't concern this import.
    guard let file = try? CollectionFile.read(in: folder), file.statement.name == asked else {
      return nil
    }
    return file
  }
}

extension ImportOptions {
  /// The folders in which a source's pictures may be; the source is in a folder or in none.
  func allowedFolders(beside folder: String?) -> MediaFolders? {
    let all = (folder.map { [$0] } ?? []) + mediaFolders
    return all.first.map { MediaFolders(base: $0, others: Array(all.dropFirst())) }
  }

  /// Checks a source before an archive is made for it: whether it exists, and whether a file is
  /// readable.
  ///
  /// A folder is only looked for, as a bag's files are all read to open it, and standard input can
  /// be read once only.
  package func check(
    _ path: String, archive: (String) throws(ArchiveError) -> (any HistoricalArchive)?
  ) throws(ArchiveError) {
    guard path != SourceOpening.standardInput else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      guard try archive(path) == nil else { return }
      throw ArchiveError(.inputMissing, "There is no file at \(SourceOpening.name(of: path)).")
    }
    if !isFolder.boolValue {
      _ = try SourceOpening.openAll(path: path, options: self, archive: archive)
    }
  }
}
