public import TimeWalkCore

/// One thing that an import has to say about its source.
public struct ImportFinding: Hashable, Sendable, CustomStringConvertible {
  /// What follows from a finding.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The row is refused.
    case fault
    /// The row is taken, as the reason says.
    case warning
    /// Something was read between the lines; nothing is wrong.
    case note
  }

  /// What follows from it.
  public var severity: Severity
  /// The physical line, from 1, where the row starts; `nil` when it concerns the whole source.
  public var line: Int?
  /// The path of the record in a document, such as `features[3]`, counted from 0; `nil` when the
  /// line says enough.
  public var path: String?
  /// The identifier of the row's item; `nil` when it has none that can be read.
  public var identifier: String?
  /// The column's name; `nil` when it concerns the whole row.
  public var column: String?
  /// What stands there, cut after 200 characters; `nil` when it concerns no single value.
  public var value: String?
  /// What is wrong, in words that a curator understands.
  public var reason: String
  /// What may be done about it; `nil` when nothing comes to mind.
  public var hint: String?

  init(
    _ severity: Severity, line: Int?, path: String? = nil, identifier: String? = nil,
    column: String? = nil, value: String? = nil, reason: String, hint: String? = nil
  ) {
    self.severity = severity
    self.line = line
    self.path = path
    self.hint = hint
    self.identifier = identifier
    self.column = column
    self.value = value.map { $0.count > 200 ? $0.prefix(200) + "…" : $0 }
    self.reason = reason
  }

  /// The finding on one line, for instance `line 7, latitude "91": must be between -90 and 90`.
  public var description: String {
    var place: [String] = []
    if let path {
      place.append(path)
    } else if let line {
      place.append("line \(line)")
    }
    if let column { place.append(column + (value.map { " \"\($0)\"" } ?? "")) }
    let said = reason + (hint.map { " (\($0))" } ?? "")
    return place.isEmpty ? said : "\(place.joined(separator: ", ")): \(said)"
  }
}

extension ImportReport {
  /// Takes in what was done for another collection.
  mutating func add(_ other: ImportReport) {
    added += other.added
    updated += other.updated
    unchanged += other.unchanged
    refused += other.refused
    removed += other.removed
    unplaced += other.unplaced
    erasAdded += other.erasAdded
    withoutRights += other.withoutRights
    granted += other.granted
    keptCorrections += other.keptCorrections
    keptRemovals += other.keptRemovals
    conflicts += other.conflicts
    conflictCount += other.conflictCount
    statementChanges += other.statementChanges
    entry = other.entry ?? entry
    changes += other.changes
    findings += other.findings
  }

  /// Puts findings that came after their rows in the order of the source.
  mutating func order() {
    let places = findings.enumerated().sorted { a, b in
      let (one, other) = (a.element.line ?? 0, b.element.line ?? 0)
      return one != other ? one < other : a.offset < b.offset
    }
    findings = places.map(\.element)
  }
}

/// What an import did, or would have done.
public struct ImportReport: Hashable, Sendable {
  /// The collection's name.
  public var collection: String
  /// Whether nothing was written, as asked.
  public var isDryRun: Bool
  /// Rows that are new items.
  public var added = 0
  /// Rows that changed an item.
  public var updated = 0
  /// Rows that say what the archive has already.
  public var unchanged = 0
  /// Rows that were not taken; each has at least one fault.
  public var refused = 0
  /// Items that the source no longer has, and that are gone as it was to replace the collection.
  public var removed = 0
  /// Rows without a place, which count as added, updated or unchanged like the others.
  public var unplaced = 0
  /// Rows that were taken without rights, neither of their own nor of their collection.
  public var withoutRights = 0
  /// What rows left open.
  public var granted = TakenForGranted()
  /// Fields that stay as a person set them by hand, although the source says something else.
  public var keptCorrections = 0
  /// Rows whose items a person removed, and that stay away; they count as unchanged.
  public var keptRemovals = 0
  /// What becomes different in what the collections say of themselves.
  public var statementChanges: [StatementChange] = []
  /// How many conflicts there are.
  public var conflictCount = 0
  /// Where the source contradicts anew what was corrected by hand, which stays; the first
  /// `ImportOptions.listedChanges`.
  public var conflicts: [CorrectionConflict] = []
  /// Named eras that are new.
  public var erasAdded = 0
  /// Where each field's values were taken from, in the order of the fields.
  public var mapping: [FieldSource] = []
  /// The number of the change in the journal; `nil` when nothing was written.
  public var entry: Int64?
  /// What happens to which item, in the order of the source, removals last; of each kind the first
  /// `ImportOptions.listedChanges`.
  public var changes: [ItemChange] = []
  /// All faults, warnings and notes, in the order of the source; beyond
  /// `ImportOptions.listedFindings` their number.
  public var findings: [ImportFinding] = []

