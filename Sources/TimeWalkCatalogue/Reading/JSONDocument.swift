import TimeWalkArchive
import TimeWalkBase

/// A JSON document of many records, which are parsed one at a time.
struct JSONDocument: RawRecords {
  /// The largest document, bytes; larger ones must be NDJSON, which has no limit.
  static let sizeLimit = 512 << 20
  /// The greatest number of values in a manifest, and in what is read of a document ahead.
  static let mostValues = 1_000_000

  /// The kind of document, by its top level.
  let kind: SourceFormat
  private(set) var names: [String] = []
  private(set) var findings: [ImportFinding] = []
  private var parser: JSONParser
  private let records: JSONOutline.List
  private let geometry: String
  /// Makes a flat record of an export of ours, whose fields have TimeWalk's own names; `nil` for
  /// any other document.
  private let ownRecord: ((JSONValue) -> JSONValue)?
  /// The collections that a GeoJSON of ours describes, with its eras.
  private(set) var collections: [CollectionFile] = []
  /// Values that a record inherits.
  private var parent: [String: JSONValue] = [:]
  private var number = 0
  private var line = 1
  private var countedTo = 0
  private var current: Result<JSONRecord, JSONFault>?

  /// Checks the whole document's structure and finds its records.
  ///
  /// - Parameters:
  ///   - source: the bytes.
  ///   - path: the path of the list of records; `nil` finds it: the document itself, `features`, or
  ///     the longest list of objects.
  ///   - geometry: the path of a record's GeoJSON geometry; `nil` for the default of the document's
  ///     kind.
  ///   - format: the kind of document, if known from outside.
  /// - Throws: `.inputUnreadable` for anything but JSON, a document larger than 512 MB, or nesting
  ///   deeper than 128 levels.
  init(
    _ source: ByteSource, records path: String? = nil, geometry: String? = nil,
    format: SourceFormat? = nil
  ) throws(ArchiveError) {
    var source = source
    let bytes = try source.readAll(
      limit: JSONDocument.sizeLimit,
      advice: "Write one record a line (NDJSON); it has no size limit.")
    var outline: JSONOutline
    do throws(JSONFault) {
      outline = try JSONOutline(bytes)
      if let format { outline.kind = format }
    } catch {
      throw ArchiveError(
        .inputUnreadable,
        "Can't read the source as JSON: \(error.place(in: bytes)): \(error.reason).")
    }
    var records = try outline.records(path)
    var first: JSONValue?
    if outline.kind == .stac {
      var start = JSONParser(bytes)
      start.index = records.start
      first = records.count > 0 ? try? start.value() : nil
    }
    if outline.kind == .iiif, outline.hasOwnCanvases {
      ownRecord = { CanvasFields.record(of: $0) }
    } else if first.map(STACFields.isOwn) == true {
      ownRecord = { STACFields.record(of: $0) }
    } else {
      ownRecord = nil
    }
    // Such fields have TimeWalk's own names, like those of any JSON that is written for it.
    kind = ownRecord == nil ? outline.kind : .json
    if kind == .geojson, let system = outline.system {
      findings += try system.judged(
        as: "The GeoJSON", converting: "ogr2ogr -t_srs EPSG:4326 new.geojson old.geojson")
    }
    self.geometry =
      ownRecord != nil
      ? "" : geometry ?? (outline.kind == .iiif ? "navPlace.features.0.geometry" : "geometry")
    if kind == .iiif {
      let outcome = try Manifest.look(bytes, records, in: outline)
      (records, parent) = (outcome.records, outcome.parent)
      findings += outcome.findings
    }
    self.records = records
    parser = JSONParser(bytes)
    var survey = NameSurvey()
    var look = self
    // Those of exports have a name only where it has a value.
    while look.number < NameSurvey.depth || ownRecord != nil, try look.next() {
      if case .success(let record)? = look.current { survey.add(record) }
    }
    names = survey.names
    if kind != .iiif, ownRecord == nil, !Self.hasOwnNames(names) {
      names = look.names(after: survey)
    }
    if kind == .geojson, isOwnExport { collections = outline.collections(in: bytes) }
  }

