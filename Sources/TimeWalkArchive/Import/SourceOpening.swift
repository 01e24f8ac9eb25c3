import Foundation
import TimeWalkCore

/// Opens what a curator brings: finds the file, its format, its collection and its mapping.
enum SourceOpening {
  /// The path that means standard input.
  static let standardInput = "-"
  /// The name of a catalogue in a folder that is imported as a whole.
  static let catalogueName = "items.csv"
  private static let endings: Set<String> = ["csv", "tsv", "geojson", "ndjson", "jsonl", "json"]

  /// Opens a source of rows.
  ///
  /// The collection's name is the one that is asked for, else that of `collection.json` beside the file, else
  /// the file's own, or its folder's for `items.csv` and where a preset names the file. Where another name is asked for than
  /// the one in `collection.json`, that file is not used.
  static func open(path: String, options: ImportOptions) throws(ArchiveError) -> any ItemSource {
    if path == standardInput {
      guard let name = options.collection ?? options.preset?.name else {
        throw ArchiveError(
          .invalidName, "Standard input has no name of its own: name the collection.")
      }
      return try open(
        .standardInput, folder: nil,
        context: SourceContext(
          statement: CollectionStatement(name: name), dateOrder: options.dateOrder,
          today: options.today),
        options: options)
    }
    let (file, isWhole) = try find(URL(fileURLWithPath: path).standardizedFileURL, options)
    let folder = file.deletingLastPathComponent()
    let described = try collectionFile(in: folder.path, asked: options.collection)
    let stem = file.deletingPathExtension().lastPathComponent
    let plain = isWhole ? folder.lastPathComponent : stem
    let context = SourceContext(
      statement: described?.statement ?? CollectionStatement(name: options.collection ?? plain),
      eras: described?.eras ?? [], area: described?.area,
      media: MediaFolders(base: folder.path, others: options.mediaFolders),
      dateOrder: options.dateOrder, today: options.today,
      findings: (described?.doubts ?? []).map {
        ImportFinding(.warning, line: nil, reason: "\(CollectionFile.name): \($0)")
      })
    return try open(
      ByteSource(path: file.path), folder: folder.path, context: context, options: options)
  }

  /// Opens any bytes; without a folder, no other file can be joined.
  static func open(
    _ bytes: ByteSource, folder: String?, context: SourceContext, options: ImportOptions
  ) throws(ArchiveError) -> any ItemSource {
    if let fault = CollectionStatement.fault(inName: context.statement.name) {
      throw ArchiveError(.invalidName, "\"\(context.statement.name)\": \(fault).")
    }
    var bytes = bytes
    bytes.meter = options.meter
    options.meter?.expect(bytes.size)
    let seen = try SourceFormat.recognise(bytes.peek(SourceFormat.neededBytes))
    // A preset's format is what its project exports; the same records may come in another.
    let isLines = options.preset?.format == .ndjson && seen == .json
    let isOneObject = try bytes.peek(SourceFormat.neededBytes).first == UInt8(ascii: "{")
    let format = options.format ?? (isLines && isOneObject ? .ndjson : seen)
    var opening = MappingChoice(options: options, folder: folder, context: context)
    switch format {
    case .csv, .tsv:
      return try opening.source(CSVRecords(bytes, format: options.format ?? seen))
    case .ndjson:
      return try opening.source(
        NDJSONRecords(bytes, geometry: options.preset?.geometry ?? "geometry"))
    case .json, .geojson, .iiif, .stac:
      let document = try JSONDocument(
        bytes, records: options.preset?.records, geometry: options.preset?.geometry,
        format: options.format)
      if opening.preset == nil { opening.preset = Preset.bundled[document.kind.rawValue] }
      return try opening.source(document)
    }
  }

  /// The file that is meant, and whether it stands for its folder.
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
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    let known = names.filter {
      endings.contains(($0 as NSString).pathExtension.lowercased()) && $0 != CollectionFile.name
    }.sorted()
    guard let only = known.first else {
      throw ArchiveError(
        .inputMissing,
        "The folder \(url.path) holds no \(catalogueName), and no other CSV, TSV or JSON.")
    }
    guard known.count == 1 else {
      throw ArchiveError(
        .inputMissing,
        "The folder \(url.path) holds no \(catalogueName) but \(known.count) catalogues: "
          + known.prefix(10).joined(separator: ", ") + ". Name the one that is meant.")
    }
    return (url.appendingPathComponent(only), true)
  }

  private static func collectionFile(in folder: String, asked: String?) throws(ArchiveError)
    -> CollectionFile?
  {
    guard let asked else { return try CollectionFile.read(in: folder) }
    // A file of another collection, or a broken one, is none of this import's business.
    guard let file = try? CollectionFile.read(in: folder), file.statement.name == asked else {
      return nil
    }
    return file
  }
}