  init(collection: String, isDryRun: Bool) {
    self.collection = collection
    self.isDryRun = isDryRun
  }

  /// All rows of the source, blank lines not counted.
  public var rows: Int { added + updated + unchanged + refused }
  /// The findings that refused a row.
  public var faults: [ImportFinding] { findings.filter { $0.severity == .fault } }
  /// The findings that refused nothing.
  public var warnings: [ImportFinding] { findings.filter { $0.severity == .warning } }
}

/// How an import goes about it.
public struct ImportOptions: Sendable {
  /// The collection to import into; `nil` leaves it to the source.
  public var collection: String?
  /// Does everything but keep it.
  public var isDryRun: Bool
  /// The format of the source; `nil` tells it by the first bytes.
  public var format: SourceFormat?
  /// Which fields are which of the source's names or paths, above any preset.
  public var map: [CatalogueColumn: String]
  /// Whether a row without an identifier gets one made of what it says, instead of being refused.
  public var makesIdentifiers = false
  /// The sheet to read of a workbook, or the layer of a GeoPackage; `nil` takes the first sheet
  /// with a header, and the layer that is ours or the only one.
  public var table: String?
  /// How to read the source; `nil` goes by the names that it has.
  public var preset: Preset?
  /// The day of the import, after which no picture can have been made; `nil` leaves dates in the
  /// future alone.
  public var today: Day?
  /// Folders, beside the source's own, that media files may lie in.
  public var mediaFolders: [String]
  /// In which order the source writes day and month in numbers; `nil` is not known, and then the
  /// month is taken as first, with a warning where it could be the other way round.
  public var dateOrder: DateReading.NumberOrder?
  /// Looks at a picture's file, by its path, on any thread; `nil` leaves the pictures unseen.
  ///
  /// It returns `nil` for a picture that shows nothing, and throws when there is no picture that it
  /// can read.
  public var fingerprint: (@Sendable (String) throws -> Fingerprint?)?
  /// Reads what a picture's file says of itself, by its path, on any thread; without it, no folder
  /// of pictures is read.
  ///
  /// It throws when there is no picture that it can read.
  public var describe: (@Sendable (String) throws -> PictureFields)?
  /// Told how the fields are mapped before the first row is read; not where the source is as
  /// TimeWalk writes it.
  public var mapped: (@Sendable ([FieldSource]) -> Void)?
  /// Says what a file is, by its path, on any thread; `nil` leaves the files unread.
  ///
  /// It throws for what it can't read at all.
  public var inspect: (@Sendable (String) throws -> MediaKind)?
  /// What becomes of the files that the source names.
  public var media = MediaHandling.link
  /// The most bytes of one file.
  public var mediaLimit = MediaLimits.bytes
  /// Whether rows are refused that have no rights, neither of their own nor of their collection.
  public var requiresRights = false
  /// Told the number of rows now and then, and the share of the source that has been read, 0...1,
  /// where that is known; on the importing thread, where it must not use the archive.
  public var progress: (@Sendable (Int, Double?) -> Void)?
  /// Where the collections that the archive has lie, by their names, for sources that don't say it.
  var areas: [String: CollectionArea] = [:]
  /// Told what has been read, for `progress`.
  var meter: ReadMeter?
  /// Whether items of the collection that the source doesn't name are removed.
  public var replaces = false
  /// Whether `replaces` may remove anything; where it may not, an import that would is refused.
  public var mayRemove = false
  /// Whether `replaces` may remove although rows were refused; an item that a refused row names
  /// stays all the same.
  public var mayRemoveDespiteRefused = false
  /// Whether the source's values replace what people corrected by hand, and bring back what they
  /// removed.
  public var overwritesCorrections = false
  /// How many findings on rows the report lists; it says how many more there are.
  public var listedFindings = 200_000
  /// How many changes of each kind the report lists.
  public var listedChanges = 1_000
  /// Who imports, for the journal.
  public var provenance = Provenance()
  /// What else the journal is to say of how it was done, by name.
  public var notes: [String: String] = [:]

  /// Makes options.
  public init(
    collection: String? = nil, isDryRun: Bool = false, mediaFolders: [String] = [],
    dateOrder: DateReading.NumberOrder? = nil, format: SourceFormat? = nil,
    map: [CatalogueColumn: String] = [:], preset: Preset? = nil, today: Day? = nil,
    fingerprint: (@Sendable (String) throws -> Fingerprint?)? = nil,
    progress: (@Sendable (Int, Double?) -> Void)? = nil
  ) {
    self.collection = collection
    self.isDryRun = isDryRun
    self.mediaFolders = mediaFolders
    self.dateOrder = dateOrder
    self.format = format
    self.map = map
    self.preset = preset
    self.today = today
    self.fingerprint = fingerprint
    self.progress = progress
  }
}