  /// The names with those of the records that are still to be read.
  private func names(after survey: NameSurvey) -> [String] {
    var (survey, parser, number) = (survey, parser, number)
    while number < records.count {
      number += 1
      let (start, before) = (parser.index, survey)
      do throws(JSONFault) {
        try survey.addNames(of: &parser)
      } catch {
        // It is a finding later.
        survey = before
        parser.index = start
        guard (try? parser.skip()) != nil else { break }
      }
      guard !records.isSingle, (try? parser.goesOn(until: UInt8(ascii: "]"))) == true else { break }
    }
    return survey.names
  }

  mutating func next() throws(ArchiveError) -> Bool {
    // An export's footprint after an item is drawn from the item, and isn't an item itself.
    while try step() {
      if kind != .geojson || text("properties.footprint_of") == nil { return true }
    }
    return false
  }

  private mutating func step() throws(ArchiveError) -> Bool {
    if number == 0 { parser.index = records.start }
    guard number < records.count else { return false }
    number += 1
    do throws(JSONFault) {
      // The outline has checked the structure; the next element is found even after a fault in this
      // one.
      _ = try parser.peek()
      let start = parser.index
      line += parser.bytes[countedTo..<start].count { $0 == 0x0A }
      countedTo = start
      current = read()
      parser.index = start
      try parser.skip()
      if !records.isSingle { _ = try parser.goesOn(until: UInt8(ascii: "]")) }
      return true
    } catch {
      throw ArchiveError(.inputUnreadable, "Can't continue to read the source: \(error.reason).")
    }
  }

  private mutating func read() -> Result<JSONRecord, JSONFault> {
    do throws(JSONFault) {
      parser.mostValues = kind == .iiif ? JSONDocument.mostValues : .max
      let value = try parser.value()
      guard value.members != nil else {
        throw JSONFault(reason: "it isn't an object", offset: parser.index)
      }
      var whole = ownRecord?(value) ?? value.filled(from: parent)
      if kind == .iiif { whole = CanvasFields.namingMetadata(of: whole.withoutHTML) }
      return .success(JSONRecord(whole, number: number, geometry: geometry))
    } catch { return .failure(error) }
  }

  var place: SourceLine {
    SourceLine(
      line: line, path: records.isSingle ? nil : "\(records.path)[\(number - 1)]")
  }

  /// True if an export of ours wrote the records as those of another format.
  var hasOwnRecords: Bool { ownRecord != nil }

  var isOwnExport: Bool { hasOwnRecords || Self.hasOwnNames(names) }

  var madeNames: Set<String> {
    guard isOwnExport else { return [] }
    // Ours describes its collections; a program that copies our GeoPackage doesn't.
    return collections.isEmpty && ownRecord == nil
      ? Self.madeNames(names) : Self.collectionNames(names)
  }

  var untold: Set<CatalogueColumn> {
    guard ownRecord != nil, record?.text(CatalogueColumn.media.name) == nil else { return [] }
    return [.media]
  }

  func reached(among paths: Set<String>) -> Set<String> {
    var (look, left) = (self, paths)
    (look.number, look.line, look.countedTo) = (0, 1, 0)
    while !left.isEmpty, (try? look.next()) == true {
      left = left.filter { look.text($0) == nil }
    }
    return paths.subtracting(left)
  }

  var problem: String? {
    guard case .failure(let fault)? = current else { return nil }
    return "can't be read: \(fault.reason)"
  }

  var fault: (severity: ImportFinding.Severity, reason: String)? { record?.fault }

  func text(_ name: String) -> String? { record?.text(name) }

  /// The current record; `nil` when it can't be read.
  var record: JSONRecord? { try? current?.get() }
}