/// Chooses a source's mapping: what is given, then the preset, then what its names suggest.
struct MappingChoice {
  let options: ImportOptions
  let folder: String?
  let context: SourceContext
  var preset: Preset?

  init(options: ImportOptions, folder: String?, context: SourceContext) {
    self.options = options
    self.folder = folder
    self.context = context
    preset = options.preset
  }

  /// The rows of separated values, without rules in between where every column is taken as it is.
  func source(_ records: CSVRecords) throws(ArchiveError) -> any ItemSource {
    let (mapping, findings) = try choose(records, line: records.headerLine)
    if let columns = CSVColumns(mapping, in: records) {
      return CatalogueSource(
        PlainCSVRecords(records, columns: columns, findings: findings), mapping: mapping,
        context: context)
    }
    return CatalogueSource(
      RuledRecords(
        records, mapping: mapping, join: try join(), hasDecimalCommas: records.hasDecimalCommas,
        findings: findings), mapping: mapping, context: context)
  }

  /// The rows of any other records.
  func source(_ records: some RawRecords) throws(ArchiveError) -> any ItemSource {
    let (mapping, findings) = try choose(records, line: nil)
    return CatalogueSource(
      RuledRecords(records, mapping: mapping, join: try join(), findings: findings),
      mapping: mapping, context: context)
  }

  private func choose(_ records: some RawRecords, line: Int?) throws(ArchiveError) -> (
    FieldMapping, [ImportFinding]
  ) {
    var mapping = FieldMapping()
    for (column, rule) in preset?.fields ?? [:] { mapping.set(column, rule, .preset) }
    if let preset {
      mapping.captions = preset.captions
      mapping.ignored = Set(preset.ignore)
      mapping.keepsUnreadableDates = true
    }
    for (column, name) in options.map { mapping.set(column, FieldRule(given: name), .given) }
    // A preset says all there is; names that it doesn't know are listed, not guessed.
    if preset == nil { mapping = FieldGuess.mapping(of: records.names, starting: mapping) }
    guard mapping.entries[.id] != nil else {
      throw ArchiveError(
        .inputUnreadable,
        "No name in the source is like id, which every item needs; it has "
          + (records.names.isEmpty
            ? "none at all"
            : records.names.prefix(30).map { String($0.prefix(60)) }
              .joined(separator: ", "))
          + ". --map id=NAME says which it is; --map id=@number counts the records, if they keep their order."
      )
    }
    for (column, name) in options.map where !isThere(name, in: records) {
      throw ArchiveError(
        .inputUnreadable,
        "The source has no \"\(name)\" for \(column.rawValue); it has "
          + records.names.prefix(30).map { String($0.prefix(60)) }.joined(separator: ", ") + ".")
    }
    return (mapping, unused(mapping.unused(of: records.names), line: line))
  }

  private func isThere(_ name: String, in records: some RawRecords) -> Bool {
    let rule = FieldRule(given: name)
    return rule.names.allSatisfy { name in
      name.hasPrefix("@") || records.names.contains(name)
        || records.names.contains { PlainName.of($0) == PlainName.of(name) }
        // A path into a list, or below `properties`, is no name of its own.
        || (name.contains(".") || records.names.contains("properties.\(name)"))
    }
  }

  private func unused(_ names: [String], line: Int?) -> [ImportFinding] {
    switch names.count {
    case 0: []
    case 1:
      [
        ImportFinding(
          .warning, line: line, column: names[0], reason: "the column is not known and ignored",
          hint: "--map FIELD=\(names[0]) takes it in")
      ]
    default:
      [
        ImportFinding(
          .warning, line: line,
          reason: "\(names.count) names are not known and ignored: "
            + names.prefix(60).map { String($0.prefix(60)) }.joined(separator: ", ")
            + (names.count > 60 ? " …" : ""),
          hint: "--map FIELD=NAME takes one in")
      ]
    }
  }

  private func join() throws(ArchiveError) -> JoinedRecords? {
    guard let join = preset?.join else { return nil }
    guard let folder else {
      throw ArchiveError(
        .inputMissing, "The preset joins \(join.file), which standard input can't have beside it.")
    }
    let path = URL(fileURLWithPath: folder).appendingPathComponent(join.file).path
    return try JoinedRecords(path: path, on: join.on)
  }
}

extension FieldRule {
  /// The rule of `--map FIELD=NAME`: a name or path, or a template when it holds braces.
  init(given text: String) {
    self.init(origins: [text.contains("{") ? .template(text) : .name(text)])
  }
}
